import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operationIdOf } from '../../src/platform/http/publish-openapi.js';
import { projectRoot } from '../../src/platform/root.js';
import { withoutReferences } from '../support/openapi.js';
import { openShop, type Shop } from '../support/service.js';

type Operation = {
  operationId: string;
  security: object[];
  responses: object;
  parameters: ({ $ref: string } | { in: string; name: string })[];
  'x-permission'?: string;
};
type Header = { in: string; name: string; required: boolean };
type Document = {
  openapi: string;
  servers: object[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, unknown>;
    parameters: Record<string, Header>;
    securitySchemes: Record<string, object>;
  };
};

let shop: Shop;
let served: Document;
beforeAll(async () => {
  shop = await openShop({ background: false });
  served = (await shop.call('GET', '/openapi.json')).body;
});
afterAll(() => shop.close());

const operations = (): Operation[] => Object.values(served.paths).flatMap(Object.values);

describe('/openapi.json', () => {
  it('passes the rules of redocly.yaml', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tillhouse-'));
    const file = join(folder, 'openapi.json');
    await writeFile(file, JSON.stringify(served));
    const cli = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js');
    const args = [
      cli,
      'lint',
      file,
      '--config',
      join(projectRoot, 'redocly.yaml'),
      '--format=json',
    ];
    const env = { PATH: process.env.PATH, REDOCLY_TELEMETRY: 'off' };
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      env,
      maxBuffer: 50_000_000,
    }).catch((error: { stdout: string }) => error);
    await rm(folder, { recursive: true });
    const { totals, problems } = JSON.parse(stdout);
    const errors = problems.filter(({ severity }: { severity: string }) => severity === 'error');
    expect(errors.map(({ message }: { message: string }) => message)).toEqual([]);
    expect(totals.errors).toBe(0);
  });

  it('names every operation once, by its address', () => {
    const ids = operations().map(({ operationId }) => operationId);
    expect(ids.filter(id => !/^[a-z][A-Za-z0-9]+$/.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(served.paths['/stores/{store}/']?.patch?.operationId).toBe('patchStoresByStore');
    expect(operationIdOf('post', '/web-commerce/cart/{cart_id}/add/')).toBe(
      'postWebCommerceCartByCartIdAdd',
    );
  });

  it('says which operations need no login', () => {
    expect(served.paths['/auth/login/']?.post?.security).toEqual([]);
    const guarded = operations().filter(one => one['x-permission'] !== undefined);
    expect(guarded.length).toBeGreaterThan(200);
    for (const { security } of guarded) expect(security).toEqual([{ bearer: [] }, { cookie: [] }]);
  });

  it('names the headers that a route takes, none of them required', () => {
    const { parameters } = served.components;
    const headersOf = (path: string, method: string) =>
      served.paths[path]?.[method]?.parameters.flatMap(one =>
        '$ref' in one ? (parameters[one.$ref.split('/').at(-1) ?? '']?.name ?? 'unknown') : [],
      );
    expect(headersOf('/stores/', 'get')).toEqual(['X-Request-Id']);
    expect(headersOf('/stores/{store}/', 'patch')).toEqual(['If-Match', 'X-Request-Id']);
    expect(headersOf('/pos/transactions/create/', 'post')).toEqual([
      'Idempotency-Key',
      'X-Request-Id',
    ]);
    expect(headersOf('/transactions/{transactionId}/void/', 'post')).toEqual([
      'Idempotency-Key',
      'If-Match',
      'X-Request-Id',
    ]);
    expect(headersOf('/stock-counts/', 'post')).toEqual(['Idempotency-Key', 'X-Request-Id']);
    expect(headersOf('/auth/login/', 'post')).toEqual(['X-Cart-Session-Token', 'X-Request-Id']);
    // Its record has no GET route, so there is no ETag to compare.
    expect(headersOf('/pos/approvals/{request_id}/approve/', 'post')).toEqual(['X-Request-Id']);
    expect(Object.keys(parameters).sort()).toEqual([
      'IdempotencyKey',
      'IfMatch',
      'XCartSessionToken',
      'XRequestId',
    ]);
    for (const one of Object.values(parameters)) {
      expect(one).toMatchObject({ in: 'header', required: false });
    }
  });

  it('says where the token of a guest is taken', () => {
    expect(served.components.securitySchemes.cartToken).toMatchObject({
      type: 'apiKey',
      in: 'header',
      name: 'X-Cart-Session-Token',
    });
    const taking = Object.entries(served.paths)
      .filter(([, methods]) =>
        Object.values(methods).some(({ security }) => security.some(one => 'cartToken' in one)),
      )
      .map(([path]) => path);
    expect(taking).toContain('/web-commerce/cart/{cart_id}/');
    expect(taking).toContain('/web-commerce/checkout/complete/');
    expect(taking).toContain('/payments/confirm/');
    expect(taking).not.toContain('/web-commerce/guest-order/');
    expect(served.paths['/web-commerce/cart/{cart_id}/add/']?.post?.security).toEqual([
      { cartToken: [] },
      { cookie: [] },
    ]);
  });

  it('has repeated schemas once, with names, and means what the routes declare', () => {
    const declared = shop.app.swagger() as unknown as Document;
    const { schemas } = served.components;
    expect(Object.keys(schemas).filter(name => !/^[A-Z][A-Za-z0-9]+$/.test(name))).toEqual([]);
    expect(JSON.stringify(served).length).toBeLessThan(JSON.stringify(declared).length / 2);
    const answer = (document: Document): unknown =>
      document.paths['/stores/{store}/']?.get?.responses;
    expect(withoutReferences(answer(served), schemas)).toEqual(answer(declared));
  });

  it('is sent compressed to a client that takes it so', async () => {
    const { rawPayload, headers } = await shop.app.inject({
      url: '/openapi.json',
      headers: { 'accept-encoding': 'gzip, br' },
    });
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(JSON.parse(gunzipSync(rawPayload).toString())).toEqual(served);
  });
});

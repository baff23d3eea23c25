import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { projectRoot } from '../../src/platform/root.js';
import { COMMIT } from '../../src/platform/version.js';
import { readHealth } from '../../web/desk/pages/operations/read-health.js';
import { openShop, type Shop } from '../support/service.js';

const manifest = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
let shop: Shop;

beforeAll(async () => {
  shop = await openShop({ background: false });
});
afterAll(() => shop.close());

const json = { 'content-type': 'application/json' };

describe('paths and methods', () => {
  it('answers an unknown path in JSON', async () => {
    const answer = await shop.call('GET', '/nowhere/');
    expect(answer.status).toBe(404);
    expect(answer.body).toEqual({ detail: 'There is nothing at this path.', code: 'NOT_FOUND' });
  });

  it('answers 404 on removed routes', async () => {
    expect((await shop.call('GET', '/promotional-campaigns/')).status).toBe(404);
  });

  it('lists the methods of a known path', async () => {
    const answer = await shop.call('DELETE', '/pos/auth/terminal-login/');
    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toBe('POST');
    expect(answer.body.code).toBe('METHOD_NOT_ALLOWED');
    expect((await shop.call('POST', '/stores/DOWNTOWN/')).headers.allow).toBe(
      'DELETE, GET, HEAD, PATCH, PUT',
    );
  });

  it('accepts a path with and without its trailing slash', async () => {
    for (const path of ['/pos/health/', '/pos/health']) {
      expect((await shop.call('GET', path)).status).toBe(200);
    }
    const login = { body: { username: 'manager', password: 'manager-demo' } };
    expect((await shop.call('POST', '/auth/login', login)).status).toBe(200);
  });

  it("returns a request id, the caller's own if it is valid", async () => {
    const sent = await shop.call('GET', '/pos/health/', {
      headers: { 'x-request-id': 'till-7.42' },
    });
    expect(sent.headers['x-request-id']).toBe('till-7.42');
    const odd = await shop.call('GET', '/pos/health/', {
      headers: { 'x-request-id': 'a b<script>' },
    });
    expect(odd.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect((await shop.call('GET', '/nowhere/')).headers['x-request-id']).toMatch(
      /^[0-9a-f-]{36}$/,
    );
  });

  it('sends security headers and no CORS permission', async () => {
    const { headers } = await shop.call('GET', '/pos/health/', {
      headers: { origin: 'https://evil.example' },
    });
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('bodies', () => {
  const login = (payload: string | Buffer, headers: Record<string, string> = json) =>
    shop.call('POST', '/auth/login/', { body: payload, headers });

  it('refuses invalid JSON', async () => {
    const answer = await login('{"username":');
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ detail: 'The body is not valid JSON.', code: 'INVALID_JSON' });
  });

  it('refuses another content type', async () => {
    const answer = await login('username=x', {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(answer.status).toBe(415);
    expect(answer.body).toEqual({
      detail: 'Send the body as application/json.',
      code: 'UNSUPPORTED_MEDIA_TYPE',
    });
    expect((await login('{}', { 'content-type': 'text/plain' })).status).toBe(415);
  });

  it('refuses more than one mebibyte', async () => {
    const answer = await login(JSON.stringify({ username: 'x'.repeat(1_048_577) }));
    expect(answer.status).toBe(413);
    expect(answer.body.code).toBe('TOO_LARGE');
  });

  it.each([
    '/transactions/',
    '/pos/auth/terminal-login/',
    '/web-commerce/session/create/',
    '/integrations/manual-sync/',
  ])('reports it in one format everywhere, as at %s', async path => {
    const body = { x: 'x'.repeat(1_048_577) };
    const answer = await shop.call('POST', path, { token: await shop.officeToken(), body });
    expect([answer.status, answer.body]).toEqual([
      413,
      { detail: 'The body is larger than this route takes.', code: 'TOO_LARGE' },
    ]);
  });

  it.each([
    ['deep nesting', `${'['.repeat(65)}${']'.repeat(65)}`],
    ['a NUL', '{"username":"a\\u0000b","password":"x"}'],
    ['a lone surrogate', '{"username":"\\ud800","password":"x"}'],
    ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22])],
  ])('refuses %s with 400', async (_, payload) => {
    const answer = await login(payload);
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe('INVALID_JSON');
  });

  it('refuses a body with too many values', async () => {
    const items = (n: number) => ({ line_items: Array.from({ length: n }, () => 1) });
    const token = await shop.tillToken();
    const send = (n: number) =>
      shop.call('POST', '/pos/transactions/create/', { token, body: items(n) });
    expect((await send(10_001)).body.error).toBe('The body holds more than 10000 values.');
    expect((await send(10_000)).body.code).toBe('INVALID');
  });

  it('reports every invalid field at once and never echoes the input', async () => {
    const answer = await shop.call('POST', '/pos/auth/terminal-login/', {
      body: { employee_id: 7, pin_code: ['9876'], store_id: 'DOWNTOWN' },
    });
    expect(answer.status).toBe(400);
    expect(answer.body.success).toBe(false);
    expect(Object.keys(answer.body.details).sort()).toEqual([
      'employee_id',
      'pin_code',
      'terminal_id',
    ]);
    expect(answer.text).not.toContain('9876');
  });

  it('ignores prototype keys', async () => {
    const answer = await login(
      '{"__proto__":{"username":"manager"},"constructor":{"prototype":{"password":"x"}}}',
    );
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.errors).sort()).toEqual(['password', 'username']);
  });
});

describe('queries', () => {
  it('names an unknown parameter', async () => {
    const answer = await shop.call('GET', '/sites/?colour=red', {
      token: await shop.officeToken(),
    });
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe('UNKNOWN_PARAMETER');
    expect(answer.body.errors).toEqual({ colour: ['This parameter is not known here.'] });
  });

  it.each(['0', '201', 'ten', '1.5'])('refuses limit=%s', async limit => {
    const answer = await shop.call('GET', `/sites/?limit=${limit}`, {
      token: await shop.officeToken(),
    });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.errors)).toEqual(['limit']);
  });

  it.each([
    'xx',
    Buffer.from('{"a":1}').toString('base64url'),
    Buffer.from('["a","b"]').toString('base64url'),
  ])('refuses a foreign cursor', async cursor => {
    const answer = await shop.call('GET', `/sites/?cursor=${cursor}`, {
      token: await shop.officeToken(),
    });
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe('INVALID_CURSOR');
  });

  it('pages through a list by its Link header, each row once', async () => {
    const token = await shop.officeToken('admin');
    for (let n = 10; n < 15; n += 1) {
      await shop.call('POST', '/sites/', { token, body: { code: `PAGE-${n}`, name: `Page ${n}` } });
    }
    const seen: string[] = [];
    let next: string | undefined = '/sites/?limit=2';
    while (next !== undefined) {
      const answer = await shop.call('GET', next, { token });
      expect(answer.status).toBe(200);
      seen.push(...answer.body.map((site: { code: string }) => site.code));
      next = /<([^>]+)>; rel="next"/.exec(String(answer.headers.link ?? ''))?.[1];
    }
    expect(seen).toEqual([
      'BER-T1',
      'MAIN-ST',
      'PAGE-10',
      'PAGE-11',
      'PAGE-12',
      'PAGE-13',
      'PAGE-14',
      'ZRH-HB',
    ]);
  });
});

describe('health', () => {
  it('reports to tills in the specified form', async () => {
    const { status, body } = await shop.call('GET', '/pos/health/');
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'healthy',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      version: manifest.version,
      service_name: 'tillhouse',
      services: { database: true, cache: true },
    });
  });

  it('queries the database once for many requests within a second', async () => {
    const asked = vi.spyOn(shop.platform.cache, 'ping');
    await Promise.all(Array.from({ length: 20 }, () => shop.call('GET', '/pos/health/')));
    expect(asked.mock.calls.length).toBeLessThan(4);
    asked.mockRestore();
  });

  it('shows a page to browsers and JSON to programs', async () => {
    const page = await shop.call('GET', '/health/');
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.text).toContain('Tillhouse is healthy');
    const machine = await shop.call('GET', '/health/?format=json');
    expect(machine.body.checks).toEqual({ database: true, cache: true, storage: true });
    expect(machine.body.version).toBe(manifest.version);
    expect(machine.body.commit).toBe(COMMIT);
  });

  it('shows the desk which check failed, although the answer is a 500', async () => {
    const url = await shop.app.listen({ host: '127.0.0.1', port: 0 });
    const { config } = shop.platform;
    const { dataDir } = config;
    // A file cannot contain the directory of the pictures.
    config.dataDir = join(projectRoot, 'package.json', 'data');
    onTestFinished(() => {
      config.dataDir = dataDir;
    });
    await expect
      .poll(async () => (await readHealth(url)).checks, { timeout: 5_000 })
      .toEqual({ database: true, cache: true, storage: false });
    expect((await fetch(`${url}/health/?format=json`)).status).toBe(500);
    await expect(readHealth(`${url}/nowhere`)).rejects.toMatchObject({ status: 404 });
  });
});

describe('the API description', () => {
  it('is OpenAPI 3.1 and describes the answers of every route', async () => {
    const { status, body } = await shop.call('GET', '/openapi.json');
    expect(status).toBe(200);
    expect(body.openapi).toBe('3.1.0');
    const silent: string[] = [];
    for (const [path, methods] of Object.entries<
      Record<string, { responses?: Record<string, unknown> }>
    >(body.paths)) {
      for (const [method, route] of Object.entries(methods)) {
        const good = Object.entries(route.responses ?? {}).filter(([code]) => code.startsWith('2'));
        const described =
          good.length > 0 &&
          good.every(([code, r]) => code === '204' || (r as { content?: object }).content);
        // The success of a socket is the upgrade, that of a redirect the address; neither has a body.
        const isBodyless = path.startsWith('/ws/') || '302' in (route.responses ?? {});
        if (!described && !isBodyless) silent.push(`${method} ${path}`);
      }
    }
    expect(silent).toEqual([]);
    expect(Object.keys(body.paths).length).toBeGreaterThan(20);
  });

  it('has a reference page without external resources', async () => {
    const page = await shop.call('GET', '/docs/');
    expect(page.status).toBe(200);
    expect(page.text).not.toMatch(/(src|href)="https?:/);
    expect((await shop.call('GET', '/docs/static/swagger-ui.css')).status).toBe(200);
  });
});

it('has only schemas that compile', async () => {
  await shop.app.compileAhead();
});

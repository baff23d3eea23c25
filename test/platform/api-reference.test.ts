import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asVersion30 } from '../../src/platform/http/schemas-3-0.js';
import { shareSchemas } from '../../src/platform/http/share-schemas.js';
import { openShop, type Shop } from '../support/service.js';

type Node = { [name: string]: unknown };

let shop: Shop;
let whole: Node;
beforeAll(async () => {
  shop = await openShop({ background: false });
  whole = (await shop.call('GET', '/openapi.json')).body;
});
afterAll(() => shop.close());

/** The document with every reference replaced by what it stands for. */
function expanded(value: unknown, schemas: Node): unknown {
  if (Array.isArray(value)) return value.map(part => expanded(part, schemas));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref } = value as Node;
  if (typeof $ref === 'string') return expanded(schemas[$ref.split('/').at(-1) ?? ''], schemas);
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, expanded(part, schemas)]),
  );
}

describe('the document of the API reference', () => {
  it('says the same as /openapi.json in less than half of the bytes', async () => {
    const { body, text } = await shop.call('GET', '/docs/json');
    expect(body.openapi).toBe('3.0.3');
    expect(text.length).toBeLessThan(JSON.stringify(whole).length / 2);
    const plain = asVersion30(whole) as Node;
    expect(expanded(body.paths, body.components.schemas)).toEqual(plain.paths);
    expect(text).not.toContain('"type":"null"');
  });

  it('is sent compressed to browsers', async () => {
    const { rawPayload, headers } = await shop.app.inject({
      url: '/docs/json',
      headers: { 'accept-encoding': 'gzip, br' },
    });
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(headers['content-security-policy']).toContain("script-src 'self'");
    expect(rawPayload.length).toBeLessThan(80_000);
    const { body } = await shop.call('GET', '/docs/json');
    expect(JSON.parse(gunzipSync(rawPayload).toString())).toEqual(body);
  });

  it('leaves /openapi.json as it is', () => {
    expect(whole.openapi).toBe('3.1.0');
    expect(JSON.stringify(whole)).not.toContain('"$ref"');
  });
});

it('shares a repeated schema once, and keeps what is different', () => {
  const address = {
    type: 'object',
    properties: { street: { type: 'string', description: 'x'.repeat(99) } },
  };
  const answer = (schema: object) => ({
    get: { responses: { 200: { content: { 'application/json': { schema } } } } },
  });
  const paths = { '/a/': answer(address), '/b/': answer({ type: 'array', items: address }) };
  const shared = shareSchemas({ paths }) as { paths: Node; components: { schemas: Node } };
  expect(shared.components.schemas).toEqual({ Shared1: address });
  const ref = { $ref: '#/components/schemas/Shared1' };
  expect(shared.paths).toEqual({
    '/a/': answer(ref),
    '/b/': answer({ type: 'array', items: ref }),
  });
});

it.each([
  [{ type: ['string', 'null'] }, { type: 'string', nullable: true }],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, { type: 'string', nullable: true }],
  [
    { const: 'a', type: 'string' },
    { type: 'string', enum: ['a'] },
  ],
  [{ exclusiveMinimum: 0 }, { minimum: 0, exclusiveMinimum: true }],
])('writes %j in the words of version 3.0', (schema, expected) => {
  const { s } = asVersion30({ s: schema }) as Node;
  expect(s).toEqual(expected);
});

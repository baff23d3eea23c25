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

describe('the document of the API reference', () => {
  it('says the same as /openapi.json in the words of version 3.0', async () => {
    const { body, text } = await shop.call('GET', '/docs/json');
    expect(body).toEqual(asVersion30(whole));
    expect(body.openapi).toBe('3.0.3');
    expect(text).not.toContain('"type":"null"');
  });

  it('is sent compressed to browsers', async () => {
    const { rawPayload, headers } = await shop.app.inject({
      url: '/docs/json',
      headers: { 'accept-encoding': 'gzip, br' },
    });
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(headers['content-security-policy']).toContain("script-src 'self'");
    expect(rawPayload.length).toBeLessThan(125_000);
    const { body } = await shop.call('GET', '/docs/json');
    expect(JSON.parse(gunzipSync(rawPayload).toString())).toEqual(body);
  });
});

it('shares a repeated schema once, and keeps what is different', () => {
  const address = {
    type: 'object',
    properties: { street: { type: 'string', description: 'x'.repeat(99) } },
  };
  const answer = (operationId: string, schema: object) => ({
    get: { operationId, responses: { 200: { content: { 'application/json': { schema } } } } },
  });
  const paths = {
    '/a/': answer('getA', address),
    '/b/': answer('getB', { type: 'array', items: address }),
  };
  const shared = shareSchemas({ paths }) as { paths: Node; components: { schemas: Node } };
  expect(shared.components.schemas).toEqual({ GetAAnswer: address });
  const ref = { $ref: '#/components/schemas/GetAAnswer' };
  expect(shared.paths).toEqual({
    '/a/': answer('getA', ref),
    '/b/': answer('getB', { type: 'array', items: ref }),
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

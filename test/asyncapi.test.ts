import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv, type AnySchema } from 'ajv';
import formats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { events } from '../src/domains/event-map.js';
import { openShop, type Shop } from './support/service.js';

type Message = { name: string; payload: AnySchema };
type Document = {
  channels: Record<string, { address: string | null; messages: Record<string, unknown> }>;
  components: { messages: Record<string, Message>; schemas: Record<string, AnySchema> };
};

let shop: Shop;
let document: Document;
beforeAll(async () => {
  shop = await openShop({ background: false });
  document = (await shop.call('GET', '/asyncapi.json')).body;
});
afterAll(() => shop.close());

const schemaOfAsyncApi = (): AnySchema =>
  JSON.parse(
    readFileSync(
      createRequire(import.meta.url).resolve('@asyncapi/specs/schemas/3.0.0-without-$id.json'),
      'utf8',
    ),
  );

/** Every `$ref` in a value. */
function refsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { $ref } = value as { $ref?: unknown };
  return [...(typeof $ref === 'string' ? [$ref] : []), ...Object.values(value).flatMap(refsIn)];
}

const resolve = (ref: string): unknown =>
  ref
    .replace('#/', '')
    .split('/')
    .reduce<unknown>(
      (value, key) => (value as Record<string, unknown> | undefined)?.[key],
      document,
    );

describe('the AsyncAPI document', () => {
  it('is public and valid against the schema of AsyncAPI 3.0', async () => {
    const { status, body, headers } = await shop.call('GET', '/asyncapi.json');
    expect(status).toBe(200);
    expect(headers['content-type']).toContain('application/json');
    const ajv = new Ajv({ strict: false, allErrors: true });
    formats.default(ajv);
    const validate = ajv.compile(schemaOfAsyncApi());
    validate(body);
    expect(validate.errors ?? []).toEqual([]);
  });

  it('references only parts that exist', () => {
    const refs = [...new Set(refsIn(document))];
    expect(refs.length).toBeGreaterThan(100);
    expect(refs.filter(ref => resolve(ref) === undefined)).toEqual([]);
  });

  it('has every live event on both sockets and every webhook event on the webhook channel', () => {
    const { terminal, manager, webhooks } = document.channels;
    const names = (prefix: string, channel: Document['channels'][string] | undefined) =>
      Object.keys(channel?.messages ?? {})
        .filter(key => key.startsWith(prefix))
        .map(key => key.slice(prefix.length));
    const live = events.filter(one => one.live).map(one => one.event);
    const sent = events.filter(one => one.webhook).map(one => one.event);
    expect(names('live.', terminal)).toEqual(live);
    expect(names('live.', manager)).toEqual(live);
    expect(names('webhook.', webhooks)).toEqual([...sent, 'webhook.test']);
  });

  it('hides from sockets how a sale was paid', () => {
    const text = JSON.stringify(document.components.messages['live.transaction.completed']);
    expect(text).toContain('total_paid');
    expect(text).not.toMatch(/payment_method|change_due/);
    const webhook = JSON.stringify(document.components.schemas['transaction.completed']);
    expect(webhook).toMatch(/payment_method.*change_due|change_due.*payment_method/);
  });

  it('has schemas that a validator can compile', () => {
    const ajv = new Ajv({ strict: false });
    formats.default(ajv);
    ajv.addSchema({ $id: 'document', components: document.components });
    for (const { payload } of Object.values(document.components.messages)) {
      const text = JSON.stringify(payload).replaceAll('"#/components', '"document#/components');
      expect(() => ajv.compile(JSON.parse(text))).not.toThrow();
    }
  });
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { statement } from '../../src/platform/database/tx.js';
import { openShop, type Shop } from '../support/service.js';

let shop: Shop;
let token: string;
beforeAll(async () => {
  shop = await openShop({ background: false });
  token = await shop.officeToken('admin');
});
afterAll(() => shop.close());

const work = async () => (await shop.call('GET', '/ops/work/', { token })).body;
const rowOf = async (name: string) =>
  (await work()).find((row: { name: string }) => row.name === name);

/** A document that the content mirror has given up. */
const park = (recordId: string) =>
  statement(
    shop.platform.db,
    `insert into content_changes (kind, record_id, attempts, error, queued_at, due_at, parked_at)
     values ('brand', $1, 10, 'refused', now(), now() - interval '1 hour', now())`,
    [recordId],
  );

it('shows every queue, consumer, the outbox and the jobs', async () => {
  const rows: { name: string; kind: string }[] = await work();
  expect(rows.filter(({ kind }) => kind === 'queue').map(({ name }) => name)).toEqual([
    'payments:refunds',
    'transactions:card-attempts',
    'hardware:print-jobs',
    'storefront:attempts',
    'storefront:uncertain-charges',
    'agents:order-events',
    'webhooks:events',
    'content:inbound',
    'content:outbound',
    'content:push-all',
    'subscriptions:deliveries',
    'mail:outgoing',
  ]);
  expect(rows.filter(({ kind }) => kind === 'consumer').map(({ name }) => name)).toEqual(
    shop.platform.work.consumers.map(({ name }) => name).sort(),
  );
  expect(rows.slice(-2).map(({ name, kind }) => [name, kind])).toEqual([
    ['outbox', 'outbox'],
    ['jobs', 'jobs'],
  ]);
});

it('counts what waits, fails and is parked, and the age of the oldest', async () => {
  const before = await rowOf('content:outbound');
  await park('one');
  await statement(
    shop.platform.db,
    `insert into content_changes (kind, record_id, attempts, error, queued_at, due_at)
     values ('brand', 'two', 1, 'timed out', now(), now() - interval '90 seconds')`,
  );
  const after = await rowOf('content:outbound');
  expect(after).toMatchObject({
    waiting: before.waiting + 1,
    failing: before.failing + 1,
    parked: before.parked + 1,
  });
  expect(after.oldest_seconds).toBeGreaterThanOrEqual(90);
  const metrics = await shop.call('GET', '/metrics', { token });
  expect(metrics.text).toContain('tillhouse_work_parked{queue="content:outbound"} 1');
});

it('lists parked items page by page and retries one or all of them', async () => {
  await park('three');
  const path = '/ops/work/content:outbound/items/';
  const first = await shop.call('GET', `${path}?limit=1`, { token });
  expect(first.body).toEqual([
    { key: 'brand:one', attempts: 10, due_at: expect.any(String), error: 'refused' },
  ]);
  const next = /<([^>]+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? '';
  expect((await shop.call('GET', next, { token })).body).toMatchObject([{ key: 'brand:three' }]);

  const one = await shop.call('POST', `${path}brand:one/retry/`, { token });
  expect([one.status, one.body]).toEqual([200, { key: 'brand:one', status: 'waiting' }]);
  const [row] = await statement<{ attempts: number; parked_at: Date | null }>(
    shop.platform.db,
    `select attempts, parked_at from content_changes where record_id = 'one'`,
  );
  expect(row).toEqual({ attempts: 0, parked_at: null });
  const all = await shop.call('POST', '/ops/work/content:outbound/retry/', { token });
  expect([all.status, all.body]).toEqual([200, { name: 'content:outbound', retried: 1 }]);
  expect((await rowOf('content:outbound')).parked).toBe(0);
});

it('refuses unknown queues, items and callers without the right, and changes nothing', async () => {
  for (const path of [
    '/ops/work/nobody:knows/retry/',
    '/ops/work/payments:refunds/items/not-a-uuid/retry/',
    '/ops/work/content:outbound/items/brand:never/retry/',
  ]) {
    expect((await shop.call('POST', path, { token })).status, path).toBe(404);
  }
  const unknown = await shop.call('GET', '/ops/work/payments:refunds/items/?state=lost', { token });
  expect(unknown.status).toBe(400);
  const manager = await shop.officeToken('manager');
  const forbidden = await shop.call('POST', '/ops/work/content:outbound/retry/', {
    token: manager,
  });
  expect(forbidden.status).toBe(403);
});

it('does not retry deliveries of an endpoint that is switched off', async () => {
  await statement(
    shop.platform.db,
    `with endpoint as (
       insert into webhook_endpoints (id, url, events, secret, is_active)
       values (gen_random_uuid(), 'https://example.com/', '{*}', '\\x00', false) returning id)
     insert into webhook_deliveries (id, endpoint_id, event_id, event, payload, status, created_at)
     select gen_random_uuid(), id, gen_random_uuid(), 'brand.saved', '{}', 'failed', now()
     from endpoint`,
  );
  const retry = await shop.call('POST', '/ops/work/subscriptions:deliveries/retry/', { token });
  expect([retry.status, retry.body.retried]).toEqual([200, 0]);
  const rows = await statement(shop.platform.db, 'select status from webhook_deliveries');
  expect(rows).toEqual([{ status: 'failed' }]);
});

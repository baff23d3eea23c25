import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deliver, edited, openContentShop, rowsOf, type Shop, settled } from './support.js';

const BASE = '/integrations/analytics/';

let shop: Shop;
let token: string;
beforeAll(async () => {
  shop = await openContentShop();
  token = await shop.officeToken();
  await settled(shop);
  await rowsOf(shop, 'delete from content_mutations');
  await deliver(shop, edited('brand-a', 'brand', { name: 'A' }, 'r-1'));
  await deliver(shop, edited('brand-b', 'brand', { name: 'B' }, 'r-1'));
  await deliver(shop, edited('brand-b', 'brand', { name: 'B' }, 'r-1'));
  await deliver(shop, edited('drafts.c', 'category'));
  await deliver(shop, edited('page-1', 'page'));
  await shop.call('POST', '/brands/', { token, body: { name: 'Out' } });
  await settled(shop);
});
afterAll(() => shop.close());

const read = async (path: string) => {
  const answer = await shop.call('GET', `${BASE}${path}`, { token });
  expect(answer.status).toBe(200);
  return answer.body;
};

describe('sync health', () => {
  it('shows the state of both directions', async () => {
    expect(await read('sync-health/')).toEqual({
      status: 'healthy',
      checked_at: expect.any(String),
      inbound: {
        pending: 0,
        failed_24h: 0,
        oldest_pending_seconds: 0,
        last_processed_at: expect.any(String),
      },
      outbound: {
        pending: 0,
        failed_24h: 0,
        oldest_pending_seconds: 0,
        last_processed_at: expect.any(String),
      },
      mirror: {
        is_configured: true,
        never_synced: 0,
        full_push: {
          started_at: expect.any(String),
          finished_at: expect.any(String),
          total: expect.any(Number),
          pushed: expect.any(Number),
        },
      },
    });
  });

  it('is degraded when a direction is slow, and down when nothing moves', async () => {
    await rowsOf(
      shop,
      `insert into content_changes (kind, record_id, queued_at, due_at)
       values ('brand', 'x', now() - interval '301 seconds', now() + interval '1 hour')`,
    );
    expect(await read('sync-health/')).toMatchObject({
      status: 'degraded',
      outbound: { pending: 1, oldest_pending_seconds: expect.any(Number) },
    });
    await rowsOf(shop, `update content_changes set queued_at = now() - interval '3601 seconds'`);
    expect((await read('sync-health/')).status).toBe('down');
    await rowsOf(shop, 'delete from content_changes');
  });
});

describe('throughput', () => {
  it('includes empty hours', async () => {
    const { granularity, data } = await read('sync-throughput/');
    expect(granularity).toBe('hour');
    expect(data).toHaveLength(24);
    const hours = data.map((item: { hour: string }) => Date.parse(item.hour));
    for (const [index, hour] of hours.entries()) {
      expect(hour % 3_600_000).toBe(0);
      if (index > 0) expect(hour - hours[index - 1]).toBe(3_600_000);
    }
    const sums = { in: 0, out: 0, total: 0 };
    for (const item of data) {
      expect(item.total).toBe(item.inbound_count + item.outbound_count);
      sums.in += item.inbound_count;
      sums.out += item.outbound_count;
    }
    expect(sums).toMatchObject({ in: 2, out: 1 });
    expect(data[0]).toEqual({
      hour: expect.any(String),
      inbound_count: 0,
      outbound_count: 0,
      failed_count: 0,
      total: 0,
    });
  });

  it.each([
    [1, 1],
    [720, 720],
  ])('of %d hours', async (hours, expected) => {
    expect((await read(`sync-throughput/?hours=${hours}`)).data).toHaveLength(expected);
  });

  it.each(['0', '8761', 'x', '1.5'])('refuses %s hours', async hours => {
    const { status, body } = await shop.call('GET', `${BASE}sync-throughput/?hours=${hours}`, {
      token,
    });
    expect([status, body.code]).toEqual([400, 'INVALID']);
  });

  it('counts failures of both directions', async () => {
    await rowsOf(
      shop,
      `insert into content_mutations (rev, saved_ids, deleted_ids, status, started_at, finished_at)
       values ('f', '{f}', '{g}', 'failed', now(), now())`,
    );
    const { data } = await read('sync-throughput/?hours=2');
    const failed = data.reduce(
      (sum: number, item: { failed_count: number }) => sum + item.failed_count,
      0,
    );
    expect(failed).toBe(2);
    await rowsOf(shop, `delete from content_mutations where rev = 'f'`);
  });
});

describe('the webhook pipeline', () => {
  it('summarizes the last 24 hours', async () => {
    expect(await read('webhook-pipeline/')).toEqual({
      total_received_24h: 5,
      by_status: { duplicate: 1, processed: 2, skipped: 2 },
      by_document_type: [
        { document_type: 'brand', count: 3 },
        { document_type: 'category', count: 1 },
        { document_type: 'page', count: 1 },
      ],
      avg_processing_ms: expect.any(Number),
      p95_processing_ms: expect.any(Number),
      duplicates_24h: 1,
      skipped_by_reason: { draft_document: 1, no_handler: 1 },
    });
  });

  it('ignores older webhooks', async () => {
    await rowsOf(
      shop,
      `update content_inbound_events set received_at = received_at - interval '24 hours 1 second'`,
    );
    expect(await read('webhook-pipeline/')).toEqual({
      total_received_24h: 0,
      by_status: {},
      by_document_type: [],
      avg_processing_ms: null,
      p95_processing_ms: null,
      duplicates_24h: 0,
      skipped_by_reason: {},
    });
  });
});

describe('revision health', () => {
  it('shows for every model how far documents lag', async () => {
    const { generated_at: at, models } = await read('revision-health/');
    expect(at).toEqual(expect.any(String));
    for (const model of models) {
      expect(model.in_sync + model.stale + model.never_synced).toBe(model.total);
    }
    expect(models.find((model: { model_type: string }) => model.model_type === 'Brand')).toEqual({
      model_type: 'Brand',
      total: 3,
      in_sync: 3,
      stale: 0,
      never_synced: 0,
      max_lag_seconds: 0,
    });
  });
});

describe('access to content analytics', () => {
  it.each(['sync-health/', 'sync-throughput/', 'webhook-pipeline/', 'revision-health/'])(
    '%s: managers in the back office, no till',
    async path => {
      const till = await shop.call('GET', BASE + path, { token: await shop.tillToken('EMP003') });
      expect([till.status, till.body.code]).toEqual([403, 'WEB_SESSION_REQUIRED']);
      const stranger = await shop.call('GET', BASE + path);
      expect([stranger.status, stranger.body.detail !== undefined]).toEqual([401, true]);
    },
  );
});

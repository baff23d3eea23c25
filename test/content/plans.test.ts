import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  finishEvents,
  ownEvents,
  queueWebhooks,
} from '../../src/domains/content/inbound/repository.js';
import { atomically, statement } from '../../src/platform/database/tx.js';
import { newId } from '../../src/platform/ids.js';
import { rowsRead } from '../support/rows-read.js';
import { openShop, type Shop } from '../support/service.js';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ background: false });
});
afterAll(() => shop.close());

it('checks a webhook without a scan of all outgoing writes', async () => {
  const now = new Date();
  const id = newId();
  const event = {
    id,
    document_id: `brand-${id}`,
    document_type: 'brand',
    rev: 'r1',
    operation: 'save' as const,
    signature: id,
    received_at: now,
    payload: { _id: `brand-${id}`, _type: 'brand', _rev: 'r1' },
  };
  const since = { deleted: now, running: now, window: now };
  const looked = await atomically(shop.platform.db, async tx => {
    await statement(
      tx,
      `insert into content_mutations (rev, saved_ids, deleted_ids, status, started_at)
       select 'r-' || n, array['brand-' || n], array['zone-' || n], 'succeeded', now() + interval '1 hour'
       from generate_series(1, 2000) as n`,
    );
    const before = await rowsRead(tx, 'content_mutations');
    const verdicts = await queueWebhooks(tx, [{ event, isSkippedType: false }], now, since);
    expect(verdicts).toEqual([{ id, isOwn: false, isRunning: false, isNew: true }]);
    expect(await ownEvents(tx, [id], now)).toEqual(new Set());
    return (await rowsRead(tx, 'content_mutations')) - before;
  });
  expect(looked).toBe(0);
});

it('finishes a document without a scan of all pending ones', async () => {
  const looked = await atomically(shop.platform.db, async tx => {
    const [waiting] = await statement<{ id: string }>(
      tx,
      `insert into content_inbound_events (id, document_id, document_type, rev, operation, signature,
         status, payload, received_at, due_at)
       select gen_random_uuid(), 'brand-' || n, 'brand', 'r', 'save', n, 'pending', '{}', now(), now()
       from generate_series(1, 2000) as n returning id`,
    );
    const before = await rowsRead(tx, 'content_inbound_events');
    const end = { id: waiting?.id ?? '', status: 'processed' as const, reason: null };
    await finishEvents(tx, [end], new Date());
    return (await rowsRead(tx, 'content_inbound_events')) - before;
  });
  expect(looked).toBe(1);
});

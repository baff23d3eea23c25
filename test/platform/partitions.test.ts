import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMonths, dropEventMonths } from '../../src/platform/database/partitions.js';
import { atomically, statement } from '../../src/platform/database/tx.js';
import { firstIdAt } from '../../src/platform/ids.js';
import { openShop, type Shop } from '../support/service.js';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ background: false, demo: false });
});
afterAll(() => shop.close());

const months = async (parent: string) =>
  (
    await statement<{ name: string }>(
      shop.platform.db,
      'select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass order by 1',
      [parent],
    )
  ).map(row => row.name);

it('creates the coming months of every partitioned table, once', async () => {
  const { db } = shop.platform;
  const now = new Date('2031-11-20T10:00:00Z');
  expect(await atomically(db, tx => createMonths(tx, now, 2))).toBe(12);
  expect(await atomically(db, tx => createMonths(tx, now, 2))).toBe(0);
  for (const parent of ['event_batches', 'stock_movements', 'transactions', 'transaction_lines']) {
    expect(await months(parent)).toEqual(
      expect.arrayContaining([`${parent}_2031_11`, `${parent}_2031_12`, `${parent}_2032_01`]),
    );
  }
  // Only releases before the batches wrote to it.
  expect(await months('single_events')).not.toContain('single_events_2031_11');
});

it('stores a row in the month of its id', async () => {
  const [row] = await statement<{ part: string }>(
    shop.platform.db,
    `with made as (
       insert into event_batches (stream_id, first_seq, last_seq, id, events)
       values (gen_random_uuid(), 1, 1, uuid_floor('2031-12-31T23:59:59.999Z'), '{}') returning tableoid)
     select tableoid::regclass::text as part from made`,
  );
  expect(row?.part).toBe('event_batches_2031_12');
});

it('drops months of the event log beyond the resume period', async () => {
  const { db } = shop.platform;
  await statement(db, `select ensure_months('single_events', '2031-11-20', '2032-01-20')`);
  const dropped = await atomically(db, tx => dropEventMonths(tx, new Date('2031-12-15T00:00:00Z')));
  for (const parent of ['event_batches', 'single_events']) {
    expect(dropped).toContain(`${parent}_2031_11`);
    expect(dropped).not.toContain(`${parent}_2031_12`);
    expect(await months(parent)).toEqual(
      ['2031_12', '2032_01', 'other'].map(month => `${parent}_${month}`),
    );
  }
});

it('computes the same smallest id of a time in the database and in TypeScript', async () => {
  const moments = ['1970-01-01T00:00:00Z', '2026-11-15T09:54:00.123Z', '9999-12-31T23:59:59.999Z'];
  const rows = await statement<{ id: string }>(
    shop.platform.db,
    'select uuid_floor(at) as id from unnest($1::timestamptz[]) with ordinality as m (at, n) order by n',
    [moments],
  );
  expect(rows.map(row => row.id)).toEqual(moments.map(at => firstIdAt(new Date(at))));
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { outboundQueue } from '../../src/domains/content/outbound/push-changes.js';
import {
  type Change,
  finishChanges,
  lockChanges,
  markChanges,
} from '../../src/domains/content/outbound/repository.js';
import { atomically, statement } from '../../src/platform/database/tx.js';
import { claim } from '../../src/platform/work/queues/repository.js';
import { waitingForLocks } from '../support/locks.js';
import { openShop, type Shop } from '../support/service.js';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ background: false });
});
afterAll(() => shop.close());

const MARKS = ['a', 'b', 'c'].map(id => ({ kind: 'brand' as const, id, deletedId: null }));
const now = new Date();

it('locks changes in the order of their marks, so that two transactions cannot deadlock', async () => {
  const { db } = shop.platform;
  await statement(db, 'delete from content_changes');
  await atomically(db, tx => markChanges(tx, MARKS, now));
  const { rows: claimed } = await claim(db, outboundQueue, shop.platform.clock);
  const byId = (one: Change, other: Change) => (one.record_id < other.record_id ? 1 : -1);
  const backwards = [...claimed].sort(byId);
  let finished: Promise<void> | undefined;
  await atomically(db, async tx => {
    await markChanges(tx, MARKS.slice(0, 1), now);
    finished = atomically(db, async other => {
      await lockChanges(other, backwards);
      await finishChanges(other, backwards);
    });
    await expect.poll(() => waitingForLocks(db)).toBe(1);
    // The transaction that waits for the first row holds none of the others.
    const free = await statement<{ record_id: string }>(
      tx,
      `select record_id from content_changes where record_id in ('b', 'c')
       order by record_id for update skip locked`,
    );
    expect(free.map(row => row.record_id)).toEqual(['b', 'c']);
  });
  await finished;
  const left = await statement(db, 'select record_id, version from content_changes');
  expect(left).toEqual([{ record_id: 'a', version: 2 }]);
});

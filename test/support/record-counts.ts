import { statement } from '../../src/platform/database/tx.js';
import type { Shop } from './service.js';

const RECORDED_EVENTS = `(select coalesce(sum(cardinality(events)), 0) from outbox) +
  (select count(*) from events)`;

/** How many events are recorded, once every consumer has handled them and those it recorded itself. */
export async function countEvents(shop: Shop): Promise<number> {
  for (let before = -1; ; ) {
    await shop.settleEvents();
    const [row] = await statement<{ recorded: number; waiting: number }>(
      shop.platform.db,
      `select ${RECORDED_EVENTS} as recorded, (select count(*) from outbox) as waiting`,
    );
    if (row === undefined) throw new Error('nothing was counted');
    if (row.waiting === 0 && row.recorded === before) return before;
    before = row.recorded;
  }
}

/** Runs `query`, one row of figures, after the consumers of all events, and adds the number of events. */
export async function countRecords<Row extends object>(
  shop: Shop,
  query: string,
): Promise<Row & { events: number }> {
  const events = await countEvents(shop);
  const [row] = await statement<Row>(shop.platform.db, query);
  if (row === undefined) throw new Error('nothing was counted');
  return { ...row, events };
}

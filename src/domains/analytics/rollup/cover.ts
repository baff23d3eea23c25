import type { Reader } from '../../../platform/database/tx.js';
import { localDay } from '../../../platform/local-day.js';
import { uncleanDays } from './days-repository.js';
import type { Coverage } from './facts-repository.js';
import { type Day, spansOf, subtractSpans } from './rules.js';

/**
 * Splits the window of each store into days read from the rollup and days computed live. Today is
 * always live; a past day is live only if its rollup is missing or not clean. With `needsStaff` it
 * is live too if its rollup has no sums per person and no margin by hour.
 */
export async function cover(
  reader: Reader,
  stores: readonly { id: string; time_zone: string }[],
  { from, to }: { from: Day; to: Day },
  now: Date,
  needsStaff = false,
): Promise<Coverage> {
  const storeDays = stores.map(({ id, time_zone }) => ({
    id,
    time_zone,
    today: localDay(now, time_zone),
  }));
  const live = spansOf(await uncleanDays(reader, storeDays, from, to, needsStaff));
  const rolled = stores.flatMap(({ id, time_zone }) =>
    subtractSpans(
      { store_id: id, time_zone, from_day: from, to_day: to },
      live.filter(span => span.store_id === id),
    ),
  );
  return { live, rolled };
}

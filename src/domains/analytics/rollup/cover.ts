import type { Reader } from '../../../platform/database/tx.js';
import { uncleanDays } from './days-repository.js';
import type { Coverage } from './facts-repository.js';
import { type Day, localDay, spansOf, without } from './rules.js';

/**
 * Decides for each store which days of a window are read from the sums and which from the records:
 * today always from the records, the past only where the sums are missing or outdated.
 */
export async function cover(
  reader: Reader,
  stores: readonly { id: string; time_zone: string }[],
  { from, to }: { from: Day; to: Day },
  now: Date,
): Promise<Coverage> {
  const today = stores.map(({ id, time_zone }) => ({
    id,
    time_zone,
    today: localDay(now, time_zone),
  }));
  const live = spansOf(await uncleanDays(reader, today, from, to));
  const rolled = stores.flatMap(({ id, time_zone }) =>
    without(
      { store_id: id, time_zone, from_day: from, to_day: to },
      live.filter(span => span.store_id === id),
    ),
  );
  return { live, rolled };
}

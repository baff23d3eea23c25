import type { Reader } from '../../../platform/database/tx.js';
import type { Static } from '../../../platform/http/schemas.js';
import { localDay } from '../../../platform/local-day.js';
import type { Platform } from '../../../platform/platform.js';
import type { Staff } from '../../access/index.js';
import { countLow } from '../../inventory/index.js';
import type { ListedStore } from '../../stores/index.js';
import { storesOf } from '../reports/scope.js';
import { cover } from '../rollup/cover.js';
import { type Coverage, readSumsPerStore, SALES } from '../rollup/facts-repository.js';
import { addDays, type Day } from '../rollup/rules.js';
import { figuresPerCurrency, nothingIn } from './read-store-day.js';
import type { ChainDayAnswer } from './schemas.js';

/** Today of every open store the caller may see, each by its own clock, in a few statements. */
export async function readChainDay(
  platform: Platform,
  caller: Staff,
): Promise<Static<typeof ChainDayAnswer>> {
  const { replica: reader, clock } = platform;
  const now = clock.now();
  // The desk does not offer a closed store, so a card of one would lead to another store.
  const stores = (await storesOf(platform, caller, undefined)).filter(store => store.is_active);
  const live = stores.map(({ id, time_zone }) => {
    const today = localDay(now, time_zone);
    return { store_id: id, time_zone, from_day: today, to_day: today };
  });
  const ids = stores.map(({ id }) => id);
  const [today, weekBefore, low] = await Promise.all([
    figuresOf(reader, { live, rolled: [] }),
    weekBeforeOf(reader, stores, now).then(coverage => figuresOf(reader, coverage)),
    countLow(reader, ids),
  ]);
  return {
    generated_at: now.toISOString(),
    stores: stores.map(store => ({
      store: store.id,
      store_code: store.code,
      date: localDay(now, store.time_zone),
      time_zone: store.time_zone,
      currency: store.currency,
      ...today(store),
      net_week_before: weekBefore(store).net,
      low_stock: low.get(store.id) ?? 0,
    })),
  };
}

/** The figures of a store in its own currency. */
async function figuresOf(reader: Reader, coverage: Coverage) {
  const sums = await readSumsPerStore(reader, SALES, coverage);
  const own = new Map(sums.map(sum => [`${sum.store_id} ${sum.currency}`, sum]));
  return ({ id, currency }: Pick<ListedStore, 'id' | 'currency'>) => {
    const sum = own.get(`${id} ${currency}`);
    return (sum && figuresPerCurrency([sum])[0]) ?? nothingIn(currency);
  };
}

/** The same weekday a week before: at a given time the stores of the world have two dates or three. */
async function weekBeforeOf(
  reader: Reader,
  stores: readonly ListedStore[],
  now: Date,
): Promise<Coverage> {
  const todayOf = ({ time_zone }: ListedStore): Day => localDay(now, time_zone);
  const parts = await Promise.all(
    [...new Set(stores.map(todayOf))].map(today => {
      const day = addDays(today, -7);
      const ofDay = stores.filter(store => todayOf(store) === today);
      return cover(reader, ofDay, { from: day, to: day }, now);
    }),
  );
  return {
    live: parts.flatMap(part => part.live),
    rolled: parts.flatMap(part => part.rolled),
  };
}

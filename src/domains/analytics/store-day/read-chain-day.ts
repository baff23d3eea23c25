import type { Static } from '../../../platform/http/schemas.js';
import { localDay } from '../../../platform/local-day.js';
import type { Platform } from '../../../platform/platform.js';
import type { Staff } from '../../access/index.js';
import { countLow } from '../../inventory/index.js';
import { storesOf } from '../reports/scope.js';
import { readSumsPerStore, SALES } from '../rollup/facts-repository.js';
import { figuresPerCurrency, nothingIn } from './read-store-day.js';
import type { ChainDayAnswer } from './schemas.js';

/** Today of every open store the caller may see, each by its own clock, in two statements. */
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
  const [sums, low] = await Promise.all([
    readSumsPerStore(reader, SALES, { live, rolled: [] }),
    countLow(reader, ids),
  ]);
  return {
    generated_at: now.toISOString(),
    stores: stores.map(({ id, code, currency, time_zone }) => {
      const byCurrency = figuresPerCurrency(sums.filter(sum => sum.store_id === id));
      return {
        store: id,
        store_code: code,
        date: localDay(now, time_zone),
        time_zone,
        currency,
        ...(byCurrency.find(figures => figures.currency === currency) ?? nothingIn(currency)),
        low_stock: low.get(id) ?? 0,
      };
    }),
  };
}

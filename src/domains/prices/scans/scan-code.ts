import { minor } from '../../../platform/money.js';
import type { Platform } from '../../../platform/platform.js';
import { shownQuantity } from '../../../platform/quantity.js';
import type { Staff } from '../../access/index.js';
import { findByCode, type PricesOf } from '../../catalog/index.js';
import { choosePrice, listsOfStore } from '../../pricing/index.js';
import { findStore } from '../../stores/index.js';
import { notSoldHere } from '../errors.js';
import { pricesFromDatabase } from '../resolve-prices.js';

/** Goods by a scanned code; those of a scale's label at the price of the store. */
export function scanCode(
  { db, config, clock }: Platform,
  caller: Staff,
  scan: { code: string; store?: string },
) {
  const pricesOf: PricesOf = async (storeId, { id, unit, price, sku }) => {
    const store = await findStore(db, storeId);
    if (store === undefined) throw new Error('pattern without a store');
    const source = pricesFromDatabase(db);
    const [lists, [prices = []]] = await Promise.all([source.lists(), source.prices([id])]);
    const buyer = { store, customerGroup: null, atMs: clock.now().getTime() };
    const variant = { prices, ownMinor: minor(price, config.baseCurrency) };
    const ofStore = listsOfStore(lists, store);
    return {
      currency: store.currency,
      priceFor: quantity =>
        choosePrice(ofStore, variant, buyer, shownQuantity(quantity, unit), config.baseCurrency)
          ?.amountMinor,
      notSold: () => notSoldHere([{ field: 'code', sku }], store.currency),
    };
  };
  return findByCode(db, caller, scan, pricesOf);
}

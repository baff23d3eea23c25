import { minorDigits } from '../../platform/currencies.js';
import { atomically, type Tx } from '../../platform/database/tx.js';
import { conflict } from '../../platform/http/failure.js';
import type { Static } from '../../platform/http/schemas.js';
import type { Platform } from '../../platform/platform.js';
import { saveList } from '../prices/index.js';
import { dropStores, openStore, openZones, type StoreWithTaxes } from '../stores/index.js';
import { announceBaseCurrency } from './base-currency.js';
import { firstStore, hasPrices, lockState, setBaseCurrency } from './repository.js';
import { storeCodeOf } from './rules.js';
import type { FirstStoreBody } from './schemas.js';
import { proposedZones } from './shipping-zones.js';

/** The variants' own prices have at most two decimals. */
const MAX_DIGITS = 2;

export type FirstStore = Static<typeof FirstStoreBody>;

/** The store with its taxes and shipping zones, and the currency of the prices, at once or not at all. */
export async function openFirstStore(platform: Platform, asked: FirstStore) {
  const store = await atomically(platform.db, async tx => {
    await lockState(tx);
    if ((await firstStore(tx)) !== undefined) {
      throw conflict('STORE_EXISTS', 'There is a store already; change it in the store settings.');
    }
    const opened = await openStore(tx, {
      ...asked,
      code: asked.code ?? storeCodeOf(asked.name),
      shipping_tax_class: 'standard',
      approval_policy: { discount_percent_above: 20, below_cost: true },
    });
    const { country, currency, language } = asked;
    await openZones(tx, opened.id, proposedZones(country, currency, language));
    await choosePriceCurrency(tx, platform, opened);
    return opened;
  });
  await dropStores(platform);
  await announceBaseCurrency(platform);
  return store;
}

/**
 * The variants' own prices are in the currency of the first store, unless the environment names
 * another or prices exist: then the store gets a price list.
 */
async function choosePriceCurrency(
  tx: Tx,
  { config }: Platform,
  { currency }: StoreWithTaxes,
): Promise<void> {
  const mayChoose = !config.isBaseCurrencySet && minorDigits(currency) <= MAX_DIGITS;
  if (mayChoose && !(await hasPrices(tx))) await setBaseCurrency(tx, currency);
  else if (currency !== config.baseCurrency) {
    await saveList(tx, undefined, { code: currency, name: currency, currency });
  }
}

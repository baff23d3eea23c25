import { countryCodeOf } from '../../platform/countries.js';
import type { Tx } from '../../platform/database/tx.js';
import type { Static } from '../../platform/http/schemas.js';
import type { StoreWithTaxes } from './repository.js';
import { saveStore } from './save-store.js';
import type { NewStoreBody } from './schemas.js';
import { saveJurisdiction } from './taxes/save-jurisdiction.js';
import { saveTaxRate } from './taxes/save-tax-rate.js';

export type NewStore = Static<typeof NewStoreBody>;

/** A store, and the tax that is opened with it. Taxes that exist already can be named as well. */
export async function openStore(tx: Tx, { tax, ...store }: NewStore): Promise<StoreWithTaxes> {
  if (tax === undefined) return saveStore(tx, undefined, store);
  const country = countryCodeOf(store.country ?? '');
  const jurisdiction = await saveJurisdiction(tx, undefined, {
    code: country === undefined ? store.code : `${country}-${store.code}`,
    name: tax.name,
    rate: tax.standard_rate,
  });
  if (tax.reduced_rate !== undefined && tax.reduced_rate !== null) {
    await saveTaxRate(tx, undefined, {
      jurisdiction: jurisdiction.id,
      tax_class: 'reduced',
      rate: tax.reduced_rate,
    });
  }
  return saveStore(tx, undefined, {
    ...store,
    tax_jurisdiction_ids: [...(store.tax_jurisdiction_ids ?? []), jurisdiction.id],
  });
}

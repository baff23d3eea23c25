import { BUILT_IN_TAX_CLASSES } from '../rules.js';
import type { Jurisdiction, JurisdictionWithStores } from './jurisdiction-repository.js';
import type { TaxClass, TaxRate } from './rate-repository.js';

export function presentJurisdiction(jurisdiction: JurisdictionWithStores) {
  return {
    ...jurisdiction,
    rate: trimmedRate(jurisdiction),
    created_at: jurisdiction.created_at.toISOString(),
    updated_at: jurisdiction.updated_at.toISOString(),
  };
}

export const presentTaxClass = (row: TaxClass) => ({
  ...row,
  is_built_in: BUILT_IN_TAX_CLASSES.has(row.code),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

export const presentTaxRate = (row: TaxRate) => ({
  ...row,
  rate: trimmedRate(row),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

/** `0.082500` in the database is `0.0825` in responses. */
const trimmedRate = ({ rate }: Pick<Jurisdiction, 'rate'>): string =>
  rate.includes('.') ? rate.replace(/\.?0+$/, '') : rate;

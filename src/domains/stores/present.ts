import type { Language } from '../../platform/language.js';
import type {
  Jurisdiction,
  JurisdictionWithStores,
  Site,
  StoreWithTaxes,
  Terminal,
} from './repository.js';
import {
  BUILT_IN_TAX_CLASSES,
  type ReceiptPrinting,
  showCashRounding,
  storeHours,
  storeLanguage,
  storeTips,
  type TaxSourcing,
} from './rules.js';
import type { TaxClass, TaxRate } from './tax-rate-repository.js';

/** A rate of a store without shipping zones. */
export type ShippingRate = {
  id: number;
  code: string;
  title: string;
  turnaround?: string;
  days_min?: number | null;
  days_max?: number | null;
  price: string;
};

export function presentStore(store: StoreWithTaxes) {
  return {
    ...store,
    approval_policy: store.approval_policy as Record<string, unknown>,
    cash_rounding: showCashRounding(store.cash_rounding),
    tips: { ...storeTips(store), percentages: [...storeTips(store).percentages] },
    language: storeLanguage(store),
    tax_sourcing: store.tax_sourcing as TaxSourcing,
    receipt_printing: store.receipt_printing as ReceiptPrinting,
    shipping_rates: store.shipping_rates as unknown as ShippingRate[],
    ...storeHours(store),
    languages: store.languages as Language[],
    created_at: store.created_at.toISOString(),
    updated_at: store.updated_at.toISOString(),
  };
}

export function presentSite(site: Site) {
  return {
    ...site,
    created_at: site.created_at.toISOString(),
    updated_at: site.updated_at.toISOString(),
  };
}

export function presentJurisdiction(jurisdiction: JurisdictionWithStores) {
  return {
    ...jurisdiction,
    rate: trimmedRate(jurisdiction),
    created_at: jurisdiction.created_at.toISOString(),
    updated_at: jurisdiction.updated_at.toISOString(),
  };
}

export const presentTerminal = (terminal: Terminal, storeId: string) => ({
  id: terminal.id,
  store_id: storeId,
  name: terminal.name,
  is_active: terminal.is_active,
  reader_id: terminal.reader_id,
  last_seen_at: terminal.last_seen_at?.toISOString() ?? null,
});

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

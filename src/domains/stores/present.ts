import type { Language } from '../../platform/language.js';
import type { StoreWithTaxes } from './repository.js';
import {
  type ReceiptPrinting,
  showCashRounding,
  storeHours,
  storeLanguage,
  storeTips,
  type TaxSourcing,
} from './rules.js';

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

import { amountOrNull, numberOrNull, type Typed, typedOf } from '../../parts/fields.js';
import type { Store } from '../../types.js';

/** The settings of a store as the form holds them; empty number fields are "". */
export type Draft = Pick<
  Store,
  | 'prices_include_tax'
  | 'shipping_tax_class'
  | 'tax_sourcing'
  | 'cash_rounding'
  | 'language'
  | 'receipt_footer'
  | 'require_shift'
  | 'printer_networks'
> & {
  cash_variance_tolerance: Typed;
  cash_movement_limit: Typed;
  offline_return_limit: Typed;
  offline_return_day_limit: Typed;
  loyalty_points_per_unit: Typed;
  points_value: Typed;
  customer_retention_days: Typed;
  points_months: Typed;
  gift_card_months: Typed;
  layaway_days: Typed;
  layaway_fee: Typed;
  tax_jurisdiction_ids: string[];
};

export const draftOf = (store: Store): Draft => ({
  prices_include_tax: store.prices_include_tax,
  shipping_tax_class: store.shipping_tax_class,
  tax_sourcing: store.tax_sourcing,
  cash_rounding: store.cash_rounding,
  language: store.language,
  receipt_footer: store.receipt_footer,
  require_shift: store.require_shift,
  printer_networks: store.printer_networks,
  cash_variance_tolerance: typedOf(store.cash_variance_tolerance),
  cash_movement_limit: typedOf(store.cash_movement_limit),
  offline_return_limit: typedOf(store.offline_return_limit),
  offline_return_day_limit: typedOf(store.offline_return_day_limit),
  loyalty_points_per_unit: typedOf(store.loyalty_points_per_unit),
  points_value: typedOf(store.points_value),
  customer_retention_days: typedOf(store.customer_retention_days),
  points_months: typedOf(store.points_months),
  gift_card_months: typedOf(store.gift_card_months),
  layaway_days: typedOf(store.layaway_days),
  layaway_fee: typedOf(store.layaway_fee),
  tax_jurisdiction_ids: store.tax_jurisdictions.map(({ id }) => id),
});

const bodyOf = (draft: Draft) => ({
  ...draft,
  receipt_footer: draft.receipt_footer.trim(),
  cash_variance_tolerance: amountOrNull(draft.cash_variance_tolerance) ?? '0.00',
  cash_movement_limit: amountOrNull(draft.cash_movement_limit) ?? '0.00',
  offline_return_limit: amountOrNull(draft.offline_return_limit),
  offline_return_day_limit: amountOrNull(draft.offline_return_day_limit),
  loyalty_points_per_unit: numberOrNull(draft.loyalty_points_per_unit) ?? 0,
  points_value: (numberOrNull(draft.points_value) ?? 0).toFixed(4),
  customer_retention_days: numberOrNull(draft.customer_retention_days),
  points_months: numberOrNull(draft.points_months),
  gift_card_months: numberOrNull(draft.gift_card_months),
  layaway_days: numberOrNull(draft.layaway_days) ?? undefined,
  layaway_fee: amountOrNull(draft.layaway_fee) ?? '0.00',
});

/** The order of taxes and networks means nothing. */
const asText = (value: unknown): string =>
  JSON.stringify(Array.isArray(value) ? value.toSorted() : value);

/** Only what differs: another person may have changed the rest meanwhile. */
export function changesOf(store: Store, draft: Draft): Partial<ReturnType<typeof bodyOf>> {
  const before = bodyOf(draftOf(store));
  const changed = Object.entries(bodyOf(draft)).filter(
    ([name, value]) => asText(value) !== asText(before[name as keyof typeof before]),
  );
  return Object.fromEntries(changed);
}

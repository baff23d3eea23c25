import { appliesToChain, canInChain, type Staff } from '../../access/index.js';
import type { StoreWithTaxes } from '../repository.js';
import { readCashRounding } from '../rules.js';
import type { StoreChange } from '../save-store.js';

/** What a store charges, in which money, and what points of the chain are worth is not its own decision. */
export function requireTaxPermission(
  caller: Staff,
  store: StoreWithTaxes,
  change: StoreChange,
): void {
  const { currency, cash_rounding: step, tax_jurisdictions: taxes } = store;
  const isOtherMoney = change.currency !== undefined && change.currency !== currency;
  const isOtherRounding =
    change.cash_rounding !== undefined && readCashRounding(change.cash_rounding) !== step;
  const wanted = change.tax_jurisdiction_ids?.map(id => id.toLowerCase());
  const areOtherTaxes =
    wanted !== undefined && asText(wanted) !== asText(taxes.map(({ id }) => id));
  const { prices_include_tax: included, shipping_tax_class: shipping } = change;
  const isOtherTreatment =
    (included !== undefined && included !== store.prices_include_tax) ||
    (shipping !== undefined && shipping !== store.shipping_tax_class) ||
    (change.tax_sourcing !== undefined && change.tax_sourcing !== store.tax_sourcing);
  const { loyalty_points_per_unit: points, points_value: worth } = change;
  const areOtherPoints =
    (points !== undefined && points !== store.loyalty_points_per_unit) ||
    (worth !== undefined && Number(worth) !== Number(store.points_value));
  const isChain =
    areOtherPoints || isOtherMoney || isOtherRounding || areOtherTaxes || isOtherTreatment;
  if (isChain && !canInChain(caller, 'tax.manage')) throw appliesToChain();
}

const asText = (ids: readonly string[]): string => [...new Set(ids)].sort().join();

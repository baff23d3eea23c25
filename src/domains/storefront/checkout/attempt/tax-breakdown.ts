import { unitMinorOf } from '../../../../platform/currencies.js';
import { minor } from '../../../../platform/money.js';
import {
  inUnits,
  type TaxBreakdownRow,
  taxAsCharged,
  taxBreakdownOf,
} from '../../../pricing/index.js';
import type { SellingStore } from '../../../stores/index.js';
import { type NewLine, taxRates } from '../../../transactions/index.js';

/** Tax per jurisdiction as charged, stored with the completed sale. */
export function taxBreakdown(
  lines: readonly Pick<NewLine, 'subtotal' | 'discount' | 'is_tax_exempt'>[],
  store: SellingStore,
  taxAmount: string,
): TaxBreakdownRow[] {
  const bases = lines.map(line => ({
    netMinor: minor(line.subtotal) - minor(line.discount),
    isTaxExempt: line.is_tax_exempt,
  }));
  const charged = { bases, taxMinor: minor(taxAmount) };
  const { jurisdictions } = inUnits(unitMinorOf(store.currency), charged, ({ bases, taxMinor }) =>
    taxAsCharged(bases, taxRates(store), taxMinor),
  );
  return taxBreakdownOf(jurisdictions);
}

import { minor } from '../../../../platform/money.js';
import type { TaxBreakdownRow } from '../../../pricing/index.js';
import type { SellingStore } from '../../../stores/index.js';
import { chargedBreakdown, type NewLine, type TaxedSale } from '../../../transactions/index.js';

type Line = Pick<NewLine, 'subtotal' | 'discount' | 'is_tax_exempt' | 'tax_class'> & {
  tax_rates: unknown;
};

/** Tax per rate as charged, stored with the completed sale. */
export const taxBreakdown = (
  lines: readonly Line[],
  store: SellingStore,
  sale: Omit<TaxedSale, 'lines'>,
): TaxBreakdownRow[] =>
  chargedBreakdown(
    {
      ...sale,
      lines: lines.map(line => ({
        amountMinor: minor(line.subtotal, sale.currency) - minor(line.discount, sale.currency),
        isTaxExempt: line.is_tax_exempt,
        taxClass: line.tax_class,
        rates: line.tax_rates as NewLine['tax_rates'] | null,
      })),
    },
    store,
  );

import type { Parameter } from '../../../platform/database/record-statement.js';
import { insertLinesSql, type NewLine, type NewSale, SALE_COLUMNS } from './new-sale-repository.js';

/** A sale that is written when it is paid in full. */
export type PaidSale = Omit<NewSale, 'number' | 'attribution' | 'adjustments'> & {
  number: string;
  attribution: object;
  adjustments: readonly object[];
  taxBreakdown: readonly object[];
  completedAt: Date;
  lines: readonly NewLine[];
};

/** An unpaid sale was last changed when it was created, a paid one when it was paid. */
const withoutChange = ({ updated_at: _, ...columns }: typeof SALE_COLUMNS) => columns;
const COLUMNS = withoutChange(SALE_COLUMNS);

/**
 * The common table expressions `sale` and `sale_lines` of a statement that writes a sale as paid.
 * The statements read the expression `paid`, with one row or none.
 */
export const paidSaleSql = ($: Parameter<PaidSale>): string => `sale as (
  insert into transactions (transaction_number, total_paid, tax_breakdown, completed_at,
    updated_at, ${Object.keys(COLUMNS).join(', ')})
  select ${$('number')}, ${$('totalAmount')}, ${$('taxBreakdown')}::jsonb, ${$('completedAt')},
    ${$('completedAt')}, ${Object.values(COLUMNS)
      .map(field => $(field))
      .join(', ')}
  from paid
  returning id
), sale_lines as (${insertLinesSql('sale.id', $('lines'), 'sale')}
)`;

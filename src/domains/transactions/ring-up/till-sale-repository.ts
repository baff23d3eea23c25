import { type Parameter, recordStatement } from '../../../platform/database/record-statement.js';
import type { Transactions } from '../../../platform/database/tables.js';
import type { Autocommit } from '../../../platform/database/tx.js';
import { isCurrentSql } from '../../../platform/reference-data/index.js';
import { type OutboxRow, outboxRow, recordSql } from '../../../platform/work/events/outbox.js';
import { type Booking, newPaymentSql } from '../../payments/index.js';
import { holdShiftSql } from '../../shifts/index.js';
import { spendValueSql } from '../../stored-value/index.js';
import type { Adjustment } from '../adjustments.js';
import { saleCreated } from '../events.js';
import type { SaleMove } from '../payments/repository.js';
import type { Attribution } from '../repository.js';
import type { SaleStatus } from '../rules.js';
import { insertLinesSql, type NewLine } from './new-sale-repository.js';

/** A sale as a till rings it up. Other columns have their defaults. */
export type TillSale = {
  id: string;
  storeId: string;
  terminalId: string | null;
  employeeId: string;
  customerId: string | null;
  currency: string;
  pricesIncludeTax: boolean;
  taxExemption: string | null;
  subtotal: string;
  promotionDiscount: string;
  priceReduction: string;
  taxAmount: string;
  totalAmount: string;
  attribution: Partial<Attribution>;
  variances: object[];
  adjustments: readonly Adjustment[];
  priceOverridden: boolean;
  taxVariance: string;
  pickupName: string;
  note: string;
  tillNumber: string | null;
  expiresAt: Date | null;
  createdAt: Date;
};

const COLUMNS = {
  id: 'id',
  store_id: 'storeId',
  terminal_id: 'terminalId',
  employee_id: 'employeeId',
  customer_id: 'customerId',
  currency: 'currency',
  prices_include_tax: 'pricesIncludeTax',
  tax_exemption: 'taxExemption',
  subtotal: 'subtotal',
  promotion_discount: 'promotionDiscount',
  price_reduction: 'priceReduction',
  tax_amount: 'taxAmount',
  total_amount: 'totalAmount',
  attribution: 'attribution',
  variances: 'variances',
  adjustments: 'adjustments',
  price_overridden: 'priceOverridden',
  tax_variance: 'taxVariance',
  pickup_name: 'pickupName',
  note: 'note',
  till_number: 'tillNumber',
  expires_at: 'expiresAt',
  created_at: 'createdAt',
  updated_at: 'createdAt',
} as const satisfies Partial<Record<keyof Transactions, keyof TillSale>>;
const NAMES = Object.keys(COLUMNS).join(', ');
const values = ($: Parameter<TillSale>): string =>
  Object.values(COLUMNS)
    .map(field => $(field))
    .join(', ');

const createdRow = (sale: TillSale): OutboxRow =>
  outboxRow(saleCreated({ ...sale, source: 'pos', status: 'pending' }));

/** One event of the sale in the common table expression `sale`, which has its number. */
const eventSql = (event: { id: string; live: string; name: string; data: string }): string => `
  select ${event.id}::uuid, store_id, ${event.live}::boolean, terminal_id, ${event.name}::text, id::text,
    ${event.data}::jsonb || jsonb_build_object('transaction_id', transaction_number)
  from sale`;

type NewTillSale = TillSale & {
  version: string;
  lines: readonly NewLine[];
  createdId: string;
  createdData: string;
};

/**
 * Inserts a sale that is to be paid, its lines and its event in one statement. Returns its number,
 * or undefined if reference data has changed since this version; then nothing is written.
 */
export async function insertTillSale(
  writer: Autocommit,
  sale: TillSale,
  lines: readonly NewLine[],
  version: string,
): Promise<string | undefined> {
  const created = createdRow(sale);
  const [row] = await INSERT_TILL_SALE(writer, {
    ...sale,
    version,
    lines,
    createdId: created.id,
    createdData: created.data,
  });
  return row?.transaction_number;
}

const INSERT_TILL_SALE = recordStatement<NewTillSale, { transaction_number: string }>(
  $ => `
with sale as (
  insert into transactions (transaction_number, source_system, status, ${NAMES})
  select next_transaction_number('TXN', ${$('createdAt')}), 'pos', 'pending', ${values($)}
  where ${isCurrentSql($('version'))}
  returning id, transaction_number, store_id, terminal_id
), lines as (${insertLinesSql('sale.id', $('lines'), 'sale')}
), event as (${recordSql(
    eventSql({
      id: $('createdId'),
      live: 'true',
      name: `'transaction.created'`,
      data: $('createdData'),
    }),
  )}
)
select transaction_number from sale`,
);

export type PaidSale = {
  sale: TillSale;
  lines: readonly NewLine[];
  version: string;
  needsShift: boolean;
  move: SaleMove;
  booking: Booking;
  event: OutboxRow;
};

type PaidRecord = NewTillSale &
  Omit<Booking, 'id'> &
  Pick<
    SaleMove,
    | 'totalPaid'
    | 'changeDue'
    | 'roundingAmount'
    | 'tipAmount'
    | 'completedAt'
    | 'taxBreakdown'
    | 'ageCheck'
  > & {
    paymentId: string;
    saleStatus: SaleStatus;
    needsShift: boolean;
    paidId: string;
    paidEvent: string;
    paidData: string;
  };

/** `number` is null if nothing was written: no open shift, or outdated reference data. */
export type InsertedSale = { number: string | null; has_shift: boolean };

/** Inserts a sale with its first payment and both events in one statement. */
export async function insertPaidSale(writer: Autocommit, paid: PaidSale): Promise<InsertedSale> {
  const { sale, lines, version, needsShift, move, event } = paid;
  const { id: paymentId, ...booking } = paid.booking;
  const created = createdRow(sale);
  const [row] = await INSERT_PAID_SALE(writer, {
    ...booking,
    ...sale,
    paymentId,
    lines,
    version,
    needsShift,
    saleStatus: move.status,
    totalPaid: move.totalPaid,
    changeDue: move.changeDue,
    roundingAmount: move.roundingAmount,
    tipAmount: move.tipAmount,
    completedAt: move.completedAt,
    taxBreakdown: move.taxBreakdown,
    ageCheck: move.ageCheck,
    createdId: created.id,
    createdData: created.data,
    paidId: event.id,
    paidEvent: event.event,
    paidData: event.data,
  });
  if (row === undefined) throw new Error('inserting a paid sale returned no row');
  return row;
}

const INSERT_PAID_SALE = recordStatement<PaidRecord, InsertedSale>(
  $ => `
with shift as (${holdShiftSql({
    terminalId: $('drawerId'),
    storeId: $('storeId'),
    currency: $('currency'),
  })}
), sale as (
  insert into transactions (transaction_number, source_system, status, total_paid, change_due,
    rounding_amount, tip_amount, completed_at, tax_breakdown, age_check, ${NAMES})
  select next_transaction_number('TXN', ${$('createdAt')}), 'pos', ${$('saleStatus')}, ${$('totalPaid')},
    ${$('changeDue')}, ${$('roundingAmount')}, ${$('tipAmount')}, ${$('completedAt')}, ${$('taxBreakdown')}::jsonb, ${$('ageCheck')}::jsonb, ${values($)}
  where ${isCurrentSql($('version'))}
    and (not ${$('needsShift')}::boolean or exists (select from shift))
  returning id, transaction_number, store_id, terminal_id, currency
), lines as (${insertLinesSql('sale.id', $('lines'), 'sale')}
), payment as (${newPaymentSql($, $('paymentId'))}
), spent as (${spendValueSql({
    accountId: $('accountId'),
    amount: $('valueAmount'),
    paymentId: $('paymentId'),
    at: $('bookedAt'),
  })}
), event as (${recordSql(
    `${eventSql({
      id: $('createdId'),
      live: 'true',
      name: `'transaction.created'`,
      data: $('createdData'),
    })} union all ${eventSql({
      id: $('paidId'),
      live: 'true',
      name: $('paidEvent'),
      data: $('paidData'),
    })}`,
  )}
)
select (select transaction_number from sale) as number, exists (select from shift) as has_shift`,
);

import { recordStatement } from '../../../platform/database/record-statement.js';
import type { Transactions } from '../../../platform/database/tables.js';
import { type Autocommit, statement, type Tx } from '../../../platform/database/tx.js';
import type { Language } from '../../../platform/language.js';
import { outboxRow, recordSql } from '../../../platform/work/events/outbox.js';
import type { Adjustment } from '../adjustments.js';
import type { KeptRate, TaxDestination } from '../charged-tax.js';
import { saleCreated } from '../events.js';
import type { Attribution } from '../repository.js';
import type { SaleStatus, Source } from '../rules.js';

/** A new sale without its lines. */
export type NewSale = {
  id: string;
  /** Given out before, with `nextSaleNumber`; default: the next number. */
  number?: string | null;
  storeId: string;
  terminalId: string | null;
  employeeId: string | null;
  customerId: string | null;
  source: Source;
  status: SaleStatus;
  currency: string;
  pricesIncludeTax: boolean;
  taxExemption: string | null;
  subtotal: string;
  promotionDiscount: string;
  taxAmount: string;
  shippingAmount: string;
  /** The part of `taxAmount` on shipping. */
  shippingTax: string;
  /**
   * Where an order is taxed that is shipped to another place; default: at the rates of the store.
   */
  taxDestination?: TaxDestination | null;
  totalAmount: string;
  /** Counted by campaigns and A/B tests once the sale is completed. */
  attribution?: Attribution;
  variances: object[];
  /** The discounts of the sale with their reasons. */
  adjustments?: readonly Adjustment[];
  priceOverridden: boolean;
  taxVariance: string;
  notes: string;
  customerEmail: string | null;
  /** Language of mails to a guest; default: the store's. */
  mailLanguage?: Language | null;
  expiresAt: Date | null;
  createdAt: Date;
};

/** The bundle that a line was sold in. Lines with the same `line` belong together. */
export type LineBundle = {
  variant_id: string;
  product_id: number;
  sku: string;
  name: string;
  /** How many bundles. */
  quantity: number;
  /** The position of its first line. */
  line: number;
};

export type NewLine = {
  id: string;
  position: number;
  variant_id: string;
  product_id: number;
  sku: string;
  name: string;
  product_name: string;
  variant_name: string;
  /** In steps of the unit. */
  quantity: number;
  unit: string;
  unit_price: string;
  catalog_price: string;
  subtotal: string;
  discount: string;
  tax: string;
  is_tax_exempt: boolean;
  tax_class: string;
  tax_rates: KeptRate[];
  minimum_age: number | null;
  cost_at_sale: string | null;
  cost_currency: string;
  /** The gift card that the line tops up. */
  value_account_id?: string;
  bundle?: LineBundle;
};

/**
 * Inserts the sale, its lines and its event in one statement, so that the till waits for one round
 * trip. Atomic on its own, also usable inside a transaction. Returns the sale's number.
 */
export async function insertSale(
  writer: Autocommit,
  sale: NewSale,
  lines: readonly NewLine[],
): Promise<string> {
  const event = outboxRow(saleCreated(sale));
  const [row] = await INSERT_SALE(writer, {
    ...sale,
    number: sale.number ?? null,
    attribution: sale.attribution ?? {},
    adjustments: sale.adjustments ?? [],
    taxDestination: sale.taxDestination ?? null,
    mailLanguage: sale.mailLanguage ?? null,
    lines,
    eventId: event.id,
    event: event.event,
    live: event.live,
    data: event.data,
  });
  if (row === undefined) throw new Error('insertSale returned no row');
  return row.transaction_number;
}

/** Sale column to `NewSale` field. */
export const SALE_COLUMNS = {
  id: 'id',
  store_id: 'storeId',
  terminal_id: 'terminalId',
  employee_id: 'employeeId',
  customer_id: 'customerId',
  source_system: 'source',
  status: 'status',
  currency: 'currency',
  prices_include_tax: 'pricesIncludeTax',
  tax_exemption: 'taxExemption',
  subtotal: 'subtotal',
  promotion_discount: 'promotionDiscount',
  tax_amount: 'taxAmount',
  shipping_amount: 'shippingAmount',
  shipping_tax: 'shippingTax',
  tax_destination: 'taxDestination',
  total_amount: 'totalAmount',
  variances: 'variances',
  adjustments: 'adjustments',
  price_overridden: 'priceOverridden',
  tax_variance: 'taxVariance',
  notes: 'notes',
  customer_email: 'customerEmail',
  mail_language: 'mailLanguage',
  expires_at: 'expiresAt',
  created_at: 'createdAt',
  updated_at: 'createdAt',
  attribution: 'attribution',
} as const satisfies Partial<Record<keyof Transactions, keyof NewSale>>;

/** Line column, also the key in `NewLine`, to SQL type. */
const LINE_COLUMNS: Record<keyof NewLine, string> = {
  id: 'uuid',
  position: 'integer',
  variant_id: 'uuid',
  product_id: 'integer',
  sku: 'text',
  name: 'text',
  product_name: 'text',
  variant_name: 'text',
  quantity: 'integer',
  unit: 'text',
  unit_price: 'numeric',
  catalog_price: 'numeric',
  subtotal: 'numeric',
  discount: 'numeric',
  tax: 'numeric',
  is_tax_exempt: 'boolean',
  tax_class: 'text',
  tax_rates: 'jsonb',
  minimum_age: 'smallint',
  cost_at_sale: 'numeric',
  cost_currency: 'text',
  value_account_id: 'uuid',
  bundle: 'jsonb',
};
const LINE_NAMES = Object.keys(LINE_COLUMNS);

/** Inserts a JSON array of `NewLine`, for each row of the common table expression `from`. */
export const insertLinesSql = (saleId: string, lines: string, from = ''): string => `
  insert into transaction_lines (transaction_id, ${LINE_NAMES.join(', ')})
  select ${saleId}, ${LINE_NAMES.map(name => `l.${name}`).join(', ')}
  from json_to_recordset(${lines}::json) as l(
    ${Object.entries(LINE_COLUMNS)
      .map(([name, type]) => `${name} ${type}`)
      .join(', ')})${from && `, ${from}`}`;

/** The next number of a sale, as SQL. */
export const nextSaleNumber = (at: string): string => `next_transaction_number('TXN', ${at})`;

/** Adds lines to a sale that is locked. */
export async function insertLines(
  tx: Tx,
  saleId: string,
  lines: readonly NewLine[],
): Promise<void> {
  await statement(tx, insertLinesSql('$1::uuid', '$2'), [saleId, JSON.stringify(lines)]);
}

type SaleRecord = Omit<NewSale, 'number' | 'attribution' | 'adjustments'> & {
  number: string | null;
  attribution: object;
  adjustments: readonly Adjustment[];
  lines: readonly NewLine[];
  eventId: string;
  event: string;
  live: boolean;
  data: string;
};

const INSERT_SALE = recordStatement<SaleRecord, { transaction_number: string }>(
  $ => `
with sale as (
  insert into transactions (transaction_number, ${Object.keys(SALE_COLUMNS).join(', ')})
  values (coalesce(${$('number')}, ${nextSaleNumber($('createdAt'))}),
    ${Object.values(SALE_COLUMNS).map($).join(', ')})
  returning transaction_number
), lines as (${insertLinesSql($('id'), $('lines'))}
), event as (${recordSql(`
  select ${$('eventId')}, ${$('storeId')}, ${$('live')}, ${$('terminalId')}, ${$('event')}, ${$('id')}::text,
    ${$('data')}::jsonb || jsonb_build_object('transaction_id', sale.transaction_number)
  from sale`)}
)
select transaction_number from sale`,
);

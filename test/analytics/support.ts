import type { Db } from '../../src/platform/database/tx.js';
import { statement } from '../../src/platform/database/tx.js';
import { newId } from '../../src/platform/ids.js';
import { formatMoney, minor } from '../../src/platform/money.js';
import { DOWNTOWN_ID, paymentMethods } from '../../src/seed/data.js';

export type LineFields = {
  sku: string;
  price: string;
  quantity?: number;
  discount?: string;
  tax?: string;
  cost?: string | null;
};

export type SaleFields = {
  at: string | Date;
  store?: string;
  status?: string;
  channel?: string;
  currency?: string;
  customer?: string | null;
  /** Codes of payment methods with what each paid; all in cash by default. */
  payments?: { method: string; amount: string }[];
  lines: LineFields[];
};

const COMPLETED = ['completed', 'partially_refunded', 'refunded', 'voided'];
const methodIds = new Map(paymentMethods.map(method => [method.code as string, method.id]));

/** A sale of any moment and status, written as the service would have left it. */
export async function writeSale(db: Db, sale: SaleFields): Promise<string> {
  const at = new Date(sale.at);
  const id = newId(at);
  const status = sale.status ?? 'completed';
  const lines = sale.lines.map((line, position) => {
    const quantity = line.quantity ?? 1;
    return {
      ...line,
      id: newId(at),
      position,
      quantity,
      subtotal: formatMoney(minor(line.price) * quantity),
      discount: line.discount ?? '0.00',
      tax: line.tax ?? '0.00',
      cost: line.cost ?? null,
    };
  });
  const sum = (key: 'subtotal' | 'discount' | 'tax'): number =>
    lines.reduce((total, line) => total + minor(line[key]), 0);
  const total = formatMoney(sum('subtotal') - sum('discount') + sum('tax'));
  const isCompleted = COMPLETED.includes(status);
  await statement(
    db,
    `insert into transactions (id, transaction_number, store_id, customer_id, source_system, status,
       currency, subtotal, promotion_discount, tax_amount, total_amount, total_paid, created_at,
       completed_at, voided_at)
     values ($1, next_transaction_number('TXN', $2), $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $2, $13, $14)`,
    [
      id,
      at,
      sale.store ?? DOWNTOWN_ID,
      sale.customer ?? null,
      sale.channel ?? 'pos',
      status,
      sale.currency ?? 'USD',
      formatMoney(sum('subtotal')),
      formatMoney(sum('discount')),
      formatMoney(sum('tax')),
      total,
      isCompleted ? total : '0.00',
      isCompleted ? at : null,
      status === 'voided' ? at : null,
    ],
  );
  await statement(
    db,
    `insert into transaction_lines (transaction_id, id, position, variant_id, product_id, sku, name,
       quantity, unit_price, catalog_price, subtotal, discount, tax, cost_at_sale)
     select $1, l.id, l.position, v.id, v.product_id, v.sku, v.name, l.quantity, l.price, l.price,
       l.subtotal, l.discount, l.tax, l.cost
     from json_to_recordset($2::json) as l(id uuid, position int, sku text, quantity int, price numeric,
       subtotal numeric, discount numeric, tax numeric, cost numeric)
     join product_variants v on v.sku = l.sku`,
    [id, JSON.stringify(lines)],
  );
  if (isCompleted) {
    const payments = sale.payments ?? [{ method: 'cash', amount: total }];
    await statement(
      db,
      `insert into payments (id, transaction_id, store_id, payment_method_id, amount, tendered, currency,
         status, processed_at, created_at)
       select p.id, $1, $2, p.method, p.amount, p.amount, $3, $4, $5, $5
       from json_to_recordset($6::json) as p(id uuid, method uuid, amount numeric)`,
      [
        id,
        sale.store ?? DOWNTOWN_ID,
        sale.currency ?? 'USD',
        status === 'voided' ? 'voided' : 'succeeded',
        at,
        JSON.stringify(
          payments.map(({ method, amount }) => ({
            id: newId(at),
            method: methodIds.get(method),
            amount,
          })),
        ),
      ],
    );
  }
  return id;
}

export async function forgetSales(db: Db): Promise<void> {
  for (const table of ['return_lines', 'returns', 'refunds', 'payments', 'transactions'] as const) {
    await db.deleteFrom(table).execute();
  }
}

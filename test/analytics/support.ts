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
  /** Id of the person at the till. */
  employee?: string;
  /** Discounts with their reasons; the service would derive them from the lines. */
  adjustments?: object[];
  /** Amounts by payment method code; all in cash by default. */
  payments?: { method: string; amount: string }[];
  lines: LineFields[];
};

const COMPLETED = ['completed', 'partially_refunded', 'refunded', 'voided'];
const methodIds = new Map(paymentMethods.map(method => [method.code as string, method.id]));

/** The reason of a discount without one: the database refuses a discount that nothing explains. */
const promotionOf = (amountMinor: number): object[] =>
  amountMinor === 0
    ? []
    : [{ kind: 'promotion', line: null, amount: formatMoney(amountMinor, 'USD') }];

/** A sale of any time and status, stored as the service would. */
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
      subtotal: formatMoney(minor(line.price, 'USD') * quantity, 'USD'),
      discount: line.discount ?? '0.00',
      tax: line.tax ?? '0.00',
      cost: line.cost ?? null,
    };
  });
  const sum = (key: 'subtotal' | 'discount' | 'tax'): number =>
    lines.reduce((total, line) => total + minor(line[key], 'USD'), 0);
  const total = formatMoney(sum('subtotal') - sum('discount') + sum('tax'), 'USD');
  const isCompleted = COMPLETED.includes(status);
  const adjustments = sale.adjustments ?? promotionOf(sum('discount'));
  const amounts = adjustments.map(adjustment =>
    minor((adjustment as { amount: string }).amount, 'USD'),
  );
  const explained = amounts.reduce((all, amount) => all + amount, 0);
  await statement(
    db,
    `insert into transactions (id, transaction_number, store_id, customer_id, source_system, status,
       currency, subtotal, promotion_discount, tax_amount, total_amount, total_paid, created_at,
       completed_at, voided_at, adjustments, price_reduction, employee_id)
     values ($1, next_transaction_number('TXN', $2), $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $2, $13, $14, $15, $16, $17)`,
    [
      id,
      at,
      sale.store ?? DOWNTOWN_ID,
      sale.customer ?? null,
      sale.channel ?? 'pos',
      status,
      sale.currency ?? 'USD',
      formatMoney(sum('subtotal'), 'USD'),
      formatMoney(sum('discount'), 'USD'),
      formatMoney(sum('tax'), 'USD'),
      total,
      isCompleted ? total : '0.00',
      isCompleted ? at : null,
      status === 'voided' ? at : null,
      JSON.stringify(adjustments),
      formatMoney(explained - sum('discount'), 'USD'),
      sale.employee ?? null,
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

/** A later change of a sale, stored as the service would. */
export type LaterChange =
  | { kind: 'void'; at: Date }
  | { kind: 'refund'; at: Date; amount: string }
  | {
      kind: 'return';
      at: Date;
      line: number;
      quantity: number;
      amount: string;
      /** Where the goods come back and the money is paid; the store of the sale by default. */
      store?: string;
    };

export async function changeSale(db: Db, id: string, change: LaterChange): Promise<void> {
  if (change.kind === 'void') {
    await statement(
      db,
      `update transactions set status = 'voided', voided_at = $2, updated_at = $2 where id = $1`,
      [id, change.at],
    );
    await statement(db, `update payments set status = 'voided' where transaction_id = $1`, [id]);
    await refund(db, id, { cause: 'void', at: change.at, amount: null });
    return;
  }
  await statement(
    db,
    `update transactions set status = 'partially_refunded' where id = $1 and status = 'completed'`,
    [id],
  );
  const store = change.kind === 'return' ? change.store : undefined;
  await refund(db, id, { cause: change.kind, at: change.at, amount: change.amount, store });
  if (change.kind === 'refund') return;
  await statement(
    db,
    `with made as (
       insert into returns (id, return_number, transaction_id, store_id, status, return_reason,
         refund_amount, refund_to, restock, completed_at, created_at)
       select $2::uuid, 'RET-TEST-' || $2::uuid, id, coalesce($7::uuid, store_id), 'completed', 'changed_mind', $3, 'original', true, $4, $4
       from transactions where id = $1)
     insert into return_lines (return_id, transaction_id, line_id, quantity, reason, refund_amount)
     select $2::uuid, $1, id, $6, 'changed_mind', $3 from transaction_lines
     where transaction_id = $1 and position = $5`,
    [id, newId(change.at), change.amount, change.at, change.line, change.quantity, store ?? null],
  );
}

/** Refunds the payment with the largest remainder; all remainders when no amount is given. */
const refund = (
  db: Db,
  id: string,
  { cause, at, amount, store }: { cause: string; at: Date; amount: string | null; store?: string },
) =>
  statement(
    db,
    `insert into refunds (id, refund_id, payment_id, transaction_id, store_id, amount, status, cause,
       created_at, processed_at, way, processor_refund_id)
     select gen_random_uuid(), next_transaction_number('REF', $3), id, transaction_id,
       coalesce($5::uuid, store_id),
       coalesce($4::numeric, amount - refund_total), 'succeeded', $2, $3, $3,
       'processor', 're_' || gen_random_uuid()
     from payments where transaction_id = $1 and amount > refund_total
     order by amount - refund_total desc, id limit case when $4::numeric is null then 100 else 1 end`,
    [id, cause, at, amount, store ?? null],
  );

export async function forgetSales(db: Db): Promise<void> {
  for (const table of [
    'analytics_days',
    'fulfillments',
    'return_lines',
    'returns',
    'refunds',
    'payments',
    'transactions',
  ] as const) {
    await db.deleteFrom(table).execute();
  }
}

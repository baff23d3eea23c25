import { addMs, DAY_MS } from '../platform/clock.js';
import { statement, type Tx } from '../platform/database/tx.js';
import { newId } from '../platform/ids.js';
import type { Platform } from '../platform/platform.js';
import { type PastSale, pastSales } from './history.js';

/**
 * Writes past sales with their payments, refunds, returns and stock movements. Deliveries before
 * them make up for the units sold, so that today's stock has the documented values. It records no
 * events, so no notification is sent for the past.
 */
export async function writeHistory(tx: Tx, { clock }: Platform): Promise<void> {
  const sales = pastSales(clock.now());
  const [first] = sales;
  if (first === undefined) return;
  await statement(
    tx,
    `select ensure_months(parent, $1::date, $2::date)
    from unnest(array['transactions', 'transaction_lines', 'stock_movements']::regclass[]) as parent`,
    [addMs(first.created_at, -2 * DAY_MS).toISOString(), clock.now().toISOString()],
  );
  await writeSales(tx, sales);
  await writeMoney(tx, sales);
  await writeReturns(tx, sales);
  await writeStock(tx, sales, addMs(first.created_at, -DAY_MS));
}

async function writeSales(tx: Tx, sales: PastSale[]): Promise<void> {
  await statement(
    tx,
    `insert into transactions (id, transaction_number, store_id, terminal_id, employee_id, source_system,
       status, currency, subtotal, tax_amount, total_amount, total_paid, change_due, tax_breakdown,
       created_at, completed_at, voided_at, void_reason, prices_include_tax, updated_at)
     select id, next_transaction_number('TXN', created_at), store_id, terminal_id, employee_id, 'pos',
       status, currency, subtotal, tax_amount, total_amount, total_paid, change_due, tax_breakdown,
       created_at, completed_at, voided_at, void_reason, prices_include_tax, coalesce(voided_at, completed_at, created_at)
     from json_to_recordset($1::json) as s(id uuid, store_id uuid, terminal_id text, employee_id uuid,
       status text, currency text, subtotal numeric, tax_amount numeric, total_amount numeric,
       total_paid numeric, change_due numeric, tax_breakdown jsonb, created_at timestamptz,
       completed_at timestamptz, voided_at timestamptz, void_reason text,
       prices_include_tax boolean)`,
    [JSON.stringify(sales)],
  );
  await statement(
    tx,
    `insert into transaction_lines (transaction_id, id, position, variant_id, product_id, sku, name,
       product_name, variant_name, quantity, unit_price, catalog_price, subtotal, tax,
       is_tax_exempt, tax_class, minimum_age, cost_at_sale, returned_quantity)
     select transaction_id, id, position, variant_id, product_id, sku, name, product_name,
       variant_name, quantity, unit_price, unit_price, subtotal, tax, is_tax_exempt, tax_class, minimum_age,
       cost_at_sale, returned_quantity
     from json_to_recordset($1::json) as l(transaction_id uuid, id uuid, position integer,
       variant_id uuid, product_id integer, sku text, name text, product_name text,
       variant_name text, quantity integer, unit_price numeric,
       subtotal numeric, tax numeric, is_tax_exempt boolean, tax_class text, minimum_age smallint,
       cost_at_sale numeric, returned_quantity integer)`,
    [
      JSON.stringify(
        sales.flatMap(sale => sale.lines.map(line => ({ ...line, transaction_id: sale.id }))),
      ),
    ],
  );
}

async function writeMoney(tx: Tx, sales: PastSale[]): Promise<void> {
  await statement(
    tx,
    `insert into payments (id, transaction_id, store_id, payment_method_id, amount, tendered, currency,
       status, processor_type, processor_transaction_id, verification, operator_id, register_id,
       processed_at, created_at, updated_at)
     select p.id, p.sale_id, p.store_id, p.method_id, p.amount, p.tendered, p.currency, p.status,
       case when p.processor_id is not null then 'primary' end, p.processor_id,
       case when p.processor_id is not null then 'confirmed' else 'not_needed' end,
       p.employee_id, p.terminal_id, p.at, p.at, p.at
     from json_to_recordset($1::json) as p(id uuid, sale_id uuid, store_id uuid, method_id uuid,
       amount numeric, tendered numeric, currency text, status text, processor_id text,
       employee_id uuid, terminal_id text, at timestamptz)`,
    [
      JSON.stringify(
        sales.map(sale => ({
          ...sale.payment,
          sale_id: sale.id,
          store_id: sale.store_id,
          currency: sale.currency,
          status: sale.status === 'voided' ? 'voided' : 'succeeded',
          employee_id: sale.employee_id,
          terminal_id: sale.terminal_id,
          at: sale.completed_at ?? sale.created_at,
        })),
      ),
    ],
  );
  await statement(
    tx,
    `insert into refunds (id, refund_id, payment_id, transaction_id, store_id, amount, status, cause,
       reason, attempts, created_at, processed_at, updated_at, way, processor_refund_id, terminal_id)
     select id, next_transaction_number('REF', at), payment_id, sale_id, store_id, amount, 'succeeded',
       cause, 'Demo', 1, at, at, at, case when is_cash then 'cash' else 'processor' end,
       case when not is_cash then 're_demo_' || replace(id::text, '-', '') end,
       case when is_cash then terminal_id end
     from json_to_recordset($1::json) as r(id uuid, payment_id uuid, sale_id uuid, store_id uuid,
       amount numeric, cause text, at timestamptz, is_cash boolean, terminal_id text)`,
    [
      JSON.stringify(
        sales.flatMap(sale =>
          sale.refund
            ? [
                {
                  ...sale.refund,
                  payment_id: sale.payment.id,
                  sale_id: sale.id,
                  store_id: sale.store_id,
                  is_cash: sale.payment.processor_id === null,
                  terminal_id: sale.terminal_id,
                  at: sale.voided_at ?? addMs(sale.created_at, DAY_MS / 12),
                },
              ]
            : [],
        ),
      ),
    ],
  );
}

async function writeReturns(tx: Tx, sales: PastSale[]): Promise<void> {
  const returned = sales.flatMap(sale =>
    sale.return && sale.refund
      ? [
          {
            ...sale.return,
            sale_id: sale.id,
            store_id: sale.store_id,
            amount: sale.refund.amount,
            at: addMs(sale.created_at, DAY_MS / 12),
          },
        ]
      : [],
  );
  await statement(
    tx,
    `with made as (
       insert into returns (id, return_number, transaction_id, store_id, status, return_reason,
         refund_amount, refund_to, restock, decided_at, received_at, completed_at, created_at, updated_at)
       select id, 'RET-' || to_char(at at time zone 'UTC', 'YYYY') || '-' || lpad(nextval('return_numbers')::text, 6, '0'),
         sale_id, store_id, 'completed', 'changed_mind', amount, 'original', true, at, at, at, at, at
       from json_to_recordset($1::json) as r(id uuid, sale_id uuid, store_id uuid, amount numeric, at timestamptz)
     )
     insert into return_lines (return_id, transaction_id, line_id, quantity, reason, refund_amount)
     select id, sale_id, line_id, quantity, 'changed_mind', amount
     from json_to_recordset($1::json) as r(id uuid, sale_id uuid, line_id uuid, quantity integer, amount numeric)`,
    [JSON.stringify(returned)],
  );
}

/** Movements in order of time, each with the resulting stock; the last one gives today's stock. */
async function writeStock(tx: Tx, sales: PastSale[], deliveredAt: Date): Promise<void> {
  const moved = sales.flatMap(movementsOf);
  const net = new Map<string, number>();
  for (const { store_id, variant_id, quantity } of moved) {
    const key = `${store_id} ${variant_id}`;
    net.set(key, (net.get(key) ?? 0) - quantity);
  }
  const deliveries = [...net].flatMap(([key, quantity]) => {
    const [store_id = '', variant_id = ''] = key.split(' ');
    const received = {
      store_id,
      variant_id,
      kind: 'receipt',
      quantity,
      reason: 'Delivery',
      reference: null,
    };
    return quantity === 0 ? [] : [{ ...received, id: newId(deliveredAt), at: deliveredAt }];
  });
  const movements = [...deliveries, ...moved].sort((a, b) => a.at.getTime() - b.at.getTime());
  await statement(
    tx,
    `insert into stock_movements (id, store_id, variant_id, kind, quantity, on_hand, reason, reference, occurred_at)
     select m.id, m.store_id, m.variant_id, m.kind, m.quantity,
       level.on_hand + sum(m.quantity) over (partition by m.store_id, m.variant_id order by m.at, m.id),
       m.reason, m.reference, m.at
     from json_to_recordset($1::json) as m(id uuid, store_id uuid, variant_id uuid, kind text,
       quantity integer, reason text, reference text, at timestamptz)
     join inventory_levels level using (store_id, variant_id)`,
    [JSON.stringify(movements)],
  );
  await statement(
    tx,
    `insert into stock_postings (key) select 'sale:' || id from unnest($1::uuid[]) as sold(id)`,
    [sales.filter(sale => sale.completed_at !== null).map(sale => sale.id)],
  );
}

function movementsOf(sale: PastSale) {
  if (sale.completed_at === null) return [];
  const at = sale.completed_at;
  return sale.lines.flatMap(line => {
    const shared = { store_id: sale.store_id, variant_id: line.variant_id, reference: sale.id };
    const sold = {
      ...shared,
      id: newId(at),
      kind: 'sale',
      quantity: -line.quantity,
      reason: '',
      at,
    };
    const back = (kind: string, quantity: number, when: Date) => ({
      ...shared,
      id: newId(when),
      kind,
      quantity,
      reason: 'Demo',
      at: when,
    });
    if (sale.voided_at) return [sold, back('void', line.quantity, sale.voided_at)];
    if (line.returned_quantity > 0) {
      return [sold, back('return', line.returned_quantity, addMs(sale.created_at, DAY_MS / 12))];
    }
    return [sold];
  });
}

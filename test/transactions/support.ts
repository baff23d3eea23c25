import { finishRefunds, processorFor } from '../../src/domains/payments/index.js';
import { statement } from '../../src/platform/database/tx.js';
import { newId } from '../../src/platform/ids.js';
import { formatMoney, minor } from '../../src/platform/money.js';
import { AIRPORT_ID, DOWNTOWN_ID } from '../../src/seed/data.js';
import { countRecords } from '../support/record-counts.js';
import type { Reply, Shop } from '../support/service.js';

export { AIRPORT_ID, DOWNTOWN_ID };

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
export const SALE_NUMBER = /^TXN-\d{8}-[0-9A-F]{8}$/;
export const REFUND_NUMBER = /^REF-\d{8}-[0-9A-F]{8}$/;

export type Item = { sku: string; price: string; quantity?: number };

export const MUG: Item = { sku: 'MUG-WHITE', price: '12.50' };
export const TEE: Item = { sku: 'TEE-BLACK-M', price: '25.00' };
export const WINE: Item = { sku: 'WINE-RED', price: '21.00' };
/** Total of one mug at DOWNTOWN with its tax of 8.25 %: 1.03125 is rounded to 1.03. */
export const MUG_TOTAL = '13.53';

/** A body with correct amounts; `tax` is the tax that the till computed. */
export function basket(items: readonly Item[], tax: string, more: Record<string, unknown> = {}) {
  const lines = items.map(({ sku, price, quantity = 1 }) => ({
    sku,
    quantity,
    unit_price: price,
    subtotal: formatMoney(minor(price, 'USD') * quantity, 'USD'),
  }));
  const subtotal = lines.reduce((sum, line) => sum + minor(line.subtotal, 'USD'), 0);
  return {
    store_id: DOWNTOWN_ID,
    employee_id: 'EMP001',
    line_items: lines,
    subtotal: formatMoney(subtotal, 'USD'),
    tax_amount: tax,
    // Prices at AIRPORT contain their tax.
    total_amount: formatMoney(
      subtotal + (more.store_id === AIRPORT_ID ? 0 : minor(tax, 'USD')),
      'USD',
    ),
    ...more,
  };
}

export const mug = (more: Record<string, unknown> = {}) => basket([MUG], '1.03', more);

const expectStatus = (reply: Reply, status: number): Reply => {
  if (reply.status !== status) throw new Error(`${reply.status}: ${reply.text}`);
  return reply;
};

/** Short calls for what cashiers and managers do. */
export function counterOf(shop: Shop) {
  const { db } = shop.platform;
  const post = async (url: string, body?: unknown, token?: string, headers = {}) =>
    shop.call('POST', url, { token: token ?? (await shop.tillToken()), body, headers });
  const ring = async (body: object = mug(), token?: string): Promise<string> =>
    expectStatus(await post('/pos/transactions/create/', body, token), 201).body.transaction
      .transaction_id;
  const pay = (sale: string, body: object, token?: string) =>
    post(`/pos/transactions/${sale}/payment/`, body, token);

  return {
    post,
    get: async (url: string, token?: string) =>
      shop.call('GET', url, { token: token ?? (await shop.officeToken()) }),
    ring,
    pay,
    /** A sale paid in full with one payment. */
    sold: async (method: object, body: object = mug()): Promise<string> => {
      const sale = await ring(body);
      expectStatus(await pay(sale, { tendered_amount: total(body), ...method }), 202);
      return sale;
    },
    /** A charge made in the sandbox. */
    charge: async (amount: string): Promise<string> => {
      const outcome = await processorFor(shop.platform, 'primary').charge({
        amountMinor: minor(amount, 'USD'),
        currency: 'USD',
        token: 'tok_ok',
        idempotencyKey: newId(),
      });
      if (outcome.outcome !== 'succeeded') throw new Error(`not charged: ${outcome.outcome}`);
      return outcome.paymentId;
    },
    voidSale: async (sale: string, body: object = {}, token?: string) =>
      post(
        `/transactions/${sale}/void/`,
        { reason: 'Wrong sale', ...body },
        token ?? (await shop.officeToken()),
      ),
    refund: async (body: object, token?: string) =>
      post(
        '/payments/refunds/',
        { reason: 'Scratched', ...body },
        token ?? (await shop.officeToken()),
      ),
    /** Requested by the cashier, approved by the manager at another till. */
    approved: async (
      type: string,
      amount: string,
      details: object = {},
      by = 'EMP003',
    ): Promise<string> => {
      const asked = await post('/pos/approvals/request/', {
        request_type: type,
        amount,
        reason: 'The customer asked',
        details,
      });
      const id = expectStatus(asked, 201).body.request_id;
      const answer = await post(
        `/pos/approvals/${id}/approve/`,
        undefined,
        await shop.tillToken(by),
      );
      expectStatus(answer, 200);
      return id;
    },
    approvalStatus: async (id: string): Promise<string> =>
      (
        await db
          .selectFrom('approvals')
          .select('status')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).status,
    row: (number: string) =>
      db
        .selectFrom('transactions')
        .selectAll()
        .where('transaction_number', '=', number)
        .executeTakeFirstOrThrow(),
    payments: async (number: string) =>
      db
        .selectFrom('payments')
        .selectAll('payments')
        .innerJoin('transactions as t', 't.id', 'payments.transaction_id')
        .where('t.transaction_number', '=', number)
        .orderBy('payments.id')
        .execute(),
    onHand: (sku: string) => onHand(shop, sku),
    recordCounts: () => recordCounts(shop),
  };
}

export type Counter = ReturnType<typeof counterOf>;

const total = (body: object): string => (body as { total_amount: string }).total_amount;

export async function onHand(shop: Shop, sku: string, storeId = DOWNTOWN_ID): Promise<number> {
  const [row] = await statement<{ on_hand: number }>(
    shop.platform.db,
    `select l.on_hand from inventory_levels l join product_variants v on v.id = l.variant_id
     where v.sku = $1 and l.store_id = $2`,
    [sku, storeId],
  );
  return row?.on_hand ?? Number.NaN;
}

/** Counts every record that a sale creates: a refusal must leave the counts unchanged. */
export function recordCounts(shop: Shop): Promise<Record<string, number>> {
  return countRecords(
    shop,
    `select (select count(*) from transactions) as sales,
       (select count(*) from transaction_lines) as lines,
       (select count(*) from payments) as payments,
       (select count(*) from refunds) as refunds,
       (select count(*) from sandbox_refunds) as "processorRefunds",
       (select coalesce(sum(total_paid), 0)::float8 from transactions) as paid,
       (select count(*) from approvals where status = 'consumed') as "approvalsUsed",
       (select count(*) from stock_movements) as movements`,
  );
}

const PATIENCE_MS = 25_000;

/** Waits until every due job has run. */
export async function settleJobs(shop: Shop, patienceMs = PATIENCE_MS): Promise<void> {
  const until = Date.now() + patienceMs;
  for (;;) {
    await shop.settleEvents();
    const [row] = await statement<{ due: number }>(
      shop.platform.db,
      `select (select count(*) from outbox) +
         (select count(*) from graphile_worker.jobs where run_at <= now()) as due`,
    );
    if (row?.due === 0) return;
    if (Date.now() > until) throw new Error(`${row?.due} jobs are still due`);
    await new Promise(resolve => setTimeout(resolve, 20));
  }
}

/** Makes the next attempt of a refund due. */
export async function retryNow(shop: Shop, refundNumber: string): Promise<void> {
  const rows = await statement<{ id: string }>(
    shop.platform.db,
    `update refunds set next_attempt_at = now() - interval '1 second' where refund_id = $1 returning id`,
    [refundNumber],
  );
  await finishRefunds(
    shop.platform,
    rows.map(({ id }) => id),
  );
  await settleJobs(shop);
}

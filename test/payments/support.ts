import {
  insertPayment,
  type OpenRefundRequest,
  openRefund,
  type Payment,
  type ProcessorType,
  processorFor,
  type Refund,
} from '../../src/domains/payments/index.js';
import { atomically, statement } from '../../src/platform/database/tx.js';
import { newId } from '../../src/platform/ids.js';
import { formatMoney, type Minor } from '../../src/platform/money.js';
import type { Shop } from '../support/service.js';

export const DOWNTOWN = '00000000-0000-4000-8000-000000000001';
export const AIRPORT = '00000000-0000-4000-8000-000000000002';

export type SaleOptions = { storeId?: string; totalMinor?: Minor };

/** A completed sale without lines: only its money matters here. */
export async function makeSale(
  shop: Shop,
  { storeId = DOWNTOWN, totalMinor = 10_000 }: SaleOptions = {},
): Promise<{ id: string; number: string }> {
  const id = newId();
  const [row] = await statement<{ transaction_number: string }>(
    shop.platform.db,
    `insert into transactions (id, transaction_number, store_id, source_system, status, currency,
       subtotal, total_amount, total_paid, completed_at)
     values ($1, next_transaction_number('TXN', now()), $2, 'pos', 'completed', 'USD', $3, $3, $3, now())
     returning transaction_number`,
    [id, storeId, formatMoney(totalMinor, 'USD')],
  );
  return { id, number: row?.transaction_number ?? '' };
}

export type PayOptions = SaleOptions & { method?: string; processorTransactionId?: string | null };

/** A payment of a new sale, as a till would record it. */
export async function pay(
  shop: Shop,
  options: PayOptions = {},
): Promise<Payment & { number: string }> {
  const { storeId = DOWNTOWN, totalMinor = 10_000, method = 'card' } = options;
  const sale = await makeSale(shop, options);
  const chosen = await shop.platform.db
    .selectFrom('payment_methods')
    .select(['id', 'processor_type'])
    .where('code', '=', method)
    .executeTakeFirstOrThrow();
  const payment = await atomically(shop.platform.db, tx =>
    insertPayment(tx, {
      transactionId: sale.id,
      storeId,
      paymentMethodId: chosen.id,
      amountMinor: totalMinor,
      currency: 'USD',
      status: 'succeeded',
      processorType: chosen.processor_type as ProcessorType | null,
      processorTransactionId: options.processorTransactionId ?? null,
      processedAt: new Date(),
    }),
  );
  return { ...payment, number: sale.number };
}

/** A card payment with a charge in the sandbox. */
export async function payByCard(shop: Shop, options: PayOptions = {}) {
  const totalMinor = options.totalMinor ?? 10_000;
  const type = options.method === 'card_square' ? 'square' : 'primary';
  const outcome = await processorFor(shop.platform, type).charge({
    amountMinor: totalMinor,
    currency: 'USD',
    token: 'tok_ok',
    idempotencyKey: newId(),
  });
  if (outcome.outcome !== 'succeeded') throw new Error(`not charged: ${outcome.outcome}`);
  return pay(shop, { ...options, processorTransactionId: outcome.paymentId });
}

export const open = (
  shop: Shop,
  payment: Payment,
  amountMinor: Minor,
  more: Partial<OpenRefundRequest> = {},
): Promise<Refund> =>
  atomically(shop.platform.db, tx =>
    openRefund(tx, {
      paymentId: payment.id,
      amountMinor,
      cause: 'refund',
      reason: 'wrong size',
      requestedBy: null,
      now: new Date(),
      ...more,
    }),
  );

/** The sandbox's refunds of a payment, in minor units. */
export async function sandboxRefunds(shop: Shop, payment: Payment): Promise<number[]> {
  const rows = await statement<{ amount_minor: number }>(
    shop.platform.db,
    'select amount_minor from sandbox_refunds where intent_id = $1 order by created_at',
    [payment.processor_transaction_id],
  );
  return rows.map(row => row.amount_minor);
}

export async function refundTotal(shop: Shop, payment: Payment): Promise<string> {
  const row = await shop.platform.db
    .selectFrom('payments')
    .select('refund_total')
    .where('id', '=', payment.id)
    .executeTakeFirstOrThrow();
  return row.refund_total;
}

/** Names of the events about a record, in order. */
export async function eventsOf(shop: Shop, subjectId: string): Promise<string[]> {
  await shop.settleEvents();
  const rows = await statement<{ event: string }>(
    shop.platform.db,
    'select event from events where subject_id = $1 order by occurred_at, seq',
    [subjectId],
  );
  return rows.map(row => row.event);
}

/** Makes the next attempt due and expires the lease. */
export const makeDue = (shop: Shop, refund: Refund): Promise<unknown> =>
  statement(
    shop.platform.db,
    `update refunds set next_attempt_at = now() - interval '1 second',
       lease_until = case when lease_until is not null then now() - interval '1 second' end
     where id = $1`,
    [refund.id],
  );

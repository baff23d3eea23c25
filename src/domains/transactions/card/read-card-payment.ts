import { MINUTE_MS } from '../../../platform/clock.js';
import type { Reader } from '../../../platform/database/tx.js';
import { notFound } from '../../../platform/http/failure.js';
import type { Platform } from '../../../platform/platform.js';
import { claimOne } from '../../../platform/work/queues/repository.js';
import { parseSaleRef } from '../references.js';
import { findSale } from '../repository.js';
import { advanceCardPayment } from './advance-card-payment.js';
import { type CardPayment, cardPaymentById, lastCardPayment } from './attempt-repository.js';
import { cardQueue } from './queue.js';
import { isOpen } from './rules.js';

export type CardQuery = { sale: string; maySee(storeId: string): boolean };

/** A till polls once a second. Requests beyond this limit are answered from the database. */
const POLLS_A_MINUTE = 300;

/** The newest card payment of a sale; one in progress is read from its processor first. */
export async function readCardPayment(platform: Platform, query: CardQuery): Promise<CardPayment> {
  const { db, limits } = platform;
  const last = await visibleCardPayment(db, query);
  if (!isOpen(last.status)) return last;
  const verdict = await limits.throttle('card-polls', last.terminal_id, POLLS_A_MINUTE, MINUTE_MS);
  if (verdict.blocked) return last;
  await takeStep(platform, last.payment_id);
  return (await cardPaymentById(db, last.payment_id)) ?? last;
}

/** A sale of another store answers as an unknown one. */
export async function visibleCardPayment(reader: Reader, query: CardQuery): Promise<CardPayment> {
  const ref = parseSaleRef(query.sale);
  const sale = ref && (await findSale(reader, ref));
  if (!sale || !query.maySee(sale.store_id)) {
    throw notFound('Transaction', 'TRANSACTION_NOT_FOUND');
  }
  const last = await lastCardPayment(reader, sale.id);
  if (last === undefined) throw notFound('Card payment', 'CARD_PAYMENT_NOT_FOUND');
  return last;
}

/** False if another worker has the attempt, or it has ended. */
export async function takeStep(platform: Platform, paymentId: string): Promise<boolean> {
  const claimed = await claimOne(platform.db, cardQueue, platform.clock, [paymentId]);
  if (claimed === undefined) return false;
  await advanceCardPayment(platform, paymentId);
  return true;
}

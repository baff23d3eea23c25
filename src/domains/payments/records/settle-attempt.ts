import { MINUTE_MS } from '../../../platform/clock.js';
import type { Tx } from '../../../platform/database/tx.js';
import { record } from '../../../platform/work/events/outbox.js';
import { type RefundOfSale, refundFailed, refundGivenUp, refundSucceeded } from '../events.js';
import type { RefundOutcome } from '../processors/processor.js';
import { type Refund, type RefundSettlement, settleRefund } from './refund-repository.js';
import { saleNumber } from './repository.js';
import { refundBackOff } from './rules.js';

/** Interval between checks of a refund that the processor has accepted but not settled. */
const ACCEPTED_PAUSE_MS = 15 * MINUTE_MS;

/**
 * Second half of a refund: stores the result of an attempt, records the event and schedules the
 * next attempt. Undefined if another worker has claimed the refund since.
 */
export async function recordSettlement(
  tx: Tx,
  attempt: Refund,
  outcome: RefundOutcome,
): Promise<Refund | undefined> {
  const settlement = settlementOf(attempt, outcome);
  const refund = await settleRefund(tx, attempt, settlement);
  if (refund === undefined) return undefined;
  if (refund.status === 'succeeded') {
    await record(tx, refundSucceeded(await withSaleNumber(tx, refund)));
    return refund;
  }
  if (refund.status === 'failed') await record(tx, refundFailed(await withSaleNumber(tx, refund)));
  if (settlement.givenUp) await record(tx, refundGivenUp(await withSaleNumber(tx, refund)));
  return refund;
}

function settlementOf(attempt: Refund, outcome: RefundOutcome): RefundSettlement {
  const pauseMs = refundBackOff(attempt.attempts);
  const next = pauseMs === undefined ? { givenUp: true } : { pauseMs };
  switch (outcome.outcome) {
    case 'succeeded':
      return { status: 'succeeded', processorRefundId: outcome.refundId };
    case 'pending':
      return {
        status: 'pending',
        processorRefundId: outcome.refundId,
        pauseMs: ACCEPTED_PAUSE_MS,
      };
    case 'failed': {
      const error = `${outcome.code}: ${outcome.message}`;
      return { status: 'failed', error, isRefusal: true, ...next };
    }
    case 'unknown':
      return { status: 'pending', error: outcome.reason, ...next };
  }
}

/** The events of a refund carry the number of its sale. */
export const withSaleNumber = async (tx: Tx, refund: Refund): Promise<RefundOfSale> => ({
  ...refund,
  transaction_number: await saleNumber(tx, refund.transaction_id),
});

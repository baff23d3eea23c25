import type { Reader } from '../../../platform/database/tx.js';
import { notFound } from '../../../platform/http/failure.js';
import { isUuid } from '../../../platform/ids.js';
import { maySee, type Staff } from '../../access/index.js';
import { type RefundView, refundView } from '../payment-list/repository.js';

/** A refund by UUID or REF number. A refund outside the caller's stores is not found. */
export async function visibleRefund(
  reader: Reader,
  ref: string,
  caller: Staff,
): Promise<RefundView> {
  const refund = await refundView(reader, isUuid(ref) ? 'id' : 'refund_id', ref);
  if (refund === undefined || !maySee(caller, refund.store_id)) throw notFound('Refund');
  return refund;
}

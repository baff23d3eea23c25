import type { Selectable } from 'kysely';
import type { UncertainCharges } from '../../../../platform/database/tables.js';
import { statement, type Tx } from '../../../../platform/database/tx.js';
import type { ProcessorType } from '../../../payments/index.js';

export type UncertainCharge = Omit<Selectable<UncertainCharges>, 'processor_type' | 'outcome'> & {
  processor_type: ProcessorType;
  outcome: UncertainChargeOutcome | null;
};
export type UncertainChargeOutcome = 'not_charged' | 'refunded' | 'given_up';

/** Idempotent: a payment that is tracked already keeps its row. */
export const insertUncertainCharge = (
  tx: Tx,
  charge: {
    paymentId: string;
    processorType: string;
    chargeKey: string;
    orderReference: string | null;
    sentAt: Date;
    delayMs: number;
  },
) =>
  statement(
    tx,
    `insert into uncertain_charges
       (payment_id, processor_type, charge_key, order_reference, sent_at, next_attempt_at)
     values ($1, $2, $3, $4, $5, clock_timestamp() + make_interval(secs => $6::float8 / 1000))
     on conflict (payment_id) do nothing`,
    [
      charge.paymentId,
      charge.processorType,
      charge.chargeKey,
      charge.orderReference,
      charge.sentAt,
      charge.delayMs,
    ],
  );

/** False if the payment has no uncertain charge, or it is closed already. */
export async function closeUncertainCharge(
  tx: Tx,
  paymentId: string,
  outcome: UncertainChargeOutcome,
): Promise<boolean> {
  const rows = await statement(
    tx,
    `update uncertain_charges set outcome = $2, settled_at = now()
     where payment_id = $1 and outcome is null returning payment_id`,
    [paymentId, outcome],
  );
  return rows.length > 0;
}

export async function deleteClosedUncertainCharges(
  tx: Tx,
  before: Date,
  limit: number,
): Promise<number> {
  const rows = await statement(
    tx,
    `delete from uncertain_charges where payment_id in (
       select payment_id from uncertain_charges where outcome is not null and settled_at < $1
       limit $2)
     returning payment_id`,
    [before, limit],
  );
  return rows.length;
}

import type { Selectable } from 'kysely';
import type { DoubtfulCharges } from '../../../../platform/database/tables.js';
import { type Reader, statement, type Tx } from '../../../../platform/database/tx.js';
import type { ProcessorType } from '../../../payments/index.js';

export type Doubt = Omit<Selectable<DoubtfulCharges>, 'processor_type' | 'outcome'> & {
  processor_type: ProcessorType;
  outcome: DoubtOutcome | null;
};
export type DoubtOutcome = 'not_charged' | 'refunded' | 'given_up';

/** Keeps asking about a charge; one that is asked about already stays as it is. */
export const insertDoubt = (
  tx: Tx,
  doubt: {
    paymentId: string;
    processorType: string;
    chargeKey: string;
    orderReference: string | null;
    sentAt: Date;
    pauseMs: number;
  },
) =>
  statement(
    tx,
    `insert into doubtful_charges
       (payment_id, processor_type, charge_key, order_reference, sent_at, next_look_at)
     values ($1, $2, $3, $4, $5, clock_timestamp() + make_interval(secs => $6::float8 / 1000))
     on conflict (payment_id) do nothing`,
    [
      doubt.paymentId,
      doubt.processorType,
      doubt.chargeKey,
      doubt.orderReference,
      doubt.sentAt,
      doubt.pauseMs,
    ],
  );

/** Takes due doubts in hand, each for one caller; nobody else looks during `leaseSeconds`. */
export const claimDoubts = (
  reader: Reader,
  leaseSeconds: number,
  limit: number,
): Promise<Doubt[]> =>
  statement<Doubt>(
    reader,
    `update doubtful_charges
     set looks = looks + 1, next_look_at = clock_timestamp() + make_interval(secs => $1)
     where payment_id in (
       select payment_id from doubtful_charges
       where outcome is null and next_look_at <= clock_timestamp()
       order by next_look_at limit $2 for update skip locked)
     returning *`,
    [leaseSeconds, limit],
  );

export const postponeDoubt = (reader: Reader, paymentId: string, pauseMs: number) =>
  statement(
    reader,
    `update doubtful_charges
     set next_look_at = clock_timestamp() + make_interval(secs => $2::float8 / 1000)
     where payment_id = $1 and outcome is null`,
    [paymentId, pauseMs],
  );

/** False when there is none, or it was settled before. */
export async function settleDoubt(
  tx: Tx,
  paymentId: string,
  outcome: DoubtOutcome,
): Promise<boolean> {
  const rows = await statement(
    tx,
    `update doubtful_charges set outcome = $2, settled_at = now()
     where payment_id = $1 and outcome is null returning payment_id`,
    [paymentId, outcome],
  );
  return rows.length > 0;
}

export async function deleteSettledDoubts(tx: Tx, before: Date, limit: number): Promise<number> {
  const rows = await statement(
    tx,
    `delete from doubtful_charges where payment_id in (
       select payment_id from doubtful_charges where outcome is not null and settled_at < $1
       limit $2)
     returning payment_id`,
    [before, limit],
  );
  return rows.length;
}

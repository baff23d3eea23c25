import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';

/** Books the offline returns of a store one after the other, so that their sums are up to date. */
export const lockCashReturns = (tx: Tx, storeId: string) =>
  statement(tx, `select pg_advisory_xact_lock(hashtextextended('cash-returns:' || $1, 0))`, [
    storeId,
  ]);

/** Cash that an entry has paid back. */
export type CashReturn = {
  terminal_id: string;
  made_by: string;
  sent_by: string;
  paid: string;
  /** Booked on the same day of the store as the new entry. */
  is_same_day: boolean;
  /** Arrived on the same day of the store as the new entry. */
  is_same_arrival: boolean;
};

/**
 * The cash that entries have paid back in a store: on the day that contains `at`, and in entries
 * that arrived on the day of `receivedAt`. The refunds say how much; the data of an entry may claim
 * anything. Refunds that the routes have made are not counted.
 */
export const cashReturnsOn = (
  reader: Reader,
  storeId: string,
  { at, receivedAt, timeZone }: { at: Date; receivedAt: Date; timeZone: string },
): Promise<CashReturn[]> =>
  statement(
    reader,
    `with near as (
       select id from till_journal where store_id = $1 and kind = 'return'
         and booked_at between $2::timestamptz - interval '26 hours'
           and $2::timestamptz + interval '26 hours'
       union
       select id from till_journal where store_id = $1 and kind = 'return'
         and received_at between $3::timestamptz - interval '26 hours'
           and $3::timestamptz + interval '26 hours'
     ), days as (
       select j.*, (j.booked_at at time zone $4)::date = ($2::timestamptz at time zone $4)::date
           as is_same_day,
         (j.received_at at time zone $4)::date = ($3::timestamptz at time zone $4)::date
           as is_same_arrival
       from near join till_journal j using (id)
       where j.status = 'accepted' and not j.data ? 'refund'
     )
     select d.terminal_id, coalesce(d.made_by, d.sent_by) as made_by, d.sent_by, d.is_same_day,
       d.is_same_arrival, amount_text(sum(r.amount + r.rounding)) as paid
     from days d join till_journal_records e on e.entry_id = d.id and e.kind = 'refund'
       join refunds r on r.id = e.record_id and r.refund_to = 'cash'
     where d.is_same_day or d.is_same_arrival
     group by d.id, d.terminal_id, d.made_by, d.sent_by, d.is_same_day, d.is_same_arrival`,
    [storeId, at, receivedAt, timeZone],
  );

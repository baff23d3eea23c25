import { recordStatement } from '../../../../platform/database/record-statement.js';
import type { Autocommit } from '../../../../platform/database/tx.js';
import { mailSql, type WrittenMail } from '../../../../platform/mail/repository.js';
import { type OutboxRow, recordSql } from '../../../../platform/work/events/outbox.js';
import { type PaidOrderFulfillment, paidOrderFulfillmentSql } from '../../../fulfillments/index.js';
import { COMMIT_EVENTS, commitHoldSql, REACHES_REORDER_POINT } from '../../../inventory/index.js';
import { type PaidCharge, paidChargeSql } from '../../../payments/index.js';
import { type PaidSale, paidSaleSql } from '../../../transactions/index.js';

/** An order whose charge succeeded: all rows that were a draft so far. */
export type PaidOrder = PaidSale &
  PaidCharge &
  PaidOrderFulfillment &
  WrittenMail & {
    checkoutId: string;
    hasGoods: boolean;
    purpose: string;
    reference: string;
    onceKey: string;
    settledAt: Date;
    /** All events except those of the stock, in their order. */
    events: readonly OutboxRow[];
  };

/**
 * Takes the goods out of stock, writes sale, payment and fulfillment in their final state, completes
 * checkout and cart, writes the mail and records the events. Each domain writes its own tables.
 * False if nothing was written: the attempt is not open any more, a till sold the goods, or their
 * stock falls to the reorder point, which raises an alert. The caller then settles step by step.
 *
 * `updated_at` of the checkout stays that of the opening: PostgreSQL logs all that lies between two
 * changed columns.
 *
 * The first expression locks the checkout, so that the attempt is settled once. Cart, reservation and
 * stock follow, in the order of all other statements. Without a row in `paid` nothing is written.
 */
export async function writePaidOrder(writer: Autocommit, order: PaidOrder): Promise<boolean> {
  const [row] = await WRITE_PAID_ORDER(writer, order);
  return row?.written ?? false;
}

const WRITE_PAID_ORDER = recordStatement<PaidOrder, { written: boolean }>(
  $ => `
with checkout as (
  select id, cart_id from checkout_sessions
  where id = ${$('checkoutId')} and payment_id = ${$('paymentId')}
    and status = 'payment_processing'
  for update
), cart as (
  select id from carts where id = (select cart_id from checkout) for update
), ${commitHoldSql(
    {
      purpose: $('purpose'),
      reference: $('reference'),
      actorId: 'null',
      customerHasGoods: 'false',
      onceKey: $('onceKey'),
    },
    {
      condition: 'exists (select from cart)',
      unless: REACHES_REORDER_POINT,
      isDraft: true,
    },
  )}, paid as (
  select id, cart_id from checkout
  where not ${$('hasGoods')}::boolean or exists (select from closed)
), ${paidSaleSql($)}, payment as (${paidChargeSql($)}
), ${paidOrderFulfillmentSql($)}, completed as (
  update checkout_sessions set status = 'completed' from paid where checkout_sessions.id = paid.id
), ended as (
  delete from checkout_attempts
  using paid
  where checkout_attempts.cart_id = paid.cart_id and checkout_attempts.checkout_id = paid.id
), converted as (
  update carts set status = 'CONVERTED', updated_at = ${$('settledAt')}
  from paid where carts.id = paid.cart_id
), mail as (${mailSql($, 'sale')}
), events as (${recordSql(`
  select id, store, live, terminal, event, subject, data from (
    select e.id, e."storeId" as store, e.live, e."terminalId" as terminal, e.event,
      e."subjectId" as subject, e.data::jsonb as data, 1 as part
    from sale, json_to_recordset(${$('events')}::json) as e (id uuid, "storeId" uuid, live boolean,
      "terminalId" text, event text, "subjectId" text, data text)
    union all select stock.*, 2 as part from (${COMMIT_EVENTS}) as stock
  ) as recorded order by part`)}
)
select exists (select from sale) as written`,
);

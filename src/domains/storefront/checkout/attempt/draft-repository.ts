import { type Parameter, recordStatement } from '../../../../platform/database/record-statement.js';
import type { Tx } from '../../../../platform/database/tx.js';
import { recordSql } from '../../../../platform/work/events/outbox.js';
import { HOLD_EVENTS, HOLD_SHORTAGES, holdSql, type Shortage } from '../../../inventory/index.js';
import { nextSaleNumber } from '../../../transactions/index.js';
import type { OrderForm } from '../order/order-form.js';
import { LEASE_SECONDS } from '../rules.js';
import type { NewDraft } from './draft.js';

/** The checkout of an attempt that opens, with the draft of its sale and payment. */
export type NewAttempt = {
  checkoutId: string;
  saleId: string;
  paymentId: string;
  orderReference: string | null;
  form: OrderForm;
  draft: NewDraft;
  now: Date;
};

/** The stock that an attempt reserves. */
export type NewHold = {
  reservationId: string;
  storeId: string;
  purpose: string;
  expiresAt: Date | null;
  /** Arrays in the notation of PostgreSQL. */
  variantIds: string;
  quantities: string;
};

type OpenedRow = { number: string; opened_at: Date };

/** Leases the checkout for the attempt. The lease and `openedAt` go by the database's clock. */
const openSql = ($: Parameter<NewAttempt>, condition: string): string => `
  update checkout_sessions
  set status = 'payment_processing', attempt = attempt + 1, transaction_id = ${$('saleId')},
    payment_id = ${$('paymentId')}, order_reference = ${$('orderReference')},
    form = ${$('form')}::jsonb, failure = null, updated_at = ${$('now')}::timestamptz,
    lease_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}),
    draft = ${$('draft')}::jsonb || jsonb_build_object('openedAt', now(),
      'number', ${nextSaleNumber(`${$('now')}::timestamptz`)})
  where id = ${$('checkoutId')} and ${condition}
  returning draft ->> 'number' as number, now() as opened_at`;

const OPEN_WITHOUT_GOODS = recordStatement<NewAttempt, OpenedRow>($ => openSql($, 'true'));

const OPEN_WITH_GOODS = recordStatement<
  NewAttempt & NewHold,
  { shortages: Shortage[] } & { [Key in keyof OpenedRow]: OpenedRow[Key] | null }
>(
  $ => `with ${holdSql({
    id: $('reservationId'),
    storeId: $('storeId'),
    purpose: $('purpose'),
    expiresAt: $('expiresAt'),
    variantIds: $('variantIds'),
    quantities: $('quantities'),
  })}, opened as (${openSql($, 'exists (select from made)')}
  ), events as (${recordSql(HOLD_EVENTS)}
  )
  select ${HOLD_SHORTAGES} as shortages, opened.number, opened.opened_at
  from (select) as one left join opened on true`,
);

/** The caller has locked the checkout. */
export async function openWithoutGoods(tx: Tx, attempt: NewAttempt): Promise<OpenedRow> {
  const [row] = await OPEN_WITHOUT_GOODS(tx, attempt);
  if (row === undefined) throw new Error('locked checkout not found');
  return row;
}

/** Reserves the goods and opens the attempt, or neither. The caller has locked the checkout. */
export async function openWithGoods(tx: Tx, attempt: NewAttempt & NewHold) {
  const [row] = await OPEN_WITH_GOODS(tx, attempt);
  if (row === undefined) throw new Error('opening an attempt returned no row');
  return row;
}

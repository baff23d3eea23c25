import { type Parameter, recordStatement } from '../../../../platform/database/record-statement.js';
import type { Autocommit } from '../../../../platform/database/tx.js';
import { recordSql } from '../../../../platform/work/events/outbox.js';
import { HOLD_EVENTS, HOLD_SHORTAGES, holdSql, type Shortage } from '../../../inventory/index.js';
import { nextSaleNumber } from '../../../transactions/index.js';
import { LEASE_SECONDS } from '../rules.js';

/** The checkout of an attempt that opens, with the draft of its sale and payment. */
export type NewAttempt = {
  checkoutId: string;
  saleId: string;
  paymentId: string;
  orderReference: string | null;
  /** Packed, as the text of a `bytea`. */
  draft: string;
  now: Date;
};

/** The stock that an attempt reserves; without goods the lists are empty. */
export type NewHold = {
  reservationId: string;
  storeId: string;
  purpose: string;
  expiresAt: Date | null;
  /** Arrays in the notation of PostgreSQL. */
  variantIds: string;
  quantities: string;
};

/** What an order was priced from without a lock. */
export type SeenOrder = {
  sessionId: string;
  seenAttempt: number;
  cartId: string;
  cartVariantIds: string;
  cartQuantities: string;
  version: string;
};

type OpenedRow = {
  shortages: Shortage[];
  /** Null if nothing was opened. */
  number: string | null;
  opened_at: Date | null;
};

/**
 * Moves the checkout and writes its attempt, which leases it and keeps the draft, with the form. The
 * lease and `opened_at` go by the database's clock.
 */
const openSql = ($: Parameter<NewAttempt>, condition: string): string => `moved as (
  update checkout_sessions
  set status = 'payment_processing', attempt = attempt + 1, transaction_id = ${$('saleId')},
    payment_id = ${$('paymentId')}, order_reference = ${$('orderReference')},
    form = null, failure = null, updated_at = ${$('now')}::timestamptz
  where id = ${$('checkoutId')} and ${condition}
  returning id, cart_id, attempt
), opened as (
  insert into checkout_attempts (cart_id, checkout_id, attempt, lease_until, draft, number, opened_at)
  select cart_id, id, attempt, clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}),
    ${$('draft')}::bytea, ${nextSaleNumber(`${$('now')}::timestamptz`)}, now()
  from moved
  returning number, opened_at
)`;

const holdOf = ($: Parameter<NewHold>, condition?: string): string =>
  holdSql(
    {
      id: $('reservationId'),
      storeId: $('storeId'),
      purpose: $('purpose'),
      expiresAt: $('expiresAt'),
      variantIds: $('variantIds'),
      quantities: $('quantities'),
    },
    // The purpose is the sale, whose id is new.
    { ...(condition !== undefined && { condition }), isNew: true },
  );

/** Opens the attempt if the goods are reserved. `before` ends with a comma. */
const openWithGoods = (
  $: Parameter<NewAttempt & NewHold>,
  before = '',
  condition?: string,
): string => `with ${before}${holdOf($, condition)}, ${openSql($, 'exists (select from made)')}, events as (${recordSql(HOLD_EVENTS)}
)
select ${HOLD_SHORTAGES} as shortages, opened.number, opened.opened_at`;

const openWithoutGoods = (
  $: Parameter<NewAttempt>,
  before = '',
  condition = 'true',
): string => `with ${before}${openSql($, condition)}
select '[]'::jsonb as shortages, opened.number, opened.opened_at`;

const FROM_OPENED = 'from (select) as one left join opened on true';

/**
 * Locks checkout and cart, in this order. `ready` has a row if both and the reference data are as
 * they were seen. The lines of a cart are in its row, so the lock returns the latest ones.
 */
const readySql = ($: Parameter<NewAttempt & SeenOrder>): string => `checkout as (
  select cart_id from checkout_sessions
  where id = ${$('checkoutId')} and session_id = ${$('sessionId')}
    and status in ('checkout_initiated', 'payment_failed') and attempt = ${$('seenAttempt')}
    and expires_at > ${$('now')}::timestamptz
  for update
), cart as (
  select id from carts
  where id = ${$('cartId')} and id = (select cart_id from checkout)
    and session_id = ${$('sessionId')} and status = 'ACTIVE' and promo_code is null
    and variant_ids::uuid[] = ${$('cartVariantIds')}::uuid[]
    and quantities::integer[] = ${$('cartQuantities')}::integer[]
  for update
), current as (
  select version from reference_version
), ready as (
  select from cart, current where current.version = ${$('version')}::bigint
), `;

const READY = 'exists (select from ready)';
const FROM_CURRENT = `, current.version::text as version
from current left join opened on true`;

const OPEN_LOCKED = {
  withGoods: recordStatement<NewAttempt & NewHold, OpenedRow>(
    $ => `${openWithGoods($)} ${FROM_OPENED}`,
  ),
  withoutGoods: recordStatement<NewAttempt, OpenedRow>(
    $ => `${openWithoutGoods($)} ${FROM_OPENED}`,
  ),
};

const OPEN_SEEN = {
  withGoods: recordStatement<NewAttempt & NewHold & SeenOrder, OpenedRow & { version: string }>(
    $ => `${openWithGoods($, readySql($), READY)}${FROM_CURRENT}`,
  ),
  withoutGoods: recordStatement<NewAttempt & SeenOrder, OpenedRow & { version: string }>(
    $ => `${openWithoutGoods($, readySql($), READY)}${FROM_CURRENT}`,
  ),
};

/** Reserves the goods and opens the attempt, or neither. The caller has locked the checkout. */
export async function openLocked(
  writer: Autocommit,
  attempt: NewAttempt & NewHold,
  hasGoods: boolean,
): Promise<OpenedRow> {
  const open = hasGoods ? OPEN_LOCKED.withGoods : OPEN_LOCKED.withoutGoods;
  const [row] = await open(writer, attempt);
  if (row === undefined) throw new Error('opening an attempt returned no row');
  return row;
}

/** The same without a lock, if everything is as it was seen. */
export async function openSeen(
  writer: Autocommit,
  attempt: NewAttempt & NewHold & SeenOrder,
  hasGoods: boolean,
): Promise<OpenedRow & { version: string }> {
  const open = hasGoods ? OPEN_SEEN.withGoods : OPEN_SEEN.withoutGoods;
  const [row] = await open(writer, attempt);
  if (row === undefined) throw new Error('opening an attempt returned no row');
  return row;
}

import { type Selectable, sql } from 'kysely';
import type { CheckoutSessions } from '../../../platform/database/tables.js';
import { type Autocommit, type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import { liveVisitSql, perVisitRef, type VisitRef } from '../../people/index.js';
import {
  type CartContents,
  type CartRef,
  type StoredCart,
  storedCartSql,
} from '../carts/repository.js';
import { type CommitSetting, commitSql } from '../commit-setting.js';
import type { OrderForm } from './order/order-form.js';
import type { Quote } from './order/quote.js';
import type { CheckoutStatus, FulfillmentMethod, PaymentFailure } from './rules.js';

export type Checkout = Omit<
  Selectable<CheckoutSessions>,
  'status' | 'fulfillment_method' | 'form' | 'failure' | 'quote'
> & {
  status: CheckoutStatus;
  fulfillment_method: FulfillmentMethod;
  form: OrderForm | null;
  failure: PaymentFailure | null;
  /** Null for checkouts that were started before prices were quoted. */
  quote: Quote | null;
};

export type NewCheckout = {
  id: string;
  method: FulfillmentMethod;
  pickupAt: Date | null;
  expiresAt: Date;
  quote: Quote;
  now: Date;
};

/** What the quote was made from. */
export type QuotedFrom = CartContents & { version: string };

const INSERT = perVisitRef(
  by => `with visit as materialized (${liveVisitSql(by, '$2', '$3')})
    insert into checkout_sessions (id, session_id, cart_id, store_id, fulfillment_method,
      pickup_scheduled_time, expires_at, quote, created_at, updated_at)
    select $4, visit.id, carts.id, carts.store_id, $5, $6, $7, $8, $3, $3
    from visit join carts on carts.session_id = visit.id
    where carts.id = $1 and carts.status = 'ACTIVE' and carts.variant_ids = $9::uuid[]
      and carts.quantities = $10::integer[] and carts.promo_code is not distinct from $11
      and (select version from reference_version) = $12::bigint
    returning *, ${commitSql('$13')}`,
);

/**
 * Starts a checkout of the visit's own cart if it still holds what was quoted, at the prices of that
 * version; otherwise undefined.
 */
export async function insertCheckout(
  writer: Autocommit,
  { cartId, visit }: CartRef,
  { id, method, pickupAt, expiresAt, quote, now }: NewCheckout,
  { variantIds, quantities, promoCode, version }: QuotedFrom,
  commit: CommitSetting,
): Promise<Checkout | undefined> {
  const [row] = await statement<Checkout & { committed: string }>(writer, INSERT[visit.by], [
    cartId,
    visit.value,
    now,
    id,
    method,
    pickupAt,
    expiresAt,
    JSON.stringify(quote),
    variantIds,
    quantities,
    promoCode,
    version,
    commit,
  ]);
  if (row === undefined) return undefined;
  const { committed: _, ...checkout } = row;
  return checkout;
}

export const checkoutById = (reader: Reader, id: string): Promise<Checkout | undefined> =>
  checkouts(reader).where('id', '=', id).executeTakeFirst();

/** The checkout of a cart that became an order, else the newest one. */
export const checkoutOfCart = (reader: Reader, cartId: string): Promise<Checkout | undefined> =>
  checkouts(reader)
    .where('cart_id', '=', cartId)
    .orderBy(sql`status = 'completed'`, 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** A checkout with the live visit that owns it. */
export type OwnedCheckout = {
  checkout: Checkout;
  visit: { id: string; userId: string | null; storeId: string | null; email: string | null };
  /** Null without `withSale`, and before the checkout has a sale. */
  saleNumber: string | null;
  /** The version of the reference data at the time of reading. */
  version: string;
  /** The visit's active cart; null with `withSale`, and if the checkout cannot be paid. */
  cart: StoredCart | null;
};

const ownedSql = (columns: { saleNumber: string; cart: string }) =>
  perVisitRef(
    by => `with visit as materialized (${liveVisitSql(by, '$2', '$3')})
      select c.*, visit.user_id as visit_user, visit.store_id as visit_store,
        visit.email as visit_email, ${columns.saleNumber} as sale_number, ${columns.cart} as cart,
        (select version::text from reference_version) as version
      from visit join checkout_sessions c on c.session_id = visit.id where c.id = $1`,
  );

const OWNED = ownedSql({
  saleNumber: 'null::text',
  cart: `case when c.status in ('checkout_initiated', 'payment_failed') then (
    select to_json(stored) from (${storedCartSql(
      'carts.id = c.cart_id and carts.session_id = visit.id',
    )}) as stored) end`,
});
/** A statement of its own, because reading a sale by its id opens the partitions of all months. */
const OWNED_WITH_SALE = ownedSql({
  saleNumber: '(select transaction_number from transactions t where t.id = c.transaction_id)',
  cart: 'null::json',
});

type OwnedRow = Checkout & {
  visit_user: string | null;
  visit_store: string | null;
  visit_email: string | null;
  sale_number: string | null;
  version: string;
  cart: StoredCart | null;
};

/** Undefined for the checkout of another visit, and for a visit that has ended. */
export async function ownedCheckout(
  reader: Reader,
  id: string,
  visit: VisitRef,
  { now, withSale }: { now: Date; withSale: boolean },
): Promise<OwnedCheckout | undefined> {
  const text = (withSale ? OWNED_WITH_SALE : OWNED)[visit.by];
  const [row] = await statement<OwnedRow>(reader, text, [id, visit.value, now]);
  if (row === undefined) return undefined;
  const { visit_user: userId, visit_store: storeId, visit_email: email, ...rest } = row;
  const { sale_number: saleNumber, version, cart, ...checkout } = rest;
  const { session_id: visitId } = checkout;
  const visitShown = { id: visitId, userId, storeId, email };
  return { checkout, visit: visitShown, saleNumber, version, cart };
}

export const lockCheckout = (tx: Tx, id: string): Promise<Checkout | undefined> =>
  checkouts(tx).where('id', '=', id).forUpdate().executeTakeFirst();

/**
 * The checkout whose current attempt is this payment; undefined for earlier attempts. Without
 * `checkoutId` only checkouts in payment are searched, which are few.
 */
export const lockCheckoutOfPayment = (
  tx: Tx,
  paymentId: string,
  checkoutId?: string,
): Promise<Checkout | undefined> =>
  checkouts(tx)
    .where('payment_id', '=', paymentId)
    .where('id', checkoutId === undefined ? 'in' : '=', checkoutId ?? inPayment(tx))
    .forUpdate()
    .executeTakeFirst();

const inPayment = (reader: Reader) => reader.selectFrom('checkout_attempts').select('checkout_id');

const checkouts = (reader: Reader) =>
  reader.selectFrom('checkout_sessions').selectAll().$castTo<Checkout>();

/** Closes a checkout without a running attempt; undefined if it has one or is closed. */
export const closeIdle = async (
  tx: Tx,
  id: string,
  status: 'cancelled' | 'expired',
  now: Date,
): Promise<Checkout | undefined> =>
  (await tx
    .updateTable('checkout_sessions')
    .set({ status, updated_at: now })
    .where('id', '=', id)
    .where('status', 'in', ['checkout_initiated', 'payment_failed'])
    .returningAll()
    .executeTakeFirst()) as unknown as Checkout | undefined;

/**
 * Expires idle checkouts that were started after `since`; they have no stock reserved. Returns how
 * many. Ids begin with the time; an index on the expiry would have to change with every payment.
 */
export async function expireIdle(tx: Tx, since: Date, now: Date, limit: number): Promise<number> {
  const rows = await statement(
    tx,
    `update checkout_sessions set status = 'expired', updated_at = $1
     where id in (
       select id from checkout_sessions
       where id >= uuid_floor($3) and status in ('checkout_initiated', 'payment_failed')
         and expires_at <= $1
       order by id limit $2 for update skip locked)
     returning id`,
    [now, limit, since],
  );
  return rows.length;
}

/**
 * Locks the visit's active cart against changes. `isBeingPaid`: another checkout of the cart, for
 * example in a second tab, is in payment or paid. After waiting for the lock it is as it was before
 * the wait. What it misses then is refused by the key of the attempts, or by `hasAttempt` if the order
 * is not charged; a cart that was paid meanwhile is not active any more and not found.
 */
export async function lockCart(
  tx: Tx,
  checkout: Pick<Checkout, 'id' | 'cart_id' | 'session_id'>,
): Promise<{ isBeingPaid: boolean } | undefined> {
  const [row] = await statement<{ isBeingPaid: boolean }>(
    tx,
    `select exists (
       select from checkout_sessions other where other.cart_id = carts.id and other.id <> $3
         and other.status in ('payment_processing', 'payment_requires_action', 'completed')
     ) as "isBeingPaid"
     from carts where id = $1 and session_id = $2 and status = 'ACTIVE' for update of carts`,
    [checkout.cart_id, checkout.session_id, checkout.id],
  );
  return row;
}

export const convertCart = (tx: Tx, cartId: string, now: Date) =>
  statement(tx, `update carts set status = 'CONVERTED', updated_at = $2 where id = $1`, [
    cartId,
    now,
  ]);

/** Deletes the shopper's form data of checkouts that were closed before `before`. */
export async function clearForms(tx: Tx, before: Date, limit: number): Promise<number> {
  const rows = await statement(
    tx,
    `update checkout_sessions set form = null
     where id in (
       select id from checkout_sessions
       where form is not null and updated_at < $1
         and status in ('completed', 'cancelled', 'expired') limit $2)
     returning id`,
    [before, limit],
  );
  return rows.length;
}

export type OrderOwner = { sessionId: string; email: string | null; client: string | null };

/** Serializes the counting of orders of one visit, mail address or client. */
export async function lockOrderCounts(
  tx: Tx,
  { sessionId, email, client }: OrderOwner,
): Promise<void> {
  const keys = [`visit ${sessionId}`, email && `email ${email}`, client && `client ${client}`];
  for (const key of keys.filter(key => key !== null).sort()) {
    await statement(tx, `select pg_advisory_xact_lock(hashtextextended('orders of ' || $1, 0))`, [
      key,
    ]);
  }
}

const UNPAID = `t.status = 'pending' and t.total_paid = 0 and t.expires_at > $4
  and t.source_system = 'web_commerce'`;

/** Number of unpaid pay-at-store orders. */
export async function countOpenOrders(
  tx: Tx,
  { sessionId, email, client }: OrderOwner,
  now: Date,
): Promise<{ of_session: number; of_email: number; of_client: number }> {
  const [row] = await statement<{ of_session: number; of_email: number; of_client: number }>(
    tx,
    `select
       (select count(*)::int from carts join checkout_sessions c on c.cart_id = carts.id
          join transactions t on t.id = c.transaction_id
        where carts.session_id = $1 and ${UNPAID}) as of_session,
       (select count(*)::int from transactions t
        where lower(t.customer_email) = $2 and ${UNPAID}
          and t.status in ('pending', 'partially_paid', 'payment_requires_action')) as of_email,
       (select count(*)::int from checkout_sessions c join transactions t on t.id = c.transaction_id
        where c.client_mark = $3 and ${UNPAID}) as of_client`,
    [sessionId, email, client, now],
  );
  return row ?? { of_session: 0, of_email: 0, of_client: 0 };
}

/** Stores a digest of the client address with the checkout. */
export async function storeClientMark(tx: Tx, id: string, client: string): Promise<void> {
  await statement(tx, 'update checkout_sessions set client_mark = $2 where id = $1', [id, client]);
}

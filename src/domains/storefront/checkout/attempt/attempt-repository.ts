import type { Selectable, Updateable } from 'kysely';
import type { CheckoutAttempts, CheckoutSessions } from '../../../../platform/database/tables.js';
import {
  type Autocommit,
  type Reader,
  statement,
  type Tx,
} from '../../../../platform/database/tx.js';
import type { OrderForm } from '../order/order-form.js';
import type { Checkout } from '../repository.js';
import { CHALLENGE_CHECK_SECONDS, type ClosingStatus, type PaymentFailure } from '../rules.js';
import type { AttemptDraft } from './draft.js';
import { draftIn } from './packed-draft.js';

/** The running attempt of a checkout: it exists while the checkout is in payment. */
export type RunningAttempt = Selectable<CheckoutAttempts>;

type OfCheckout = Pick<Checkout, 'id' | 'cart_id'>;

/**
 * The draft of a checkout that the caller has locked, in a statement before this one: the attempt is
 * written and removed under that lock, and only a later statement is sure to see it.
 */
export async function draftOf(tx: Tx, { id, cart_id }: OfCheckout): Promise<AttemptDraft | null> {
  const [row] = await statement<Pick<RunningAttempt, 'draft' | 'number' | 'opened_at'>>(
    tx,
    'select draft, number, opened_at from checkout_attempts where cart_id = $1 and checkout_id = $2',
    [cart_id, id],
  );
  return row === undefined ? null : draftIn(row);
}

/** Whether the lease of an attempt has expired, by the database's clock. */
export async function isLeaseExpired(
  reader: Reader,
  { id, cart_id }: OfCheckout,
): Promise<boolean> {
  const rows = await statement(
    reader,
    `select 1 as yes from checkout_attempts
     where cart_id = $1 and checkout_id = $2 and lease_until < clock_timestamp()`,
    [cart_id, id],
  );
  return rows.length > 0;
}

/**
 * Whether a checkout of this cart is in payment. The caller has locked the cart, in a statement before
 * this one: that one may have waited for an opening, which locks the cart without changing it.
 */
export async function hasAttempt(tx: Tx, cartId: string): Promise<boolean> {
  const rows = await statement(tx, 'select 1 as yes from checkout_attempts where cart_id = $1', [
    cartId,
  ]);
  return rows.length > 0;
}

type CheckoutChange = Omit<Updateable<CheckoutSessions>, 'status' | 'form' | 'failure'> & {
  status: ClosingStatus | 'completed' | 'payment_requires_action';
  form?: OrderForm;
  failure?: PaymentFailure | null;
};

/**
 * Moves the checkout after an outcome. The attempt ends, or waits for the card holder until the next
 * check. The caller has locked the checkout, and written the rows of its draft if it had one.
 */
export async function moveCheckout(
  tx: Tx,
  checkout: OfCheckout,
  { form, failure, ...change }: CheckoutChange,
): Promise<Checkout> {
  const move = tx
    .updateTable('checkout_sessions')
    .set({
      ...change,
      ...(form !== undefined && { form: JSON.stringify(form) }),
      ...(failure !== undefined && {
        failure: failure === null ? null : JSON.stringify(failure),
      }),
    })
    .where('id', '=', checkout.id)
    .returningAll();
  const [moved] = await Promise.all([
    move.executeTakeFirstOrThrow(),
    statement(tx, change.status === 'payment_requires_action' ? AWAIT_CHALLENGE : END, [
      checkout.cart_id,
      checkout.id,
    ]),
  ]);
  return moved as unknown as Checkout;
}

/** Stores what the shopper typed with a checkout that is locked. */
export const writeForm = (tx: Tx, checkoutId: string, form: OrderForm) =>
  statement(tx, 'update checkout_sessions set form = $2::jsonb where id = $1', [
    checkoutId,
    JSON.stringify(form),
  ]);

const END = 'delete from checkout_attempts where cart_id = $1 and checkout_id = $2';
/** By the database's clock, which is the same for all nodes. */
const AWAIT_CHALLENGE = `update checkout_attempts set draft = null,
    lease_until = clock_timestamp() + make_interval(secs => ${CHALLENGE_CHECK_SECONDS})
  where cart_id = $1 and checkout_id = $2`;

/** Removes the attempt of a checkout that was deleted with its visit. */
export const forgetAttempt = (writer: Autocommit, cartId: string) =>
  statement(
    writer,
    `delete from checkout_attempts a where cart_id = $1
       and not exists (select from checkout_sessions c where c.id = a.checkout_id)`,
    [cartId],
  );

import { hashToken } from '../../src/domains/people/index.js';
import { attemptQueue } from '../../src/domains/storefront/checkout/attempt/recover-attempts.js';
import { statement } from '../../src/platform/database/tx.js';
import { newId, newToken } from '../../src/platform/ids.js';
import { drainQueue } from '../../src/platform/work/queues/run-queue.js';
import { DOWNTOWN_ID } from '../../src/seed/data.js';
import type { Reply, Shop } from '../support/service.js';
import type { Visit } from './support.js';

const byToken = ({ token }: Visit) => ({ 'x-cart-session-token': token });

/** The part of a service that a shopper uses. */
export type Front = Pick<Shop, 'platform' | 'call'>;

export type Line = [sku: string, quantity: number];

export const ADDRESS = {
  firstName: 'Ada',
  lastName: 'Byron',
  company: '',
  address: '1 Park Avenue',
  apartment: '',
  city: 'New York',
  region: 'NY',
  postalCode: '10016',
  country: 'US',
  phone: '',
};

export const FORM = {
  email: 'ada@example.com',
  shipping_address: ADDRESS,
  billing_same_as_shipping: true,
  delivery_method: {
    id: 'standard',
    title: 'Standard',
    turnaround: '',
    price: '5.00',
    priceValue: 5,
  },
  payment_details: { nameOnCard: 'Ada Byron', cardNumber: '4242424242424242', cardType: 'visa' },
  shipping_cost: 5,
  save_to_profile: false,
  create_account: false,
};

export type Payment = {
  token?: string | null;
  method?: string;
  form?: Record<string, unknown>;
  key?: string;
  headers?: Record<string, string>;
  /** Further fields of the body. */
  more?: Record<string, unknown>;
};

export const complete = (
  shop: Front,
  visit: Visit,
  checkoutId: string,
  {
    token = 'tok_ok',
    method = 'card',
    form = {},
    key,
    headers = byToken(visit),
    more,
  }: Payment = {},
): Promise<Reply> =>
  shop.call('POST', '/web-commerce/checkout/complete/', {
    headers: { ...headers, ...(key === undefined ? {} : { 'idempotency-key': key }) },
    body: {
      checkout_session_id: checkoutId,
      payment_method_id: method,
      payment_data: token === null ? {} : { token },
      checkout_form_data: { ...FORM, ...form },
      ...more,
    },
  });

export const confirm = (
  shop: Front,
  visit: Visit,
  checkoutId: string,
  more: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<Reply> =>
  shop.call('POST', '/payments/confirm/', {
    headers: { ...byToken(visit), ...headers },
    body: { checkout_session_id: checkoutId, ...more },
  });

export const cancel = (shop: Front, visit: Visit, checkoutId: string): Promise<Reply> =>
  shop.call('POST', '/web-commerce/checkout/cancel/', {
    headers: byToken(visit),
    body: { checkout_session_id: checkoutId },
  });

export const status = (shop: Front, visit: Visit, checkoutId: string): Promise<Reply> =>
  shop.call('GET', `/web-commerce/checkout/${checkoutId}/status/`, { headers: byToken(visit) });

/** The processor's records of a checkout over all attempts, in minor units. */
export async function booksOf(
  shop: Front,
  checkoutId: string,
): Promise<{ charges: number; charged: number; refunded: number }> {
  const [row] = await statement<{ charges: number; charged: number; refunded: number }>(
    shop.platform.db,
    `select count(*)::int as charges, coalesce(sum(amount_minor), 0)::int as charged,
       coalesce(sum((select sum(r.amount_minor) from sandbox_refunds r where r.intent_id = i.id)), 0)::int
         as refunded
     from sandbox_intents i where idempotency_key like $1 and status = 'succeeded'`,
    [`${checkoutId}:%`],
  );
  return row ?? { charges: 0, charged: 0, refunded: 0 };
}

export type CheckoutState = {
  checkout: string;
  attempt: number;
  sale: string | null;
  paid: string | null;
  payment: string | null;
  cart: string;
};

/** A checkout, its cart, and the sale and payment of its last attempt. */
export async function checkoutStateOf(shop: Front, checkoutId: string): Promise<CheckoutState> {
  const [row] = await statement<CheckoutState>(
    shop.platform.db,
    `select c.status as checkout, c.attempt, t.status as sale, t.total_paid as paid,
       p.status as payment, carts.status as cart
     from checkout_sessions c join carts on carts.id = c.cart_id
       left join transactions t on t.id = c.transaction_id left join payments p on p.id = c.payment_id
     where c.id = $1`,
    [checkoutId],
  );
  if (row === undefined) throw new Error('no such checkout');
  return row;
}

export type Level = { on_hand: number; reserved: number };

export async function levelOf(shop: Front, sku: string, storeId = DOWNTOWN_ID): Promise<Level> {
  const [row] = await statement<Level>(
    shop.platform.db,
    `select on_hand, reserved from inventory_levels l join product_variants v on v.id = l.variant_id
     where v.sku = $1 and l.store_id = $2`,
    [sku, storeId],
  );
  if (row === undefined) throw new Error('no such level');
  return row;
}

/** Many visits, each with a cart and a checkout, inserted directly into the tables for speed. */
export async function crowd(
  shop: Front,
  size: number,
  lines: readonly (Line | readonly Line[])[],
): Promise<{ visit: Visit; id: string }[]> {
  const people = Array.from({ length: size }, (_, n) => ({
    session: newId(),
    cart: newId(),
    id: newId(),
    token: newToken(),
    lines: wanted(lines[n % lines.length]),
  }));
  const column = <T>(read: (person: (typeof people)[number]) => T): T[] => people.map(read);
  const { db } = shop.platform;
  await statement(
    db,
    `insert into sessions (id, kind, store_id, cart_token_hash, expires_at)
     select id, 'web', $3, hash, now() + interval '1 day'
     from unnest($1::uuid[], $2::bytea[]) as s (id, hash)`,
    [column(person => person.session), column(person => hashToken(person.token)), DOWNTOWN_ID],
  );
  await statement(
    db,
    `insert into carts (id, session_id, store_id)
     select id, session_id, $3 from unnest($1::uuid[], $2::uuid[]) as c (id, session_id)`,
    [column(person => person.cart), column(person => person.session), DOWNTOWN_ID],
  );
  const goods = people.flatMap(({ cart, lines: own }) => own.map(([sku, n]) => ({ cart, sku, n })));
  await statement(
    db,
    `update carts set variant_ids = l.variant_ids, quantities = l.quantities
     from (
       select l.cart_id, array_agg(v.id) as variant_ids, array_agg(l.quantity) as quantities
       from unnest($1::uuid[], $2::text[], $3::int[]) as l (cart_id, sku, quantity)
         join product_variants v on v.sku = l.sku
       group by l.cart_id) l
     where id = l.cart_id`,
    [goods.map(line => line.cart), goods.map(line => line.sku), goods.map(line => line.n)],
  );
  await statement(
    db,
    `insert into checkout_sessions (id, session_id, cart_id, store_id, fulfillment_method, expires_at)
     select id, session_id, cart_id, $4, 'ship', now() + interval '30 minutes'
     from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as c (id, session_id, cart_id)`,
    [
      column(person => person.id),
      column(person => person.session),
      column(person => person.cart),
      DOWNTOWN_ID,
    ],
  );
  return people.map(({ id, cart, token }) => ({
    id,
    visit: { cartId: cart, token, cookie: '' },
  }));
}

const wanted = (lines: Line | readonly Line[] | undefined): Line[] => {
  if (lines === undefined) return [];
  return typeof lines[0] === 'string' ? [lines as Line] : [...(lines as readonly Line[])];
};

/** Expires the lease of an attempt, or the delay before the next check of its challenge. */
export const passLease = (shop: Front, checkoutId: string): Promise<unknown> =>
  statement(
    shop.platform.db,
    `update checkout_attempts set lease_until = now() - interval '1 second'
     where checkout_id = $1`,
    [checkoutId],
  );

export const expireUncertainChargeDelays = (shop: Front): Promise<unknown> =>
  statement(
    shop.platform.db,
    `update uncertain_charges set next_attempt_at = now() - interval '1 second' where outcome is null`,
  );

/** Recovers an attempt; if the service's own ticker claimed it first, waits for the ticker. */
export async function recover(shop: Front, checkoutId: string): Promise<void> {
  await passLease(shop, checkoutId);
  await drainQueue(shop.platform, attemptQueue);
  for (let round = 0; round < 200; round += 1) {
    if ((await checkoutStateOf(shop, checkoutId)).checkout !== 'payment_processing') return;
    await new Promise(resolve => setTimeout(resolve, 25));
  }
}

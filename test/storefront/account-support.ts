import { work } from '../../src/app.js';
import { CHAIN_STREAM, eventsAfter } from '../../src/platform/work/events/repository.js';
import { customer } from '../../src/seed/data.js';
import { mailsTo } from '../support/mails.js';
import { complete, type Line, tomorrow } from './checkout-support.js';
import { byCookie, cartPath, cookieIn, DOWNTOWN_ID, type Reply, type Shop } from './support.js';

export const OWN = customer.email;

const ok = (reply: Reply, status = 200): Reply => {
  if (reply.status !== status) throw new Error(`${reply.status}: ${reply.text}`);
  return reply;
};

export type Account = Awaited<ReturnType<typeof signIn>>;

/** A customer who is signed in to the shop. */
export async function signIn(shop: Shop, username = OWN, password = 'shopper-demo') {
  const login = ok(await shop.call('POST', '/auth/login/', { body: { username, password } }));
  const cookie = cookieIn(login);
  const headers = byCookie({ cookie }, new URL(shop.platform.config.publicUrl).origin);
  const call = (method: string, url: string, body?: unknown, more = {}): Promise<Reply> =>
    shop.call(method, url, { headers: { ...headers, ...more }, body });
  return {
    cookie,
    headers,
    call,
    token: String(login.body.access),
    orders: (query = '') => call('GET', `/web-commerce/orders/${query}`),
    order: (number: string) => call('GET', `/web-commerce/orders/${number}/`),
    cancel: (number: string, body?: object, more = {}) =>
      call('POST', `/web-commerce/orders/${number}/cancel/`, body, more),
    giveBack: (number: string, body: object, more = {}) =>
      call('POST', `/web-commerce/orders/${number}/returns/`, body, more),
  };
}

export type Ordering = {
  method?: string;
  fulfillment?: 'ship' | 'pickup' | 'digital';
  email?: string;
  storeId?: string;
};

/** An order in the shop by a signed-in customer; returns its number. */
export async function orderAs(
  shop: Shop,
  account: Account,
  lines: readonly Line[],
  { method = 'card', fulfillment = 'ship', email = OWN, storeId = DOWNTOWN_ID }: Ordering = {},
): Promise<string> {
  const started = await account.call('POST', '/web-commerce/session/create/', {
    store_id: storeId,
  });
  const { cart_id: cartId } = ok(started, 201).body;
  for (const [sku, quantity] of lines) {
    ok(await account.call('POST', cartPath(cartId, 'add'), { sku, quantity }));
  }
  const checkout = await account.call('POST', '/web-commerce/checkout/initiate/', {
    cart_id: cartId,
    store_id: storeId,
    fulfillment_method: fulfillment,
    ...(fulfillment === 'pickup' && { pickup_scheduled_time: tomorrow(shop) }),
  });
  const { id } = ok(checkout, 201).body.checkout;
  const visit = { cartId, token: '', cookie: account.cookie };
  const paid = await complete(shop, visit, id, {
    method,
    token: method === 'card' ? 'tok_ok' : null,
    headers: account.headers,
    form: { email },
  });
  return ok(paid).body.transaction_id;
}

/** What staff do with the delivery of an order. */
export async function deliver(shop: Shop, number: string, action: string, body?: object) {
  const token = await shop.officeToken();
  const [found] = (await shop.call('GET', `/fulfillments/?transaction=${number}`, { token })).body;
  return ok(await shop.call('POST', `/fulfillments/${found.id}/${action}/`, { token, body }));
}

/** Runs the consumers of these domains for all events recorded so far, each event again. */
export async function follow(shop: Shop, names: RegExp, streams: readonly string[] = []) {
  await shop.settleEvents();
  for (const stream of [CHAIN_STREAM, DOWNTOWN_ID, ...streams]) {
    const events = await eventsAfter(shop.platform.db, stream, 0, 10_000);
    for (const consumer of work.consumers) {
      if (!names.test(consumer.name)) continue;
      const mine = events.filter(({ event }) => consumer.events.includes(event));
      if (mine.length > 0) await consumer.handle(shop.platform, mine);
    }
  }
}

/** Mails to an address with this purpose. */
export const mailsAbout = async (shop: Shop, purpose: string, address = OWN) =>
  (await mailsTo(shop, address)).filter(mail => mail.purpose === purpose);

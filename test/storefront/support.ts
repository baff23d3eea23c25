import { AIRPORT_ID, DOWNTOWN_ID } from '../../src/seed/data.js';
import { openShop as open, type Reply, type Shop, type ShopOptions } from '../support/service.js';

export { inParallel, movableClock, tally } from '../people/support.js';
export type { Reply, Shop } from '../support/service.js';
export { AIRPORT_ID, DOWNTOWN_ID };

export const ORIGIN = 'http://shop.test';
export const DAY_MS = 24 * 60 * 60_000;

export const openShop = (options: ShopOptions = {}): Promise<Shop> =>
  open({ background: false, ...options, env: { PUBLIC_URL: ORIGIN, ...options.env } });

export type Visit = { cartId: string; token: string; cookie: string };

/** The session cookie that a response sets; empty if none. */
export function cookieIn(reply: Reply): string {
  const [cookie = ''] = [reply.headers['set-cookie']].flat();
  return String(cookie).split(';')[0]?.replace('web_session=', '') ?? '';
}

export async function openVisit(shop: Shop, storeId = DOWNTOWN_ID): Promise<Visit> {
  const reply = await shop.call('POST', '/web-commerce/session/create/', {
    body: { store_id: storeId },
  });
  if (reply.status !== 201) throw new Error(`no visit: ${reply.text}`);
  return { cartId: reply.body.cart_id, token: reply.body.cart_token, cookie: cookieIn(reply) };
}

export const byToken = (visit: Pick<Visit, 'token'>) => ({ 'x-cart-session-token': visit.token });
export const byCookie = (visit: Pick<Visit, 'cookie'>, origin: string | null = ORIGIN) => ({
  cookie: `web_session=${visit.cookie}`,
  ...(origin !== null && { origin }),
});

export const cartPath = (cartId: string, action = ''): string =>
  `/web-commerce/cart/${cartId}/${action && `${action}/`}`;

export const add = (shop: Shop, visit: Visit, sku: string, quantity: number): Promise<Reply> =>
  shop.call('POST', cartPath(visit.cartId, 'add'), {
    headers: byToken(visit),
    body: { sku, quantity },
  });

export const readCart = (shop: Shop, visit: Visit): Promise<Reply> =>
  shop.call('GET', cartPath(visit.cartId), { headers: byToken(visit) });

/** Cart lines as `{SKU: quantity}`. */
export async function contents(shop: Shop, cartId: string): Promise<Record<string, number>> {
  const rows = await shop.platform.db
    .selectFrom('cart_lines')
    .innerJoin('product_variants', 'product_variants.id', 'cart_lines.variant_id')
    .select(['sku', 'quantity'])
    .where('cart_id', '=', cartId)
    .orderBy('sku')
    .execute();
  return Object.fromEntries(rows.map(row => [row.sku, row.quantity ?? 0]));
}

export async function statusOf(shop: Shop, cartId: string): Promise<string | undefined> {
  const row = await shop.platform.db
    .selectFrom('carts')
    .select('status')
    .where('id', '=', cartId)
    .executeTakeFirst();
  return row?.status;
}

export async function sessionOf(shop: Shop, cartId: string): Promise<string> {
  const row = await shop.platform.db
    .selectFrom('carts')
    .select('session_id')
    .where('id', '=', cartId)
    .executeTakeFirstOrThrow();
  return row.session_id;
}

export async function countRows(shop: Shop, table: 'sessions' | 'carts'): Promise<number> {
  const { n } = await shop.platform.db
    .selectFrom(table)
    .select(eb => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

export const logInCustomer = (shop: Shop, headers: Record<string, string> = {}): Promise<Reply> =>
  shop.call('POST', '/auth/login/', {
    body: { username: 'shopper@example.com', password: 'shopper-demo' },
    headers,
  });

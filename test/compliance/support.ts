import { hashToken } from '../../src/domains/people/index.js';
import { statement } from '../../src/platform/database/tx.js';
import { newId, newToken } from '../../src/platform/ids.js';
import type { Shop } from '../support/service.js';

export const DOWNTOWN = '00000000-0000-4000-8000-000000000001';
export const AIRPORT = '00000000-0000-4000-8000-000000000002';
export const SHOPPER = '00000000-0000-4000-a003-000000000001';

export type Guest = { sessionId: string; headers: Record<string, string> };

/** A guest of the web shop, identified by the cart token. */
export async function guest(shop: Shop, storeId = DOWNTOWN): Promise<Guest> {
  const sessionId = newId();
  const token = newToken();
  const now = shop.platform.clock.now();
  await statement(
    shop.platform.db,
    `insert into sessions (id, kind, store_id, cart_token_hash, created_at, last_seen_at, expires_at)
     values ($1, 'web', $2, $3, $4, $4, $4::timestamptz + interval '30 days')`,
    [sessionId, storeId, hashToken(token), now],
  );
  return { sessionId, headers: { 'x-cart-session-token': token } };
}

/** A new login of the demo customer. */
export async function logIn(shop: Shop, username = 'shopper@example.com'): Promise<string> {
  const body = { username, password: `${username.split('@')[0]}-demo` };
  const reply = await shop.call('POST', '/auth/login/', { body });
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.body.access;
}

export async function variantOf(shop: Shop, sku: string) {
  const [row] = await statement<{ id: string; product_id: number; category_id: string }>(
    shop.platform.db,
    `select v.id, v.product_id, p.category_id from product_variants v
     join products p on p.id = v.product_id where v.sku = $1`,
    [sku],
  );
  if (row === undefined) throw new Error(`there is no ${sku}`);
  return row;
}

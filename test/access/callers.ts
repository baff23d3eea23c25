import { signToken } from '../../src/domains/people/logins/tokens.js';
import { statement } from '../../src/platform/database/tx.js';
import { newId } from '../../src/platform/ids.js';
import { AIRPORT_ID, DOWNTOWN_ID } from '../../src/seed/data.js';
import type { Shop } from '../support/service.js';

/** The authentication headers of each kind of caller, and the cart of the first guest. */
export type Callers = { headers: Record<string, Record<string, string>>; cartId: string };

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

export async function logInCallers(shop: Shop): Promise<Callers> {
  const guest = await openCart(shop);
  const other = await openCart(shop);
  const { refresh } = await logIn(shop, 'manager');
  return {
    cartId: guest.cart_id,
    headers: {
      nobody: {},
      guest: { 'x-cart-session-token': guest.cart_token },
      'other guest': { 'x-cart-session-token': other.cart_token },
      customer: bearer((await logIn(shop, 'shopper@example.com')).access),
      cashier: bearer(await shop.tillToken('EMP001')),
      'cashier elsewhere': bearer(await shop.tillToken('EMP005')),
      supervisor: bearer(await shop.tillToken('EMP002')),
      manager: bearer(await managerOf(shop, DOWNTOWN_ID)),
      'manager elsewhere': bearer(await managerOf(shop, AIRPORT_ID)),
      'manager of all': bearer(await shop.officeToken('manager')),
      admin: bearer(await shop.officeToken('admin')),
      expired: bearer(await expiredToken(shop)),
      'logged out': bearer(await endedToken(shop)),
      'refresh token': bearer(refresh),
    },
  };
}

async function openCart(shop: Shop): Promise<{ cart_id: string; cart_token: string }> {
  const body = { email: 'guest@example.com', store_id: DOWNTOWN_ID };
  return (await shop.call('POST', '/web-commerce/session/create/', { body })).body;
}

async function logIn(shop: Shop, username: string): Promise<{ access: string; refresh: string }> {
  const body = { username, password: `${username.split('@')[0]}-demo` };
  return (await shop.call('POST', '/auth/login/', { body })).body;
}

async function managerOf(shop: Shop, storeId: string): Promise<string> {
  const username = `manager-${storeId.at(-1)}`;
  const password = 'a long pass phrase';
  const made = await shop.call('POST', '/users/', {
    token: await shop.officeToken('admin'),
    body: {
      role: 'manager',
      employee_number: `EMP-${storeId.at(-1)}`,
      username,
      password,
      store_ids: [storeId],
    },
  });
  if (made.status !== 201) throw new Error(made.text);
  const login = await shop.call('POST', '/auth/login/', { body: { username, password } });
  return login.body.access;
}

/** A validly signed token of a live login; only the token itself has expired. */
async function expiredToken(shop: Shop): Promise<string> {
  const [session] = await statement<{ id: string; user_id: string }>(
    shop.platform.db,
    `select s.id, s.user_id from sessions s join users u on u.id = s.user_id
     where u.username = 'admin' limit 1`,
  );
  const now = Date.now();
  return signToken(shop.platform, {
    kind: 'web',
    sessionId: session?.id ?? newId(),
    userId: session?.user_id ?? newId(),
    issuedAt: new Date(now - 3_600_000),
    expiresAt: new Date(now - 60_000),
  });
}

async function endedToken(shop: Shop): Promise<string> {
  const { access, refresh } = await logIn(shop, 'admin');
  await shop.call('POST', '/auth/logout/', { token: access, body: { refresh } });
  return access;
}

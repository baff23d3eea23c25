import { type Callers, logInCallers } from '../access/callers.js';
import { byCookie, cookieIn, logInCustomer } from '../storefront/support.js';
import type { Dice } from '../support/dice.js';
import type { Shop } from '../support/service.js';
import { makeHistory } from './history.js';
import { Pools } from './pools.js';
import type { FuzzReport } from './report.js';
import { type Operation, operationsOf } from './requests.js';
import type { Known } from './values.js';

/** An order takes several steps in a row, so these routes are called more often than the others. */
export const OFTEN: ReadonlySet<string> = new Set([
  'POST /web-commerce/cart/{cart_id}/add/',
  'POST /web-commerce/checkout/initiate/',
  'POST /web-commerce/checkout/complete/',
  'POST /payments/confirm/',
  'POST /pos/transactions/create/',
  'POST /pos/transactions/{transaction_id}/payment/',
]);
/** Routes that end a login of the caller. */
const LOGOUTS = new Set([
  'POST /auth/logout/',
  'POST /pos/auth/terminal-logout/',
  'DELETE /auth/sessions/',
  'DELETE /auth/sessions/{id}/',
]);
const TILLS = ['cashier', 'cashier', 'supervisor', 'cashier elsewhere'];
const OFFICE = ['admin', 'admin', 'admin', 'manager', 'manager elsewhere', 'supervisor'];
const SHOPPERS = ['guest', 'guest', 'other guest', 'customer', 'customer in a browser'];
/** Stores to which a caller is bound. */
export const HOME: Record<string, string> = {
  cashier: '00000000-0000-4000-8000-000000000001',
  supervisor: '00000000-0000-4000-8000-000000000001',
  manager: '00000000-0000-4000-8000-000000000001',
  'cashier elsewhere': '00000000-0000-4000-8000-000000000002',
  'manager elsewhere': '00000000-0000-4000-8000-000000000002',
};

/** A shop with some history, its routes, and a login of every kind of caller. */
export type World = { shop: Shop; callers: Callers; operations: Operation[]; known: Known };

export async function openWorld(
  shop: Shop,
  report: FuzzReport,
  often: ReadonlySet<string> = OFTEN,
): Promise<World> {
  const callers = await logInCallers(shop);
  // Addresses are shown to browsers only, and a browser authenticates with its cookie alone.
  callers.headers['customer in a browser'] = byCookie({
    cookie: cookieIn(await logInCustomer(shop)),
  });
  const described = operationsOf((await shop.call('GET', '/openapi.json')).body);
  const operations = described
    .filter(({ method, path }) => !LOGOUTS.has(`${method} ${path}`))
    .flatMap(one => (often.has(`${one.method} ${one.path}`) ? [one, one, one, one] : [one]));
  const known: Known = Object.assign(new Pools(), {
    note: (kind: string) => report.note(kind),
  });
  await makeHistory(shop, callers);
  await readLists(shop, callers, operations, known);
  return { shop, callers, operations, known };
}

/** Reads every list once, so that the first request already names records that exist. */
async function readLists(
  shop: Shop,
  callers: Callers,
  operations: readonly Operation[],
  known: Known,
): Promise<void> {
  const cart = JSON.stringify({ cart_id: callers.cartId });
  known.learn('/web-commerce/cart/', cart, true, 'guest');
  for (const { method, path } of new Set(operations)) {
    if (method !== 'GET' || path.includes('{')) continue;
    const headers =
      callers.headers[path.startsWith('/web-commerce/') ? 'customer in a browser' : 'admin'];
    const { statusCode, body } = await shop.app.inject({ method: 'GET', url: path, headers });
    if (statusCode === 200) known.learn(path, body, false);
  }
}

/** Picks mostly an authorized caller, because authorized requests reach more code. */
export function callerFor(
  { path, needsStaff }: Operation,
  random: Dice,
  { headers }: Callers,
): string {
  if (random.chance(0.25)) return random.pick(Object.keys(headers));
  if (path.startsWith('/pos/') || path.startsWith('/cash-management/')) return random.pick(TILLS);
  if (needsStaff) return random.pick(OFFICE);
  return random.pick(SHOPPERS);
}

/** A continued visit gets a new token, and the previous one becomes invalid. */
export function keepToken(identity: Record<string, string>, body: string): void {
  const token = /"cart_token":"([\w-]+)"/.exec(body)?.[1];
  if (token !== undefined) identity['x-cart-session-token'] = token;
}

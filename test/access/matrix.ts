import type { Shop } from '../support/service.js';
import { type Callers, logInCallers } from './callers.js';

export type Route = { method: string; path: string };

/** These end the login they are called with, so they are called last. */
const LAST = new Set(['/auth/logout/', '/pos/auth/terminal-logout/']);
/** WebSockets accept every connection and then close it; they have their own tests. */
const isListed = (path: string): boolean => !path.startsWith('/ws/');

/** A record of DOWNTOWN per kind, so that reading it from AIRPORT is meaningful. */
const LISTS: Record<string, { list: string; id: string }> = {
  '/cash-management/shifts/': { list: '/cash-management/shifts/?store=DOWNTOWN', id: 'id' },
  '/customers/': { list: '/customers/?search=shopper', id: 'id' },
  '/fulfillments/': { list: '/fulfillments/?store=DOWNTOWN', id: 'id' },
  '/journal-settings/': { list: '/stores/', id: 'code' },
  '/legal-texts/': { list: '/stores/', id: 'code' },
  '/shop-themes/': { list: '/stores/', id: 'code' },
  '/inventory-levels/': { list: '/inventory-levels/?store=DOWNTOWN', id: 'id' },
  '/payments/': { list: '/payments/?store=DOWNTOWN', id: 'id' },
  '/payments/payments/': { list: '/payments/?store=DOWNTOWN', id: 'id' },
  '/payments/refunds/': { list: '/payments/refunds/?store=DOWNTOWN', id: 'id' },
  '/procurement/purchase-orders/': {
    list: '/procurement/purchase-orders/?store=DOWNTOWN',
    id: 'id',
  },
  '/products/': { list: '/products/', id: 'id' },
  '/returns/': { list: '/returns/?store=DOWNTOWN', id: 'id' },
  '/sale-transactions/': { list: '/transactions/?store=DOWNTOWN', id: 'transactionId' },
  '/stock-counts/': { list: '/stock-counts/?store=DOWNTOWN', id: 'id' },
  '/transfers/': { list: '/transfers/?store=DOWNTOWN', id: 'id' },
  '/supplier-articles/': { list: '/supplier-articles/', id: 'id' },
  '/suppliers/': { list: '/suppliers/', id: 'id' },
  '/stores/': { list: '/stores/', id: 'code' },
  '/tasks/': { list: '/tasks/?store=DOWNTOWN', id: 'task_id' },
  '/tasks/delivery-schedules/': {
    list: '/tasks/delivery-schedules/?store=DOWNTOWN',
    id: 'delivery_id',
  },
  '/transactions/': { list: '/transactions/?store=DOWNTOWN', id: 'transactionId' },
  '/users/': { list: '/users/?store=DOWNTOWN&role=cashier', id: 'id' },
  '/zones/': { list: '/zones/?store=DOWNTOWN', id: 'id' },
  '/par-levels/': { list: '/par-levels/?store=DOWNTOWN', id: 'id' },
};
/** An id that no record has. Writes use it, so that a permitted call changes nothing. */
const NO_RECORD = '00000000-0000-4000-8000-00000000ffff';

/** The answer to each caller per route, as a table; `{}` is the body of every write. */
export async function describeAccess(shop: Shop): Promise<string> {
  const callers = await logInCallers(shop);
  const names = Object.keys(callers.headers);
  const rows: string[] = [];
  for (const route of await routesOf(shop)) {
    const url = await addressOf(shop, route, callers);
    const cells = await Promise.all(
      names.map(name => callRoute(shop, route, url, callers.headers[name] ?? {})),
    );
    rows.push(`| ${route.method} \`${route.path}\` | ${cells.join(' | ')} |`);
  }
  return [
    `| Route | ${names.join(' | ')} |`,
    `|---|${names.map(() => '---|').join('')}`,
    ...rows.sort(),
    '',
  ].join('\n');
}

export async function routesOf(shop: Shop): Promise<Route[]> {
  const { paths } = (await shop.call('GET', '/openapi.json')).body as {
    paths: Record<string, Record<string, unknown>>;
  };
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(method => ({ method: method.toUpperCase(), path })),
  );
  const isLast = ({ path }: Route): number => Number(LAST.has(path));
  return routes.filter(({ path }) => isListed(path)).sort((a, b) => isLast(a) - isLast(b));
}

export async function addressOf(shop: Shop, route: Route, { cartId }: Callers): Promise<string> {
  const collection = route.path.slice(0, route.path.indexOf('{'));
  const known = route.method === 'GET' ? LISTS[collection] : undefined;
  const id = known ? await firstOf(shop, known) : NO_RECORD;
  return route.path
    .replace('{cart_id}', cartId)
    .replace('{terminal_id}', 'T-001')
    .replace('{vendor}', 'kycvendor')
    .replace('{processor_type}', 'square')
    .replace(/\{[^}]+\}/g, id);
}

/** Test files of a worker share this module, each with a shop of its own. */
const found = new WeakMap<Shop, Map<string, string>>();

async function firstOf(shop: Shop, { list, id }: { list: string; id: string }): Promise<string> {
  const own = found.get(shop) ?? new Map<string, string>();
  found.set(shop, own);
  const known = own.get(list);
  if (known !== undefined) return known;
  const token = await shop.officeToken('admin');
  const reply = await shop.call('GET', list, { token });
  const records = reply.body as Record<string, string>[];
  const record =
    list === '/stores/' ? records.find(store => store.code === 'DOWNTOWN') : records[0];
  if (record === undefined) throw new Error(`${list} is empty: ${reply.text}`);
  own.set(list, String(record[id]));
  return String(record[id]);
}

async function callRoute(
  shop: Shop,
  { method }: Route,
  url: string,
  headers: Record<string, string>,
): Promise<number> {
  const hasBody = method !== 'GET' && method !== 'DELETE';
  // No caller here is on the machine itself, which may read metrics without a login.
  const from = { ...headers, 'x-forwarded-for': '203.0.113.7' };
  return (await shop.call(method, url, { headers: from, ...(hasBody && { body: {} }) })).status;
}

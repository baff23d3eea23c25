import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type Callers, logInCallers } from '../access/callers.js';
import { byCookie, cookieIn, logInCustomer, ORIGIN } from '../storefront/support.js';
import { type Dice, dice } from '../support/dice.js';
import { openShop, type Shop } from '../support/service.js';
import { makeHistory } from './history.js';
import { Pools } from './pools.js';
import { FuzzReport } from './report.js';
import { type FuzzRequest, type Operation, operationsOf, requestFor } from './requests.js';
import { WEBHOOK_ENV } from './signatures.js';
import type { Known } from './values.js';

/** A shop is used up after this many: logins are ended, stock is gone, stores hold random data. */
const INPUTS_PER_SHOP = 10_000;
const LANES = 8;
/** An order takes several steps in a row, so these routes are called more often than the others. */
const OFTEN = new Set([
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
/** Allowed: functions that the till's gateway declares unsupported, and a database that is down. */
const ALLOWED = new Set([501, 503]);
/** Also allowed: a 500 that asks the sender of an event to redeliver it, as the contract says. */
const ODD_EVENT = '{"status":"error","message":"Failed to process webhook","event_id":';
const TILLS = ['cashier', 'cashier', 'supervisor', 'cashier elsewhere'];
const OFFICE = ['admin', 'admin', 'admin', 'manager', 'manager elsewhere', 'supervisor'];
const SHOPPERS = ['guest', 'guest', 'other guest', 'customer', 'customer in a browser'];
/** Stores to which a caller is bound. */
const HOME: Record<string, string> = {
  cashier: '00000000-0000-4000-8000-000000000001',
  supervisor: '00000000-0000-4000-8000-000000000001',
  manager: '00000000-0000-4000-8000-000000000001',
  'cashier elsewhere': '00000000-0000-4000-8000-000000000002',
  'manager elsewhere': '00000000-0000-4000-8000-000000000002',
};

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/**
 * Sends inputs built from the OpenAPI document, and hostile ones, to every route as every caller.
 */
export async function fuzz(seed: number, inputs: number): Promise<FuzzReport> {
  const report = new FuzzReport();
  for (let from = 0; from < inputs; from += INPUTS_PER_SHOP) {
    const shop = await openShop({ background: false, env: { ...WEBHOOK_ENV, PUBLIC_URL: ORIGIN } });
    try {
      await fuzzShop(shop, seed, from, Math.min(from + INPUTS_PER_SHOP, inputs), report);
    } finally {
      await shop.close();
    }
    collectGarbage();
    report.heapMb.push(Math.round(process.memoryUsage().heapUsed / 1_048_576));
  }
  return report;
}

async function fuzzShop(
  shop: Shop,
  seed: number,
  from: number,
  to: number,
  report: FuzzReport,
): Promise<void> {
  const callers = await logInCallers(shop);
  // Addresses are shown to browsers only, and a browser authenticates with its cookie alone.
  callers.headers['customer in a browser'] = byCookie({
    cookie: cookieIn(await logInCustomer(shop)),
  });
  const described = operationsOf((await shop.call('GET', '/openapi.json')).body);
  const operations = described
    .filter(({ method, path }) => !LOGOUTS.has(`${method} ${path}`))
    .flatMap(one => (OFTEN.has(`${one.method} ${one.path}`) ? [one, one, one, one] : [one]));
  const known: Known = Object.assign(new Pools(), {
    note: (kind: string) => report.note(kind),
  });
  await makeHistory(shop, callers);
  await readLists(shop, callers, operations, known);
  let next = from;
  const work = async (): Promise<void> => {
    while (next < to) {
      const random = dice(seed * 1_000_003 + next);
      next += 1;
      const operation = random.pick(operations);
      const caller = callerFor(operation, random, callers);
      known.caller = caller;
      const request = requestFor(operation, random, known);
      if (request.records.some(id => isForeign(known.storeOf(id), HOME[caller]))) {
        report.note("another store's record");
      }
      await send(shop, callers, operation, caller, request, known, report);
    }
  };
  await Promise.all(Array.from({ length: LANES }, work));
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
function callerFor({ path, needsStaff }: Operation, random: Dice, { headers }: Callers): string {
  if (random.chance(0.25)) return random.pick(Object.keys(headers));
  if (path.startsWith('/pos/') || path.startsWith('/cash-management/')) return random.pick(TILLS);
  if (needsStaff) return random.pick(OFFICE);
  return random.pick(SHOPPERS);
}

const isForeign = (store: string | undefined, home: string | undefined): boolean =>
  store !== undefined && home !== undefined && store !== home;

async function send(
  shop: Shop,
  callers: Callers,
  { method, path }: Operation,
  caller: string,
  { records: _, ...request }: FuzzRequest,
  known: Known,
  report: FuzzReport,
): Promise<void> {
  const identity = callers.headers[caller] ?? {};
  const { statusCode, body } = await shop.app.inject({
    ...request,
    headers: { ...request.headers, ...identity },
  });
  report.answered(`${method} ${path}`, caller, statusCode);
  if (statusCode >= 500 && !ALLOWED.has(statusCode) && !body.startsWith(ODD_EVENT)) {
    report.faults.push({
      caller,
      method,
      url: String(request.url),
      payload: String(request.payload ?? '').slice(0, 500),
      answer: body.slice(0, 500),
    });
  }
  if (statusCode >= 300) return;
  known.learn(path.replace(/\{.*$/, ''), body, statusCode === 201, caller);
  if ('x-cart-session-token' in identity) keepToken(identity, body);
}

/** A continued visit gets a new token, and the previous one becomes invalid. */
function keepToken(identity: Record<string, string>, body: string): void {
  const token = /"cart_token":"([\w-]+)"/.exec(body)?.[1];
  if (token !== undefined) identity['x-cart-session-token'] = token;
}

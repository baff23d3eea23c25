import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ORIGIN } from '../storefront/support.js';
import { dice } from '../support/dice.js';
import { openShop, type Shop } from '../support/service.js';
import { FuzzReport } from './report.js';
import { type FuzzRequest, type Operation, requestFor } from './requests.js';
import { WEBHOOK_ENV } from './signatures.js';
import { callerFor, HOME, keepToken, openWorld, type World } from './world.js';

/** A shop is used up after this many: logins are ended, stock is gone, stores hold random data. */
const INPUTS_PER_SHOP = 10_000;
const LANES = 8;
/** Allowed: functions that the till's gateway declares unsupported, and a database that is down. */
const ALLOWED = new Set([501, 503]);
/** Also allowed: a 500 that asks the sender of an event to redeliver it, as the contract says. */
const ODD_EVENT = '{"status":"error","message":"Failed to process webhook","event_id":';

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
  const world = await openWorld(shop, report);
  const { callers, operations, known } = world;
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
      await send(world, operation, caller, request, report);
    }
  };
  await Promise.all(Array.from({ length: LANES }, work));
}

const isForeign = (store: string | undefined, home: string | undefined): boolean =>
  store !== undefined && home !== undefined && store !== home;

async function send(
  { shop, callers, known }: World,
  { method, path }: Operation,
  caller: string,
  { records: _, ...request }: FuzzRequest,
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

import { setTimeout as pause } from 'node:timers/promises';
import { statement } from '../../../src/platform/database/tx.js';
import { createLog } from '../../../src/platform/log.js';
import { ORIGIN } from '../../storefront/support.js';
import { dice } from '../../support/dice.js';
import { openShop, type Shop } from '../../support/service.js';
import { FuzzReport } from '../report.js';
import { type Operation, requestFor } from '../requests.js';
import { WEBHOOK_ENV } from '../signatures.js';
import { callerFor, HOME, keepToken, OFTEN, openWorld, type World } from '../world.js';
import { MarkBook } from './mark-book.js';
import { MarksReport } from './marks-report.js';
import { plantInto } from './plant.js';
import { openSockets } from './sockets.js';
import { searchStorage } from './storage.js';
import { subscribe } from './webhooks.js';

/** Routes that take secrets or files are called more often too. */
const SECRETS: ReadonlySet<string> = new Set([
  ...OFTEN,
  'POST /auth/login/',
  'POST /auth/password-reset/',
  'POST /auth/register/initiate/',
  'POST /pos/auth/terminal-login/',
  'POST /users/',
  'POST /products/import/',
  'POST /inventory-levels/import/',
  'POST /payments/settlements/',
]);
const INPUTS_PER_SHOP = 5_000;
const LANES = 8;
/** Part of the inputs that are frames of a WebSocket. */
const FRAMES = 0.02;
const LOG_BYTES = 262_144;
const SETTLE_MS = 60_000;

/** `isOver` ends a run early; `say` is called after each shop. */
type Watch = { isOver?(): boolean; say?(so: MarksReport): void };

/**
 * Sends requests that carry card numbers, PINs, passwords, tokens and names of one store, and
 * searches all that comes out of the service and all that it stores for them.
 */
export async function plantMarks(
  seed: number,
  inputs: number,
  { isOver = () => false, say = () => undefined }: Watch = {},
): Promise<MarksReport> {
  const report = new MarksReport();
  for (let from = 0; from < inputs && !isOver(); from += INPUTS_PER_SHOP) {
    const to = Math.min(from + INPUTS_PER_SHOP, inputs);
    await inShop({ seed, from, to, isOver }, report);
    say(report);
    if (report.found.length > 0) break;
  }
  return report;
}

async function inShop(part: Part, report: MarksReport): Promise<void> {
  const { seed, from } = part;
  const book = new MarkBook(`z${seed.toString(36)}${from.toString(36)}q`);
  const log = bufferedLog(book);
  const shop = await openShop({
    env: { ...WEBHOOK_ENV, PUBLIC_URL: ORIGIN },
    log: createLog('trace', log),
  });
  try {
    await statement(shop.platform.db, `alter system set wal_keep_size = '1GB'`);
    await statement(shop.platform.db, 'select pg_reload_conf()');
    const world = await openWorld(shop, new FuzzReport(), SECRETS);
    const tokens = learnIdentities(world, book);
    const subscriber = await subscribe(shop, book);
    const sockets = await openSockets(shop, tokens, book);
    await send(world, sockets, part, book, report);
    await settle(shop);
    report.deliveries += await subscriber.finish(book, dice(seed + from));
    sockets.close();
    log.flush();
    report.add(book, await searchStorage(shop, book));
    report.frames += sockets.received();
    report.logBytes += log.bytes();
  } finally {
    await shop.close();
  }
}

type Part = { seed: number; from: number; to: number; isOver(): boolean };
type Sockets = Awaited<ReturnType<typeof openSockets>>;

async function send(
  world: World,
  sockets: Sockets,
  { seed, from, to, isOver }: Part,
  book: MarkBook,
  report: MarksReport,
): Promise<void> {
  let next = from;
  const work = async (): Promise<void> => {
    while (next < to && !isOver()) {
      const random = dice(seed * 1_000_003 + next);
      next += 1;
      report.inputs += 1;
      if (random.chance(FRAMES)) sockets.send(random);
      else await sendOne(world, random.pick(world.operations), random, book, report);
    }
  };
  await Promise.all(Array.from({ length: LANES }, work));
}

async function sendOne(
  { shop, callers, known }: World,
  operation: Operation,
  random: ReturnType<typeof dice>,
  book: MarkBook,
  report: MarksReport,
): Promise<void> {
  const name = callerFor(operation, random, callers);
  known.caller = name;
  const home = HOME[name];
  const made = requestFor(operation, random, known);
  const { records: _, ...request } = plantInto(made, operation, { name, home }, book, random);
  const identity = callers.headers[name] ?? {};
  const reply = await shop.app.inject({ ...request, headers: { ...request.headers, ...identity } });
  const { statusCode, headers, body } = reply;
  report.answered(statusCode, body.length);
  const where = `answer ${statusCode} to ${name}: ${operation.method} ${request.url}`;
  const place = { name: where, staffOf: home, hasTokens: 'idempotent-replayed' in headers };
  book.check(place, `${JSON.stringify(headers)}\n${body}`);
  learnTokens(book, operation, JSON.stringify(headers['set-cookie'] ?? ''), body);
  if (statusCode >= 300) return;
  known.learn(operation.path.replace(/\{.*$/, ''), body, statusCode === 201, name);
  if ('x-cart-session-token' in identity) keepToken(identity, body);
}

const GIVEN =
  /"(access|refresh|token|cart_token|registration_token|receipt_token|access_token|secret)":"([^"]{16,})"/g;

/** Tokens that an answer gives to its caller; no one may read them again. */
function learnTokens(book: MarkBook, { path }: Operation, cookies: string, body: string): void {
  for (const [, name, token] of body.matchAll(GIVEN))
    book.learnToken(token ?? '', `${path} ${name}`);
  for (const [, cookie] of cookies.matchAll(/=([\w.-]{16,})/g)) {
    book.learnToken(cookie ?? '', `${path} cookie`);
  }
}

/** The tokens of the callers themselves. */
function learnIdentities({ callers }: World, book: MarkBook): Record<string, string> {
  const tokens: Record<string, string> = {};
  for (const [name, headers] of Object.entries(callers.headers)) {
    for (const value of [headers.authorization, headers.cookie, headers['x-cart-session-token']]) {
      const token = value?.replace(/^Bearer |^[^=]+=/, '');
      if (token !== undefined) {
        book.learnToken(token, `the login of ${name}`);
        tokens[name] = token;
      }
    }
  }
  return tokens;
}

/** Waits until jobs and documents are done, or for a minute. */
async function settle(shop: Shop): Promise<void> {
  const until = Date.now() + SETTLE_MS;
  while (Date.now() < until) {
    await shop.settleEvents();
    const [open] = await statement<{ n: number }>(
      shop.platform.db,
      `select ((select count(*) from outbox) + (select count(*) from content_changes
           where parked_at is null and due_at <= now())
         + (select count(*) from graphile_worker.jobs where run_at <= now()
            and attempts < max_attempts))::int as n`,
    );
    if (open?.n === 0) return;
    await pause(200);
  }
}

/** Checks the log in large pieces. */
function bufferedLog(book: MarkBook) {
  let lines: string[] = [];
  let held = 0;
  let bytes = 0;
  const flush = (): void => {
    book.check({ name: 'log' }, lines.join(''));
    lines = [];
    held = 0;
  };
  return {
    write: (line: string): void => {
      lines.push(line);
      held += line.length;
      bytes += line.length;
      if (held > LOG_BYTES) flush();
    },
    flush,
    bytes: () => bytes,
  };
}

import { runRefund } from '../../src/domains/payments/index.js';
import {
  type Fault,
  setSandboxFaults,
} from '../../src/domains/payments/processors/sandbox-faults.js';
import { setCrashPoints } from '../../src/domains/storefront/checkout/attempt/crash-points.js';
import { attemptQueue } from '../../src/domains/storefront/checkout/attempt/recover-attempts.js';
import { uncertainQueue } from '../../src/domains/storefront/checkout/uncertain/resolve-uncertain-charges.js';
import { type Reader, statement } from '../../src/platform/database/tx.js';
import { drainQueue } from '../../src/platform/work/queues/run-queue.js';
import { cancel, complete, confirm, crowd, type Front } from '../storefront/checkout-shoppers.js';
import { type Dice, dice } from '../support/dice.js';
import type { Reply } from '../support/service.js';
import { compareRecords, type RecordsReport, stockShelf } from './checkout-records.js';
import { openNode } from './node.js';

export type CheckoutReport = RecordsReport & {
  seed: number;
  checkouts: number;
  acknowledged: number;
  requests: number;
  deaths: number;
  faults: number;
  answers: Record<string, number>;
};

/** With `deaths: false` only the processor fails. */
export type FaultOptions = { seed: number; checkouts: number; deaths?: boolean };

const SKU = 'FAULTY';
const CONCURRENCY = 12;

class SimulatedCrash extends Error {}

const CARDS = [
  'tok_ok',
  'tok_ok',
  'tok_ok',
  'tok_ok',
  'tok_challenge',
  'tok_challenge',
  'tok_challenge_fail',
  'tok_declined',
  'tok_timeout',
  'tok_error',
] as const;
const CHARGE_FAULTS: Fault[] = ['fail', 'error', 'hang', 'lose_answer', 'duplicate_answer', 'slow'];
const REFUND_FAULTS: Fault[] = ['fail', 'error', 'hang', 'lose_answer', 'duplicate_answer'];

/**
 * Shoppers pay while the processor fails, hangs and loses responses, and processes crash between any
 * two steps. Then the faults end, recovery runs, and all records are compared.
 */
export async function runCheckoutFaults(
  databaseUrl: string,
  options: FaultOptions,
): Promise<CheckoutReport> {
  const nodes = [await openNode(databaseUrl), await openNode(databaseUrl)] as const;
  try {
    return await shopWithFaults(nodes, options);
  } finally {
    for (const node of nodes) await node.close();
  }
}

async function shopWithFaults(
  nodes: readonly [Front, Front],
  { seed, checkouts, deaths = true }: FaultOptions,
): Promise<CheckoutReport> {
  const front = nodes[0];
  const { db } = front.platform;
  const stock = Math.ceil(checkouts * 0.6);
  await stockShelf(db, SKU, stock);
  const people = await crowd(front, checkouts, [[SKU, 1]]);
  const tallies = { requests: 0, deaths: 0, faults: 0, answers: {} as Record<string, number> };
  const acknowledged = new Set<string>();
  const restore = injectFaults(dice(seed), tallies, deaths ? 0.08 : 0);
  try {
    const line = people.map((person, n) => ({ person, random: dice(seed * 7_919 + n) }));
    const worker = async (): Promise<void> => {
      for (let next = line.shift(); next !== undefined; next = line.shift()) {
        const note = (reply: Reply): Reply => {
          tallies.requests += 1;
          const name = `${reply.status} ${reply.body.code ?? ''}`.trim();
          tallies.answers[name] = (tallies.answers[name] ?? 0) + 1;
          const isPlaced = reply.status === 200 && reply.body.receipt_token !== undefined;
          if (isPlaced) acknowledged.add(next?.person.id ?? '');
          return reply;
        };
        await shopAtRandom(nodes, next.person, next.random, note);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  } finally {
    restore();
  }
  await recoverAll(front);
  const ids = people.map(({ id }) => id);
  const report = await compareRecords(db, { checkouts: ids, acknowledged, sku: SKU, stock });
  return { seed, checkouts, acknowledged: acknowledged.size, ...tallies, ...report };
}

function injectFaults(
  random: Dice,
  tallies: { deaths: number; faults: number },
  deaths: number,
): () => void {
  const fault = (part: number, kinds: readonly Fault[]): Fault | undefined => {
    if (!random.chance(part)) return undefined;
    tallies.faults += 1;
    return random.pick(kinds);
  };
  const restoreSandbox = setSandboxFaults({
    timeoutMs: 40,
    slowMs: 30,
    charge: () => fault(0.3, CHARGE_FAULTS),
    refund: () => fault(0.5, REFUND_FAULTS),
  });
  const restoreCrashPoints = setCrashPoints(() => {
    if (!random.chance(deaths)) return;
    tallies.deaths += 1;
    throw new SimulatedCrash();
  });
  return () => {
    restoreSandbox();
    restoreCrashPoints();
  };
}

/** One shopper who pays, double-clicks, confirms and cancels in random order. */
async function shopAtRandom(
  nodes: readonly [Front, Front],
  { visit, id }: Awaited<ReturnType<typeof crowd>>[number],
  random: Dice,
  note: (reply: Reply) => Reply,
): Promise<void> {
  const node = (): Front => random.pick(nodes);
  const pay = () => {
    const key = random.chance(0.5) ? random.pick(['a', 'b']) : undefined;
    return complete(node(), visit, id, { token: random.pick(CARDS), key }).then(note);
  };
  const tries = 1 + Math.floor(random.roll() * 3);
  for (let n = 0; n < tries; n += 1) {
    const replies = await Promise.all(random.chance(0.3) ? [pay(), pay()] : [pay()]);
    if (replies.some(reply => reply.body.requires_action) && random.chance(0.8)) {
      await Promise.all([
        confirm(node(), visit, id).then(note),
        ...(random.chance(0.3) ? [confirm(node(), visit, id).then(note)] : []),
        ...(random.chance(0.2) ? [cancel(node(), visit, id).then(note)] : []),
      ]);
    }
    const { db } = nodes[0].platform;
    if (random.chance(0.15)) await expireDelays(db);
    if (random.chance(0.15)) await runRecovery(node());
    if (random.chance(0.05)) await expire(db, id);
    if (random.chance(0.08)) note(await cancel(node(), visit, id));
  }
}

const expire = (db: Reader, id: string) =>
  statement(
    db,
    `update checkout_sessions set expires_at = now() - interval '1 second' where id = $1`,
    [id],
  );

/** Expires all leases, check delays and retry delays, except on rows that are locked. */
async function expireDelays(db: Reader): Promise<void> {
  const past = `now() - interval '1 second'`;
  await statement(
    db,
    `update checkout_attempts set lease_until = ${past} where cart_id in (
       select cart_id from checkout_attempts for update skip locked)`,
  );
  await statement(
    db,
    `update uncertain_charges set next_attempt_at = ${past} where payment_id in (
       select payment_id from uncertain_charges where outcome is null for update skip locked)`,
  );
  await statement(
    db,
    `update refunds set next_attempt_at = ${past}, lease_until = null, given_up_at = null
     where id in (select id from refunds where status <> 'succeeded' for update skip locked)`,
  );
}

async function runRecovery({ platform }: Front): Promise<void> {
  await drainQueue(platform, attemptQueue);
  await drainQueue(platform, uncertainQueue);
}

/** Runs recovery after the faults have ended, until nothing is open. */
async function recoverAll(front: Front): Promise<void> {
  const { db } = front.platform;
  await statement(db, `update checkout_sessions set expires_at = now() - interval '1 second'`);
  for (let round = 0; round < 6; round += 1) {
    await expireDelays(db);
    // After ten minutes a charge can no longer arrive. Recovery may add uncertain charges.
    await statement(db, `update uncertain_charges set sent_at = sent_at - interval '11 minutes'`);
    await runRecovery(front);
    const due = await statement<{ id: string }>(
      db,
      `select id from refunds where status <> 'succeeded'`,
    );
    for (const { id } of due) await runRefund(front.platform, id);
  }
}

import { crowd, type Front } from '../storefront/checkout-shoppers.js';
import { type Dice, dice } from '../support/dice.js';
import type { Line } from './clients.js';
import { compareAll, type Disagreement, settle } from './compare-records.js';
import { expireLeases } from './expire-leases.js';
import { acknowledged, type Ledger } from './ledger.js';
import { type Load, startLoad, WEB_SKU } from './mixed-load.js';
import type { World, WorldOptions } from './world.js';

/** What a round needs: a shop that sells, and its records. */
export type Ground = Pick<World, 'db' | 'url' | 'tills' | 'ledger'>;

/** Measured by the fault itself, from the moment at which it was caused. */
export type Recovery = {
  /** Until clients got acknowledgements again. */
  sellingMs: number;
  /** Until the engine that fails over had a new primary; undefined if it keeps the old one. */
  promotedMs?: number;
};

type Repair = (measured?: Recovery) => void;

/** A fault of a running shop that is caused and repaired. */
export type Fault<On extends Ground = World> = {
  name: string;
  /** Describes the fault in a sentence. */
  does: string;
  rounds: number;
  world: WorldOptions;
  /**
   * Causes the fault; calls `repair` before it ends, and recovery is measured from there, unless the
   * fault measures it.
   */
  inject(world: On, random: Dice, repair: Repair, load: Load): Promise<void>;
  /** A client hangs up after this long. */
  timeoutMs?: number;
};

export type FaultReport = Disagreement & {
  fault: string;
  seed: number;
  rounds: number;
  acknowledged: number;
  /** Answers with a 5xx other than 503. */
  failures: string[];
  answers: Record<string, number>;
  /** Per round, from the call of `repair` to the next acknowledgement. */
  recoveredMs: number[];
  /** Per round in which a standby was promoted, from the fault on. */
  promotedMs?: number[];
};

const SHOPPERS = 12;
const BEFORE = [8, 30] as const;
const AFTER = 12;
const RECOVERS_WITHIN_MS = 60_000;

/** Each round: a busy shop, a fault, recovery, and a comparison of all records. */
export async function runFault<On extends Ground>(
  world: On,
  fault: Pick<Fault<On>, 'name' | 'inject' | 'timeoutMs'>,
  { rounds, seed, say = () => undefined }: { rounds: number; seed: number; say?: Say },
): Promise<FaultReport> {
  const { ledger } = world;
  const before = acknowledged(ledger);
  const recoveredMs: number[] = [];
  const promotedMs: number[] = [];
  const random = dice(seed);
  let found: Disagreement = { lost: [], doubled: [], wrong: [] };
  let round = 0;
  while (round < rounds && isGood(found, ledger)) {
    round += 1;
    // It becomes part of idempotency keys, which have no spaces.
    const name = `${fault.name.replaceAll(' ', '-')}-${round}`;
    const recovery = await oneRound(world, fault, { ledger, random, name });
    recoveredMs.push(recovery.sellingMs);
    if (recovery.promotedMs !== undefined) promotedMs.push(recovery.promotedMs);
    const open = await settle(world.db, ledger);
    found = await compareAll(world.db, ledger);
    found.wrong.push(...open);
    say(`${fault.name} ${round}/${rounds}: ${acknowledged(ledger)} acknowledged`);
  }
  return {
    fault: fault.name,
    seed,
    rounds: round,
    acknowledged: acknowledged(ledger) - before,
    ...found,
    failures: ledger.failures.splice(0),
    answers: Object.fromEntries([...ledger.answers].sort()),
    recoveredMs,
    promotedMs,
  };
}

export type Say = (line: string) => void;

const isGood = ({ lost, doubled, wrong }: Disagreement, { failures }: Ledger): boolean =>
  lost.length + doubled.length + wrong.length + failures.length === 0;

export const isGoodReport = (report: FaultReport): boolean =>
  report.lost.length + report.doubled.length + report.wrong.length + report.failures.length === 0;

type Round = { ledger: Ledger; random: Dice; name: string };

async function oneRound<On extends Ground>(
  world: On,
  fault: Pick<Fault<On>, 'inject' | 'timeoutMs'>,
  round: Round,
): Promise<Recovery> {
  const { ledger, random, name } = round;
  const shoppers = await crowd({ platform: { db: world.db } } as Front, SHOPPERS, [[WEB_SKU, 1]]);
  const line: Line & { ledger: Ledger } = { url: world.url, ledger, timeoutMs: fault.timeoutMs };
  const seed = random.between(1, 1_000_000);
  const load = startLoad({ line, tills: world.tills, shoppers, seed, name });
  try {
    await load.acknowledges(random.between(...BEFORE), RECOVERS_WITHIN_MS);
    let repairedAt = performance.now();
    let repairedOn = new Date();
    let measured: Recovery | undefined;
    const repair: Repair = recovery => {
      measured = recovery;
      repairedAt = performance.now();
      repairedOn = new Date();
    };
    await fault.inject(world, random, repair, load);
    const isBack = await load.acknowledges(1, RECOVERS_WITHIN_MS);
    const recoveredMs = Math.round(performance.now() - repairedAt);
    if (!isBack)
      throw new Error(`${name}: nothing was acknowledged within ${RECOVERS_WITHIN_MS} ms`);
    // Every interrupted request has its answer, so no key or lease has a holder.
    await load.drained();
    await expireLeases(world.db, repairedOn);
    await load.acknowledges(AFTER, RECOVERS_WITHIN_MS);
    return measured ?? { sellingMs: recoveredMs };
  } finally {
    await load.finish();
  }
}

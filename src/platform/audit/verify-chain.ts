import { setImmediate as nextIteration } from 'node:timers/promises';
import { type Db, inSnapshot, type Reader } from '../database/tx.js';
import type { SecretKeys } from '../seal.js';
import { emptyChain, isSealed } from './chain-entries.js';
import { isUntouched } from './mask-entries.js';
import { type ChainedEntry, chainedEntries, chainOf, countEntries } from './repository.js';

const ENTRIES_PER_READ = 1_000;

export const PROBLEMS = ['altered', 'missing', 'added', 'rewritten'] as const;
type Problem = (typeof PROBLEMS)[number];

/** The first place where the chain does not hold; `seq` is the number of the entry. */
type Break = { seq: number; id: string | null; problem: Problem };

type Verified = {
  /** Chained entries that were compared. */
  entries: number;
  /** Entries that the next round will chain. */
  waiting: number;
  lastHash: string;
  broken: Break | null;
};

/** Computes every hash again, in one snapshot. */
export const verifyChain = (db: Db, secrets: SecretKeys): Promise<Verified> =>
  inSnapshot(db, async reader => {
    const chain = (await chainOf(reader)) ?? emptyChain(secrets);
    const { waiting, before, after } = await countEntries(reader);
    const found = await compare(reader, secrets, chain);
    const broken =
      found.broken ??
      (found.seq < chain.lastSeq
        ? { seq: found.seq + 1, id: null, problem: 'missing' as const }
        : endsOf(chain, found.hash, before + after, isSealed(secrets, chain)));
    return { entries: found.entries, waiting, lastHash: chain.lastHash, broken };
  });

/** Entries beyond the ends were added by hand; other ends mean that the chain was rewritten. */
function endsOf(
  chain: { lastSeq: number; lastHash: string },
  hash: string,
  beyond: number,
  hasSeal: boolean,
): Break | null {
  if (beyond > 0) return { seq: chain.lastSeq + 1, id: null, problem: 'added' };
  const isSame = hash === chain.lastHash && hasSeal;
  return isSame ? null : { seq: chain.lastSeq, id: null, problem: 'rewritten' };
}

type Compared = { entries: number; seq: number; hash: string; broken: Break | null };

async function compare(
  reader: Reader,
  secrets: SecretKeys,
  { firstSeq, firstHash, lastSeq }: { firstSeq: number; firstHash: string; lastSeq: number },
): Promise<Compared> {
  const state: Compared = { entries: 0, seq: firstSeq - 1, hash: firstHash, broken: null };
  for (;;) {
    const page = await chainedEntries(reader, state.seq, ENTRIES_PER_READ);
    for (const entry of page) {
      if (entry.seq !== null && entry.seq > lastSeq) return state;
      state.broken = breakAt(secrets, state, entry);
      if (state.broken) return state;
      state.seq += 1;
      state.entries += 1;
      state.hash = entry.hash ?? '';
    }
    if (page.length < ENTRIES_PER_READ) return state;
    await nextIteration();
  }
}

function breakAt(secrets: SecretKeys, { seq, hash }: Compared, entry: ChainedEntry): Break | null {
  if (entry.seq !== seq + 1) return { seq: seq + 1, id: null, problem: 'missing' };
  const holds = entry.previousHash === hash && isUntouched(secrets, entry);
  return holds ? null : { seq: entry.seq, id: entry.id, problem: 'altered' };
}

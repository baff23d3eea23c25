import { createHmac } from 'node:crypto';
import { atomically, type Db, type Tx } from '../database/tx.js';
import { keysFor, type SecretKeys } from '../seal.js';
import { FIRST_HASH, hashOf } from './entry.js';
import {
  type Chain,
  type Link,
  lastChained,
  lockChain,
  saveChain,
  saveLinks,
  unchainedEntries,
} from './repository.js';

const ENTRIES_PER_ROUND = 500;

type Ends = Omit<Chain, 'seal'>;

const sealsOf = (secrets: SecretKeys, ends: Ends): string[] =>
  keysFor(secrets, 'audit/chain').map(key =>
    createHmac('sha256', key)
      .update([ends.firstSeq, ends.firstHash, ends.lastSeq, ends.lastHash].join('\n'))
      .digest('hex'),
  );

export const sealed = (secrets: SecretKeys, ends: Ends): Chain => ({
  ...ends,
  seal: sealsOf(secrets, ends)[0] as string,
});

export const isSealed = (secrets: SecretKeys, chain: Chain): boolean =>
  sealsOf(secrets, chain).includes(chain.seal);

export const emptyChain = (secrets: SecretKeys): Chain =>
  sealed(secrets, { firstSeq: 1, firstHash: FIRST_HASH, lastSeq: 0, lastHash: FIRST_HASH });

/** The ends of the chain are not those that the service wrote; nothing may be added to it. */
class BrokenEnds extends Error {}

/**
 * Runs work on the locked chain; false, without any change, if its ends were tampered with. Sealing
 * new ends would hide that.
 */
export async function onChain(
  db: Db,
  secrets: SecretKeys,
  work: (tx: Tx, chain: Chain) => Promise<void>,
): Promise<boolean> {
  try {
    await atomically(db, async tx => {
      const chain = await lockChain(tx, emptyChain(secrets));
      if (!isSealed(secrets, chain) || !(await endsAt(tx, chain))) throw new BrokenEnds();
      await work(tx, chain);
    });
    return true;
  } catch (error) {
    if (error instanceof BrokenEnds) return false;
    throw error;
  }
}

/** Whether the last entry is the one that the chain names; a chain without its row names none. */
async function endsAt(tx: Tx, { firstSeq, firstHash, lastSeq, lastHash }: Chain): Promise<boolean> {
  const last = await lastChained(tx);
  if (last === undefined) return firstSeq === lastSeq + 1 && firstHash === lastHash;
  return last.seq === lastSeq && last.hash === lastHash;
}

/**
 * Gives every entry without a number the next one and the hash of the entry before. Returns false
 * if the ends of the chain are not those that the service wrote.
 */
export async function chainEntries(db: Db, secrets: SecretKeys): Promise<boolean> {
  for (;;) {
    let chained = 0;
    const holds = await onChain(db, secrets, async (tx, chain) => {
      chained = await chainRound(tx, secrets, chain);
    });
    if (!holds || chained < ENTRIES_PER_ROUND) return holds;
  }
}

async function chainRound(tx: Tx, secrets: SecretKeys, chain: Chain): Promise<number> {
  const entries = await unchainedEntries(tx, ENTRIES_PER_ROUND);
  if (entries.length === 0) return 0;
  let { lastSeq, lastHash } = chain;
  const links = entries.map((entry): Link => {
    const previousHash = lastHash;
    lastSeq += 1;
    lastHash = hashOf(previousHash, entry);
    return { id: entry.id, seq: lastSeq, previousHash, hash: lastHash };
  });
  await saveLinks(tx, links);
  await saveChain(tx, sealed(secrets, { ...chain, lastSeq, lastHash }));
  return entries.length;
}

import { createHmac } from 'node:crypto';
import { atomically, type Db } from '../database/tx.js';
import { keysFor, type SecretKeys } from '../seal.js';
import { FIRST_HASH, hashOf } from './entry.js';
import {
  type Chain,
  type Link,
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

/** Gives every entry without a number the next one and the hash of the entry before. */
export async function chainEntries(db: Db, secrets: SecretKeys): Promise<void> {
  while ((await chainRound(db, secrets)) === ENTRIES_PER_ROUND);
}

const chainRound = (db: Db, secrets: SecretKeys): Promise<number> =>
  atomically(db, async tx => {
    const chain = await lockChain(tx, emptyChain(secrets));
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
  });

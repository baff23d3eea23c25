import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Db, Tx } from '../database/tx.js';
import { canonical } from '../http/idempotency-rules.js';
import { keysFor, type SecretKeys } from '../seal.js';
import { onChain } from './chain-entries.js';
import type { ShowValue } from './changes.js';
import { type Changes, hashOf } from './entry.js';
import { isFreeText } from './free-text.js';
import {
  type ChainedEntry,
  chainedEntries,
  maskedEntries,
  maskedTo,
  saveMask,
  saveMaskedTo,
} from './repository.js';

const ENTRIES_PER_ROUND = 500;
const NO_SECRETS: ReadonlySet<string> = new Set();

/** Over the hash in the chain and what is left, so that nobody else can take texts away. */
const sealsOf = (secrets: SecretKeys, entry: ChainedEntry): string[] =>
  keysFor(secrets, 'audit/masked').map(key =>
    createHmac('sha256', key)
      .update(`${entry.hash}\n${hashOf(entry.previousHash ?? '', entry)}`)
      .digest('hex'),
  );

/** The entry as it was chained, or as the service masked it since. */
export function isUntouched(secrets: SecretKeys, entry: ChainedEntry): boolean {
  if (entry.maskSeal === null) return entry.hash === hashOf(entry.previousHash ?? '', entry);
  const kept = Buffer.from(entry.maskSeal);
  return sealsOf(secrets, entry).some(seal => {
    const made = Buffer.from(seal);
    return made.length === kept.length && timingSafeEqual(made, kept);
  });
}

/**
 * Applies the present rules of what the log keeps to entries that were chained before: texts of
 * earlier releases become hashes. Numbers and hashes of the chain stay, so copies of its end stay
 * valid; a seal stands for the text that was taken away. Returns false if the ends of the chain are
 * not those that the service wrote.
 */
export async function maskEntries(db: Db, secrets: SecretKeys, show: ShowValue): Promise<boolean> {
  if (secrets.secretKeyOld !== undefined) await renewSeals(db, secrets);
  for (;;) {
    let read = 0;
    const holds = await onChain(db, secrets, async (tx, { lastSeq }) => {
      const from = await maskedTo(tx);
      const entries = await chainedEntries(tx, from, ENTRIES_PER_ROUND);
      read = entries.length;
      for (const entry of entries) await maskEntry(tx, secrets, entry, show);
      if (read > 0) await saveMaskedTo(tx, Math.min(entries.at(-1)?.seq ?? from, lastSeq));
    });
    if (!holds || read < ENTRIES_PER_ROUND) return holds;
  }
}

/** An entry that somebody changed stays as it is, so that verification still finds it. */
async function maskEntry(
  tx: Tx,
  secrets: SecretKeys,
  entry: ChainedEntry,
  show: ShowValue,
): Promise<void> {
  const changes = masked(entry, show);
  if (canonical(changes) === canonical(entry.changes) || !isUntouched(secrets, entry)) return;
  const [maskSeal] = sealsOf(secrets, { ...entry, changes });
  await saveMask(tx, entry.id, changes, maskSeal as string);
}

function masked({ recordType, changes }: ChainedEntry, show: ShowValue): Changes {
  const shown = (field: string, value: unknown): unknown => {
    const now = show(recordType, field, value, NO_SECRETS);
    // A list that was cut is a text; it is kept whole or not at all.
    return now === value && hasCutText(value) ? show(recordType, 'reason', value, NO_SECRETS) : now;
  };
  return Object.fromEntries(
    Object.entries(changes).map(([field, { before, after }]) => [
      field,
      { before: shown(field, before), after: shown(field, after) },
    ]),
  );
}

/** A cut list in which a free text stands. */
function hasCutText(value: unknown): boolean {
  if (typeof value !== 'string' || !/^[[{].*…$/s.test(value)) return false;
  return [...value.matchAll(/"(\w+)":"(?!\[|")/g)].some(([, name]) => isFreeText(name as string));
}

/** While the key of the installation is being replaced. */
const renewSeals = (db: Db, secrets: SecretKeys): Promise<boolean> =>
  onChain(db, secrets, async tx => {
    let after = 0;
    for (;;) {
      const entries = await maskedEntries(tx, after, ENTRIES_PER_ROUND);
      for (const entry of entries) {
        const [seal] = sealsOf(secrets, entry);
        const isOld = entry.maskSeal !== seal && isUntouched(secrets, entry);
        if (isOld) await saveMask(tx, entry.id, entry.changes, seal as string);
      }
      if (entries.length < ENTRIES_PER_ROUND) return;
      after = entries.at(-1)?.seq ?? after;
    }
  });

import { createHmac } from 'node:crypto';
import type { Static } from '../../../platform/http/schemas.js';
import { keysFor, type SecretKeys } from '../../../platform/seal.js';
import type { Gap } from './gap-repository.js';
import type { StoredEntry } from './journal-repository.js';
import type { Recorded } from './record-entry.js';
import { FIRST_HASH, type Head, tillNumber } from './rules.js';
import type { EntryAnswer, SyncResult } from './schemas.js';

/** A held entry that is sent again is still held; any other is a duplicate of what was booked. */
export const resultOf = ({ entry, isNew }: Recorded): SyncResult => ({
  counter: entry.counter,
  status: entry.status === 'held' ? 'held' : isNew ? 'accepted' : 'duplicate',
  reason: entry.status === 'held' ? entry.reason : null,
  message: entry.status === 'held' ? entry.message : null,
  task_id: entry.task_id,
  transaction_id: entry.transaction_number,
  flags: [...entry.flags],
});

/** Nothing of it is stored. */
export const chainClosed = (counter: number): SyncResult => ({
  counter,
  status: 'chain_closed',
  reason: null,
  message: null,
  task_id: null,
  transaction_id: null,
  flags: [],
});

/**
 * Shows an HMAC of each hash. The till's own hash covers a card number that was masked, and so does
 * every hash after it: with the last four digits, a reader could find the number by trying.
 */
const shownHash = (secrets: SecretKeys, hash: string): string =>
  hash === FIRST_HASH
    ? hash
    : createHmac('sha256', keysFor(secrets, 'till-journal-hashes')[0] as Buffer)
        .update(hash)
        .digest('hex');

export const presentEntry = (
  secrets: SecretKeys,
  entry: StoredEntry,
): Static<typeof EntryAnswer> => ({
  id: entry.id,
  store: entry.store_id,
  terminal_id: entry.terminal_id,
  chain: entry.chain,
  counter: entry.counter,
  kind: entry.kind,
  occurred_at: entry.occurred_at,
  booked_at: entry.booked_at.toISOString(),
  received_at: entry.received_at.toISOString(),
  status: entry.status,
  flags: [...entry.flags],
  reason: entry.reason,
  message: entry.message,
  task_id: entry.task_id,
  till_number: entry.till_number,
  transaction_id: entry.transaction_number,
  data: entry.data,
  previous_hash: shownHash(secrets, entry.previous_hash),
  hash: shownHash(secrets, entry.hash),
  is_chained: entry.is_chained,
  sent_by: entry.sent_by,
  settled_by: entry.settled_by,
  settled_at: entry.settled_at?.toISOString() ?? null,
  settled_note: entry.settled_note,
});

export const presentGap = (gap: Gap) => ({
  first_counter: gap.first_counter,
  last_counter: gap.last_counter,
  missing: gap.missing,
  task_id: gap.task_id,
  noticed_at: gap.noticed_at.toISOString(),
});

/** The highest number of a till's sales; null without any. */
export const lastNumberOf = (terminalId: string, head: Head | undefined): string | null =>
  head === undefined || head.last_number === 0 ? null : tillNumber(terminalId, head.last_number);

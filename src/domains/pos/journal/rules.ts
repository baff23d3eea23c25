import { createHash } from 'node:crypto';
import { addMs, DAY_MS, MINUTE_MS, momentOf } from '../../../platform/clock.js';
import { canonical } from '../../../platform/http/idempotency-rules.js';

export const KINDS = [
  'shift_open',
  'shift_close',
  'sale',
  'return',
  'drawer_open',
  'cash_in',
  'cash_out',
  'payment',
] as const;
export type Kind = (typeof KINDS)[number];

export const STATUSES = ['accepted', 'held', 'settled'] as const;
export type Status = (typeof STATUSES)[number];

/**
 * `late`: the shift of the entry was closed already. `clock`: the time of the entry is impossible.
 * `held_elsewhere`: it sold a parked sale that another till has continued or sold.
 */
export const FLAGS = ['late', 'clock', 'held_elsewhere'] as const;
export type Flag = (typeof FLAGS)[number];

/** An entry as a till sends it. */
export type Entry = {
  counter: number;
  kind: string;
  occurred_at: string;
  data: Record<string, unknown>;
  previous_hash: string;
  hash: string;
};

/** A task id has at most 100 characters, as the id of a till may have alone. */
const MAX_TASK_ID = 100;

/** The id of the task about a gap that begins with this counter. */
export function gapTaskId(terminalId: string, chain: number, first: number): string {
  // The gaps of a first chain keep the ids that they had before there were several.
  const place = chain === 1 ? String(first) : `${chain}-${first}`;
  const id = `journal-gap-${terminalId}-${place}`;
  if (id.length <= MAX_TASK_ID) return id;
  return `journal-gap-${createHash('sha256').update(terminalId).digest('hex')}-${place}`;
}

/** The previous hash of a till's first entry. */
export const FIRST_HASH = '0'.repeat(64);

/**
 * SHA-256 over the previous hash, a newline and the entry as JSON with sorted keys and without
 * spaces: an entry cannot be changed or removed without changing every later hash.
 */
export const digestOf = ({ counter, kind, occurred_at, data, previous_hash }: Entry): string =>
  createHash('sha256')
    .update(`${previous_hash}\n${canonical({ counter, kind, occurred_at, data })}`)
    .digest('hex');

/** The clock of a till may run ahead by this much. */
const AHEAD_MS = 5 * MINUTE_MS;
/** An older entry means a wrong clock; its month may have no partition either. */
const BEHIND_MS = 28 * DAY_MS;

/** When an entry is booked: at its own time, or when it arrived if that cannot be true. */
export function bookedTime(occurredAt: string, now: Date): { at: Date; isWrong: boolean } {
  const at = momentOf(occurredAt);
  const isRight = at !== undefined && at <= addMs(now, AHEAD_MS) && at >= addMs(now, -BEHIND_MS);
  return isRight ? { at, isWrong: false } : { at: now, isWrong: true };
}

/** How far back the service looks for records that a till has not entered into its journal. */
const ENTERED_WITHIN_MS = 7 * DAY_MS;
/** The same for completed sales, whose entries give them a number and a signature. */
export const SALES_ENTERED_WITHIN_DAYS = 28;
/** A part payment gets an entry of its own if its sale is still open after this time. */
const PART_PAID_MS = 60 * MINUTE_MS;

/** The limits for records that a till has to enter into its journal now. */
export const toEnterAt = (now: Date) => ({
  since: addMs(now, -ENTERED_WITHIN_MS),
  salesSince: addMs(now, -SALES_ENTERED_WITHIN_DAYS * DAY_MS),
  settledBefore: addMs(now, -PART_PAID_MS),
});

/** Whether the time of an entry that is sent at once is that of the service, to the minute. */
export function isPunctual(occurredAt: string, now: Date): boolean {
  const at = momentOf(occurredAt);
  return at !== undefined && Math.abs(at.getTime() - now.getTime()) <= MINUTE_MS;
}

/** Why an entry is held. */
export type Problem = { reason: string; message: string };

/** How far the clock of a till may jump when it is set. */
const JUMP_MS = 10 * MINUTE_MS;

/** The booked times of the entries before and after, as far as they are known to be right. */
export type TimesAround = { before: Date | null; after: Date | null };

/** The counters give the order: an entry is no older than the one before and no newer than the next. */
export const clockProblemOf = (at: Date, { before, after }: TimesAround): Problem | undefined =>
  (before !== null && at < addMs(before, -JUMP_MS)) ||
  (after !== null && at > addMs(after, JUMP_MS))
    ? {
        reason: 'CLOCK_WENT_BACK',
        message: 'The time of the entry does not fit the entries before and after it.',
      }
    : undefined;

/** The last entry of the open chain of a till, and the highest number of its sales. */
export type Head = {
  chain: number;
  counter: number;
  hash: string;
  last_number: number;
  /** The task that says that the till may have no more held entries. */
  held_task_id: string | null;
};

/** A till may lose this many entries at once. What is further away is an error or an attack. */
const MOST_SKIPPED = 10_000;

/** Held entries of a till that wait for a person at the same time. */
export const MOST_HELD = 20;

/** Entries held for these reasons get no place and no number: what follows them is free. */
export const JUMPS = ['counter_jump', 'number_jump'] as const;

export const isJump = (reason: string | null): boolean => JUMPS.some(jump => jump === reason);

/** The highest number after an entry; a jump, even of one held for another reason, counts for nothing. */
export const lastNumberWith = (
  { last_number: last }: Pick<Head, 'last_number'>,
  number: number | undefined,
): number =>
  number !== undefined && number <= last + MOST_SKIPPED ? Math.max(last, number) : last;

/** What is too far from the last entry of the till to be its next one. */
export function jumpOf(
  { counter, number }: { counter: number; number: number | undefined },
  head: Head,
): Problem | undefined {
  if (counter > head.counter + MOST_SKIPPED) {
    return {
      reason: 'counter_jump',
      message: `The counter is more than ${MOST_SKIPPED} above that of the last entry.`,
    };
  }
  if (number === undefined || number <= head.last_number + MOST_SKIPPED) return undefined;
  return {
    reason: 'number_jump',
    message: `The number of the sale is more than ${MOST_SKIPPED} above the last one.`,
  };
}

/**
 * Whether an entry follows the last one of its chain and has just been written. Then no other entry
 * has its counter or a later one, and its time fits: no entry before it can be more than 6 minutes
 * newer, because the clock of a till may run ahead by 5.
 */
export const isNextNow = (
  { counter, occurred_at, previous_hash, hash }: Entry,
  digest: string,
  head: Pick<Head, 'counter' | 'hash'>,
  now: Date,
): boolean =>
  digest === hash &&
  counter === head.counter + 1 &&
  previous_hash === head.hash &&
  isPunctual(occurred_at, now);

/** The entries of the same till with the same counter, the one before and the one after. */
export type Neighbour = {
  chain: number;
  counter: number;
  hash: string;
  previous_hash: string;
  is_chained: boolean;
  reason: string | null;
};

const EDITED = {
  reason: 'ENTRY_EDITED',
  message: 'The entry was changed after the till wrote it: its hash does not fit.',
};
const CARD_NUMBER = {
  reason: 'CARD_NUMBER',
  message: 'The entry contained a card number, which was not stored.',
};
const FORKED = {
  reason: 'CHAIN_FORKED',
  message: 'The till has sent another entry with this counter.',
};
const BROKEN = {
  reason: 'CHAIN_BROKEN',
  message: 'The entry does not follow the one before it.',
};

/** The chain that a manager has closed, and that an entry belongs to: it follows one of its entries. */
export const closedChainOf = (
  { counter, previous_hash }: Entry,
  { chain }: Head,
  neighbours: readonly Neighbour[],
): number | undefined => {
  const before = neighbours.filter(
    known => known.counter === counter - 1 && known.hash === previous_hash,
  );
  return before.some(known => known.chain === chain) ? undefined : before[0]?.chain;
};

export const CHAIN_CLOSED = {
  reason: 'CHAIN_CLOSED',
  message: 'The entry follows a chain that a manager has closed.',
};

/** Entries held for these reasons keep their place in the chain: only their content is wrong. */
const KEEPS_PLACE = new Set([EDITED.reason, CARD_NUMBER.reason]);

/** What is wrong with the place of an entry in the chain of its till. A missing neighbour is a gap. */
export function problemOf(
  entry: Entry,
  digest: string,
  neighbours: readonly Neighbour[],
  head: Pick<Head, 'chain' | 'counter'>,
): Problem | undefined {
  if (digest !== entry.hash) return holdsMask(entry.data) ? CARD_NUMBER : EDITED;
  const at = (counter: number) => neighbours.filter(known => known.counter === counter);
  if (at(entry.counter).some(known => known.is_chained)) return FORKED;
  if (entry.counter === 1 && entry.previous_hash !== FIRST_HASH) return BROKEN;
  // A chain that was restarted begins with its first entry: any other is from before.
  if (head.chain > 1 && head.counter === 0 && entry.counter > 1) return BROKEN;
  const before = at(entry.counter - 1);
  const follows = (known: Neighbour): boolean =>
    known.hash === entry.previous_hash && (known.is_chained || KEEPS_PLACE.has(known.reason ?? ''));
  if (before.length > 0 && !before.some(follows)) return BROKEN;
  const after = at(entry.counter + 1).find(known => known.is_chained);
  return after && after.previous_hash !== entry.hash ? BROKEN : undefined;
}

const NUMBER_DIGITS = /^\d{6,12}$/;

/** `T-1-2-000001` is a number of till `T-1-2`, not of `T-1`. */
export const isNumberOf = (terminalId: string, number: string): boolean =>
  number.startsWith(`${terminalId}-`) && NUMBER_DIGITS.test(number.slice(terminalId.length + 1));

/** 42 of `T-001-000042`, in the entry of a sale; undefined if it has no number of the till. */
export function numberIn(
  terminalId: string,
  { kind, data }: Pick<Entry, 'kind' | 'data'>,
): number | undefined {
  const { number } = data;
  if (kind !== 'sale' || typeof number !== 'string') return undefined;
  return isNumberOf(terminalId, number) ? Number(number.slice(terminalId.length + 1)) : undefined;
}

export const tillNumber = (terminalId: string, number: number): string =>
  `${terminalId}-${String(number).padStart(6, '0')}`;

const MASK = /\*{4}\d{4}/;

/** Whether a card number was masked when the entry arrived. */
const holdsMask = (data: unknown): boolean => MASK.test(canonical(data));

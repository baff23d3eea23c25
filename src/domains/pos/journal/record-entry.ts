import type { Origin } from '../../../platform/audit/origin.js';
import { atomically, brokenConstraint, sqlState, type Tx } from '../../../platform/database/tx.js';
import { asFailure } from '../../../platform/http/envelope.js';
import { conflict, Failure } from '../../../platform/http/failure.js';
import { newId } from '../../../platform/ids.js';
import type { Platform } from '../../../platform/platform.js';
import type { TillStaff } from '../../access/index.js';
import { finishRefunds } from '../../payments/index.js';
import { withoutCodes } from '../../stored-value/index.js';
import { openTask } from '../../tasks/index.js';
import { applyRefunds } from '../../transactions/index.js';
import { actingStaff } from './acting-staff.js';
import { applyEntry } from './apply-entry.js';
import type { Applied } from './entry-work.js';
import {
  entriesAround,
  insertEntry,
  lockHead,
  type StoredEntry,
  sameEntry,
} from './journal-repository.js';
import { noteInAuditLog } from './note-in-audit-log.js';
import { noteGaps } from './place-entry.js';
import { addRecords } from './record-repository.js';
import {
  bookedTime,
  clockProblemOf,
  digestOf,
  type Entry,
  type Head,
  isNextNow,
  isPunctual,
  type Problem,
  problemOf,
} from './rules.js';
import { signBooked } from './sign-booked.js';

/** An entry, and whether it was stored before this call. */
export type Recorded = { entry: StoredEntry; isNew: boolean };

/** An entry as it arrived, before any check. */
type Arrival = {
  platform: Platform;
  sender: TillStaff;
  entry: Entry;
  digest: string;
  receivedAt: Date;
  bookedAt: Date;
  hasWrongClock: boolean;
  mayRefuse: boolean;
  /** Where the request came from. */
  origin: Origin;
};

/**
 * Books an entry and stores it, in one transaction: after a crash both exist, or neither. An entry
 * that cannot be booked is stored as held, with a task for the store: the customer has paid. With
 * `mayRefuse` nobody has paid yet, and the caller gets the error.
 */
export async function recordEntry(
  platform: Platform,
  sender: TillStaff,
  entry: Entry,
  { mayRefuse, origin }: Pick<Arrival, 'mayRefuse' | 'origin'>,
): Promise<Recorded> {
  const receivedAt = platform.clock.now();
  const { at: bookedAt, isWrong: hasWrongClock } = bookedTime(entry.occurred_at, receivedAt);
  const digest = digestOf(entry);
  const arrival = {
    platform,
    sender,
    entry,
    digest,
    receivedAt,
    bookedAt,
    hasWrongClock,
    mayRefuse,
    origin,
  };
  const findKnown = () => sameEntry(platform.db, sender.till.terminalId, entry.counter, digest);
  // An entry that has just been written is new, mostly: it is looked up if it cannot be booked.
  const isFresh = mayRefuse && isPunctual(entry.occurred_at, receivedAt);
  const known = isFresh ? undefined : await findKnown();
  if (known) return { entry: known, isNew: false };
  if (mayRefuse) requireClock(entry.occurred_at, receivedAt);
  const { waiting, ...recorded } = await book(arrival).catch(
    async (error: unknown): Promise<Booked> => {
      if (mayRefuse) {
        const booked = await findKnown();
        if (booked) return { entry: booked, isNew: false };
        throw error;
      }
      const problem = problemIn(platform, error);
      return atomically(platform.db, tx => store(tx, arrival, () => Promise.resolve(problem)));
    },
  );
  await finish(platform, recorded.entry, waiting);
  return recorded;
}

/** A till that is connected books at the present; it sets its clock by `server_time` and tries again. */
function requireClock(occurredAt: string, now: Date): void {
  if (isPunctual(occurredAt, now)) return;
  throw conflict('TILL_CLOCK_WRONG', 'The clock of the till is wrong by more than a minute.', {
    server_time: now.toISOString(),
  });
}

type Booked = Recorded & { waiting?: readonly string[] };

/** The result of booking an entry, and the employee who made it. */
type Made = Applied & { madeBy: string };

async function book(arrival: Arrival): Promise<Booked> {
  const { platform, sender, entry, bookedAt: at, receivedAt, mayRefuse, origin } = arrival;
  const caller = await actingStaff(platform.db, sender, sender.till, entry.data, at);
  const work = {
    platform: atTime(platform, at),
    caller,
    senderId: sender.userId,
    at,
    receivedAt,
    data: entry.data,
    mayRefuse,
  };
  return applyEntry(entry.kind, work, run =>
    atomically(platform.db, async tx => {
      let applied: Applied | undefined;
      const recorded = await store(tx, arrival, async () => {
        applied = await run(tx);
        return { ...applied, madeBy: caller.userId };
      });
      if (applied !== undefined) noteInAuditLog(tx, work, applied, origin);
      return { ...recorded, waiting: applied?.waiting };
    }),
  );
}

/** The use cases read the time from the clock; an entry is booked at its own. */
export const atTime = (platform: Platform, at: Date): Platform => ({
  ...platform,
  clock: { now: () => at },
});

/** Locks the journal of the till, and runs `apply` if the entry fits in and is not stored yet. */
async function store(
  tx: Tx,
  arrival: Arrival,
  apply: () => Promise<Made | Problem>,
): Promise<Recorded> {
  const { sender, entry, digest, receivedAt } = arrival;
  const { terminalId, storeId } = sender.till;
  const head = await lockHead(tx, terminalId);
  const found = isNextNow(entry, digest, head, receivedAt) ? {} : await lookAround(tx, arrival);
  if (found.known) return { entry: found.known, isNew: false };
  if (found.misplaced) return { entry: await hold(tx, arrival, found.misplaced), isNew: true };
  const outcome = found.clockProblem ?? (await apply());
  const stored =
    'reason' in outcome
      ? await hold(tx, arrival, outcome, head)
      : await insertBooked(tx, arrival, outcome, head);
  await noteGaps(tx, head, { storeId, terminalId, counter: entry.counter, now: receivedAt });
  return { entry: stored, isNew: true };
}

/** Compares an entry with those around it, unless it is the next one and punctual. */
async function lookAround(
  tx: Tx,
  { sender, entry, digest, bookedAt, hasWrongClock }: Arrival,
): Promise<{ known?: StoredEntry; misplaced?: Problem; clockProblem?: Problem }> {
  const { counter } = entry;
  const { entries, times } = await entriesAround(tx, sender.till.terminalId, counter);
  return {
    known: entries.find(one => one.counter === counter && one.digest === digest),
    misplaced: problemOf(entry, digest, entries),
    // An entry that is booked when it arrives has no time to compare.
    clockProblem: hasWrongClock ? undefined : clockProblemOf(bookedAt, times),
  };
}

const rowOf = ({ sender, entry, digest, receivedAt, bookedAt }: Arrival) => ({
  ...entry,
  data: withoutCodes(entry.data),
  id: newId(receivedAt),
  ...sender.till,
  bookedAt,
  receivedAt,
  digest,
  sentBy: sender.userId,
});

async function insertBooked(
  tx: Tx,
  arrival: Arrival,
  applied: Made,
  head: Head,
): Promise<StoredEntry> {
  const entry = await insertEntry(tx, {
    ...rowOf(arrival),
    isChained: true,
    movesHead: arrival.entry.counter > head.counter,
    status: 'accepted',
    flags: [...applied.flags, ...clockFlag(arrival)],
    tillNumber: applied.tillNumber,
    transactionId: applied.sale?.id,
    transactionNumber: applied.sale?.number,
    madeBy: applied.madeBy,
  }).catch((error: unknown) => {
    throw numberUsed(error);
  });
  await addRecords(tx, entry, applied.records);
  if (entry.is_signed) {
    await signBooked(tx, arrival.platform, entry, arrival.receivedAt, applied.records);
  }
  return entry;
}

/** A till gives each number once. */
export const numberUsed = (error: unknown): unknown =>
  brokenConstraint(error) === 'till_journal_numbers'
    ? conflict('TILL_NUMBER_USED', 'Another sale of this till has this number.')
    : error;

const clockFlag = ({ hasWrongClock }: Arrival) => (hasWrongClock ? (['clock'] as const) : []);

/** With `head` the entry gets the place of its counter. */
async function hold(tx: Tx, arrival: Arrival, problem: Problem, head?: Head): Promise<StoredEntry> {
  const row = rowOf(arrival);
  const { terminalId, storeId } = arrival.sender.till;
  const taskId = `journal-${row.id}`;
  await openTask(tx, {
    taskId,
    storeId,
    title: `Till ${terminalId}: entry ${row.counter} (${row.kind.replaceAll('_', ' ')}) is held`,
    description:
      `${problem.message} Nothing of it is booked, but ${moneyMoved(row.kind)}. Look at the ` +
      'entry in the journal of the till, then book it again or settle it with a reason.',
    cause: {
      name: 'journal_entry_held',
      values: { terminal: terminalId, counter: String(row.counter), entry: row.kind },
    },
    priority: 'high',
  });
  return insertEntry(tx, {
    ...row,
    isChained: head !== undefined,
    movesHead: head !== undefined && row.counter > head.counter,
    status: 'held',
    flags: clockFlag(arrival),
    problem,
    taskId,
  });
}

const moneyMoved = (kind: string): string =>
  kind === 'return' ? 'the customer has got the money' : 'the customer may have paid';

/** Kinds of failures that say nothing about the entry: the till sends it again. */
const TRANSIENT = new Set<Failure['kind']>(['unavailable', 'too_many']);

/** Statement timeout, serialization failure, deadlock and lock timeout. */
const PASSING_STATES = new Set(['57014', '40001', '40P01', '55P03']);

/** Why an entry cannot be booked. Throws if it can be tried again at once. */
function problemIn({ log }: Platform, error: unknown): Problem {
  if (PASSING_STATES.has(sqlState(error) ?? '')) {
    log.warn(
      { err: error },
      'database too busy to book an entry of a journal; the till will retry',
    );
    const message = 'The database is busy; try again shortly.';
    throw new Failure('unavailable', 'DATABASE_UNAVAILABLE', message, { retryAfterSeconds: 2 });
  }
  const failure = asFailure(error);
  if (failure === undefined) {
    log.error({ err: error }, 'unexpected error while an entry of a journal was booked');
    return { reason: 'UNEXPECTED', message: 'The service could not book the entry.' };
  }
  if (TRANSIENT.has(failure.kind)) throw failure;
  return { reason: failure.code, message: failure.message };
}

/** The processor refunds without a lock; its queue retries what fails. */
export async function finish(
  platform: Platform,
  { transaction_id: saleId }: Pick<StoredEntry, 'transaction_id'>,
  waiting: readonly string[] = [],
): Promise<void> {
  if (waiting.length === 0 || saleId === null) return;
  await finishRefunds(platform, [...waiting]);
  await atomically(platform.db, tx => applyRefunds(tx, saleId, platform.clock.now()));
}

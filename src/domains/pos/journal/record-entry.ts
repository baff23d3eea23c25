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
  isNumberHeld,
  lockHead,
  type StoredEntry,
  sameEntry,
} from './journal-repository.js';
import { limitHeld } from './limit-held.js';
import { noteInAuditLog } from './note-in-audit-log.js';
import { noteGaps } from './place-entry.js';
import { addRecords } from './record-repository.js';
import {
  bookedTime,
  CHAIN_CLOSED,
  clockProblemOf,
  closedChainOf,
  digestOf,
  type Entry,
  type Head,
  isJump,
  isNextNow,
  isPunctual,
  jumpOf,
  lastNumberWith,
  numberIn,
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
  /** The chain in which the till wrote it, if the till says so. */
  chain?: number;
  /** Where the request came from. */
  origin: Origin;
};

/** Its chain is closed, and nothing of it is stored: the till writes it into the open one. */
export const isChainRestarted = (error: unknown): boolean =>
  error instanceof Failure && error.code === 'CHAIN_RESTARTED';

/**
 * Books an entry and stores it, in one transaction: after a crash both exist, or neither. An entry
 * that cannot be booked is stored as held, with a task for the store: the customer has paid. With
 * `mayRefuse` nobody has paid yet, and the caller gets the error.
 */
export async function recordEntry(
  platform: Platform,
  sender: TillStaff,
  entry: Entry,
  { mayRefuse, chain, origin }: Pick<Arrival, 'mayRefuse' | 'chain' | 'origin'>,
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
    chain,
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
      if (isChainRestarted(error)) throw error;
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
  const { sender, entry, digest, receivedAt, chain } = arrival;
  const { terminalId, storeId } = sender.till;
  const head = await lockHead(tx, terminalId);
  const isOfHead = chain === undefined || chain === head.chain;
  const isNext = isOfHead && isNextNow(entry, digest, head, receivedAt);
  const found = isNext ? {} : await lookAround(tx, arrival, head);
  if (found.known) return { entry: found.known, isNew: false };
  if (!isOfHead) throw chainRestarted(head);
  const place = { head, chain: found.closedChain ?? head.chain };
  const number = numberIn(terminalId, entry);
  const aside =
    (found.closedChain === undefined
      ? jumpOf({ counter: entry.counter, number }, head)
      : undefined) ?? found.misplaced;
  if (aside) return { entry: await hold(tx, arrival, aside, place), isNew: true };
  const outcome =
    found.clockProblem ?? (await heldNumberIn(tx, arrival, head, number)) ?? (await apply());
  const stored =
    'reason' in outcome
      ? await hold(tx, arrival, outcome, { ...place, isChained: true })
      : await insertBooked(tx, arrival, outcome, head);
  await noteGaps(tx, head, { storeId, terminalId, counter: entry.counter, now: receivedAt });
  return { entry: stored, isNew: true };
}

/** A number above the last one is new, so it is looked up only if it is none. */
async function heldNumberIn(
  tx: Tx,
  { sender, entry, mayRefuse }: Arrival,
  head: Head,
  number: number | undefined,
): Promise<Problem | undefined> {
  if (number === undefined || number > head.last_number) return undefined;
  if (!(await isNumberHeld(tx, sender.till.terminalId, entry.data.number))) return undefined;
  const used = numberTaken();
  if (mayRefuse) throw used;
  return { reason: used.code, message: used.message };
}

const chainRestarted = ({ chain }: Head) =>
  conflict('CHAIN_RESTARTED', "A manager has restarted the till's journal.", { chain });

/** Compares an entry with those around it, unless it is the next one and punctual. */
async function lookAround(
  tx: Tx,
  { sender, entry, digest, bookedAt, hasWrongClock }: Arrival,
  head: Head,
): Promise<{
  known?: StoredEntry;
  closedChain?: number;
  misplaced?: Problem;
  clockProblem?: Problem;
}> {
  const { counter } = entry;
  const { terminalId } = sender.till;
  const { entries, times } = await entriesAround(tx, terminalId, head.chain, counter);
  const closedChain = closedChainOf(entry, head, entries);
  const inChain = entries.filter(({ chain }) => chain === head.chain);
  return {
    known: entries.find(one => one.counter === counter && one.digest === digest),
    closedChain,
    misplaced: closedChain === undefined ? problemOf(entry, digest, inChain, head) : CHAIN_CLOSED,
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
    chain: head.chain,
    isChained: true,
    movesHead: arrival.entry.counter > head.counter,
    lastNumber: lastNumberWith(head, numberIn(arrival.sender.till.terminalId, arrival.entry)),
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
  brokenConstraint(error) === 'till_journal_numbers' ? numberTaken() : error;

const numberTaken = () =>
  conflict('TILL_NUMBER_USED', 'Another sale of this till has this number.');

const clockFlag = ({ hasWrongClock }: Arrival) => (hasWrongClock ? (['clock'] as const) : []);

/** With `isChained` the entry gets the place of its counter. */
async function hold(
  tx: Tx,
  arrival: Arrival,
  problem: Problem,
  { head, chain, isChained = false }: { head: Head; chain: number; isChained?: boolean },
): Promise<StoredEntry> {
  const row = rowOf(arrival);
  const { terminalId, storeId } = arrival.sender.till;
  await limitHeld(tx, arrival.sender.till, row.id);
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
    chain,
    isChained,
    movesHead: isChained && row.counter > head.counter,
    lastNumber: isJump(problem.reason)
      ? head.last_number
      : lastNumberWith(head, numberIn(terminalId, row)),
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

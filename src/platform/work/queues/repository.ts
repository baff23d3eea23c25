import type { Clock } from '../../clock.js';
import { type Autocommit, statement } from '../../database/tx.js';
import type { AnyQueue, Queue } from './queue.js';

/** The values of a queue's key columns. */
export type Key = readonly unknown[];

/** Numbers the parameters of a statement in the order in which its text mentions them. */
export class Parameters {
  readonly values: unknown[] = [];

  /** Without a type PostgreSQL takes that of the column it is compared with. */
  add(value: unknown, type?: string): string {
    this.values.push(value);
    return `$${this.values.length}${type === undefined ? '' : `::${type}`}`;
  }

  /** The current time, stable within the statement, so that an index on the due column serves it. */
  now(queue: AnyQueue, clock: Clock): string {
    return queue.clock === 'database'
      ? 'statement_timestamp()'
      : this.add(clock.now(), 'timestamptz');
  }

  ms(value: number): string {
    return `make_interval(secs => ${this.add(value, 'float8')} / 1000)`;
  }

  isKey(queue: AnyQueue, key: Key): string {
    return queue.key.map((column, index) => `q.${column} = ${this.add(key[index])}`).join(' and ');
  }
}

const columnsOf = ({ key }: AnyQueue, alias: string): string =>
  key.map(column => `${alias}.${column}`).join(', ');

const isFree = ({ lease }: AnyQueue, now: string): string =>
  `(q.${lease} is null or q.${lease} <= ${now})`;

export const isDue = (queue: AnyQueue, now: string): string =>
  `${queue.open} and q.${queue.due} <= ${now} and ${isFree(queue, now)}`;

const assign = (...assignments: (string | undefined | false)[]): string =>
  assignments.filter(Boolean).join(', ');

const assignClaim = (queue: AnyQueue, now: string, parameters: Parameters): string =>
  assign(
    `${queue.lease} = ${now} + ${parameters.ms(queue.leaseMs)}`,
    queue.attemptsCount === 'claims' && `${queue.attempts} = q.${queue.attempts} + 1`,
    queue.onClaim,
  );

export type Claimed<Row> = { rows: Row[]; lane: string | undefined };

/** Claims due rows, oldest first; with lanes, those of one lane that is not among `busyLanes`. */
export async function claim<Row extends object>(
  writer: Autocommit,
  queue: Queue<Row>,
  clock: Clock,
  busyLanes: readonly string[] = [],
): Promise<Claimed<Row>> {
  const { lanes, table, order = queue.due } = queue;
  const parameters = new Parameters();
  const now = parameters.now(queue, clock);
  const nextLane =
    lanes &&
    `next_lane as (
       select lane from (${lanes.available(now)}) as available
       where lane::text <> all(${parameters.add(busyLanes, 'text[]')})
         and exists (select from ${table} q where ${lanes.of} = lane and ${isDue(queue, now)})
       order by random() limit 1
     ), `;
  const rows = await statement<Row & { claimed_lane?: string }>(
    writer,
    `with ${nextLane ?? ''}due as (
       select ${columnsOf(queue, 'q')} from ${table} q
       where ${isDue(queue, now)}${lanes ? ` and ${lanes.of} = (select lane from next_lane)` : ''}
       order by q.${order} limit ${parameters.add(queue.batch, 'int')} for update of q skip locked
     ), claimed as (
       update ${table} q set ${assignClaim(queue, now, parameters)}
       where (${columnsOf(queue, 'q')}) in (select ${columnsOf(queue, 'due')} from due)
       returning q.*
     )
     select *${lanes ? ', (select lane::text from next_lane) as claimed_lane' : ''}
     from claimed order by ${order}`,
    parameters.values,
  );
  return { rows, lane: rows[0]?.claimed_lane };
}

/** Claims one row by its key, for a caller who waits for the result; never against a lease. */
export async function claimOne<Row extends object>(
  writer: Autocommit,
  queue: Queue<Row>,
  clock: Clock,
  key: Key,
): Promise<Row | undefined> {
  const parameters = new Parameters();
  const now = parameters.now(queue, clock);
  const isClaimable =
    queue.early === undefined
      ? isDue(queue, now)
      : `${queue.open} and (q.${queue.due} <= ${now} or ${queue.early}) and ${isFree(queue, now)}`;
  const isLaneAvailable = queue.lanes
    ? ` and ${queue.lanes.of} in (select lane from (${queue.lanes.available(now)}) as available)`
    : '';
  const [row] = await statement<Row>(
    writer,
    `update ${queue.table} q set ${assignClaim(queue, now, parameters)}
     where ${parameters.isKey(queue, key)} and ${isClaimable}${isLaneAvailable} returning q.*`,
    parameters.values,
  );
  return row;
}

export const keyOf = (queue: AnyQueue, row: object): unknown[] =>
  queue.key.map(column => (row as Record<string, unknown>)[column]);

/** The pause before the next attempt at a claimed row; undefined when this was the last one. */
export function pauseAfter(queue: AnyQueue, row: object): number | undefined {
  const counted = Number((row as Record<string, unknown>)[queue.attempts]);
  return queue.backOff(queue.attemptsCount === 'claims' ? counted : counted + 1);
}

/** Records a failed attempt: due again after the queue's back-off, or parked after the last one. */
export async function fail(
  writer: Autocommit,
  queue: AnyQueue,
  clock: Clock,
  row: object,
  reason: string,
): Promise<'retry' | 'parked'> {
  const pauseMs = pauseAfter(queue, row);
  const isParked = pauseMs === undefined && queue.park !== undefined;
  const parameters = new Parameters();
  const now = parameters.now(queue, clock);
  const assignments = assign(
    queue.lease !== queue.due && `${queue.lease} = null`,
    queue.attemptsCount === 'failures' && `${queue.attempts} = q.${queue.attempts} + 1`,
    queue.error !== null && `${queue.error} = ${parameters.add(reason, 'text')}`,
    isParked
      ? queue.park?.(now)
      : `${queue.due} = ${now} + ${parameters.ms(pauseMs ?? queue.leaseMs)}`,
  );
  await statement(
    writer,
    `update ${queue.table} q set ${assignments}
     where ${parameters.isKey(queue, keyOf(queue, row))} and ${queue.open}`,
    parameters.values,
  );
  return isParked ? 'parked' : 'retry';
}

import type { Clock } from '../../clock.js';
import { type Autocommit, type Reader, sqlState, statement } from '../../database/tx.js';
import type { AnyQueue } from './queue.js';
import { isDue, Parameters } from './repository.js';

export type QueueFigures = {
  name: string;
  /** Rows to work on, due or not, that no worker has claimed. */
  waiting: number;
  running: number;
  /** Rows whose last attempt failed and that will be tried again. */
  failing: number;
  parked: number;
  /** Age of the oldest row that is due and not claimed. */
  oldest_seconds: number;
};

export const ITEM_STATES = ['waiting', 'running', 'failing', 'parked'] as const;
export type ItemState = (typeof ITEM_STATES)[number];

export type QueueItem = {
  key: string;
  attempts: number;
  due_at: Date | null;
  error: string | null;
};

/** A lease that is the due column itself cannot be told from a pause. */
const isRunning = (queue: AnyQueue, now: () => string): string =>
  queue.lease === queue.due ? 'false' : `coalesce(q.${queue.lease} > ${now()}, false)`;

function hasFailed(queue: AnyQueue): string {
  if (queue.error !== null) return `q.${queue.error} is not null`;
  return queue.attemptsCount === 'claims' ? `q.${queue.attempts} > 1` : 'false';
}

/** `now` is a function because a statement must not have a parameter that its text does not use. */
function conditionOf(queue: AnyQueue, state: ItemState, now: () => string): string {
  if (state === 'parked') return queue.parked;
  const running = isRunning(queue, now);
  switch (state) {
    case 'waiting':
      return `${queue.open} and not ${running}`;
    case 'running':
      return `${queue.open} and ${running}`;
    case 'failing':
      return `${queue.open} and not ${running} and ${hasFailed(queue)}`;
  }
}

/** The figures of all queues, in one statement. */
export function queueFigures(
  reader: Reader,
  queues: readonly AnyQueue[],
  clock: Clock,
): Promise<QueueFigures[]> {
  const parameters = new Parameters();
  const parts = queues.map(queue => {
    const now = parameters.now(queue, clock);
    const count = (state: ItemState): string =>
      `count(*) filter (where ${conditionOf(queue, state, () => now)})::int as ${state}`;
    return `select ${parameters.add(queue.name, 'text')} as name, ${count('waiting')}, ${count('running')},
        ${count('failing')},
        (select count(*)::int from ${queue.table} q where ${queue.parked}) as parked,
        coalesce(extract(epoch from ${now}
          - min(q.${queue.due}) filter (where ${isDue(queue, now)}))::float8, 0) as oldest_seconds
      from ${queue.table} q where ${queue.open}`;
  });
  return statement<QueueFigures>(reader, parts.join('\nunion all\n'), parameters.values);
}

/** The columns of a key joined by `:`, as an address shows it. */
const keyText = ({ key }: AnyQueue): string =>
  key.map(column => `q.${column}::text`).join(` || ':' || `);

/** In the order of their keys; `after` continues a list. */
export function queueItems(
  reader: Reader,
  queue: AnyQueue,
  clock: Clock,
  page: { state: ItemState; after: string | undefined; limit: number },
): Promise<QueueItem[]> {
  const parameters = new Parameters();
  const condition = conditionOf(queue, page.state, () => parameters.now(queue, clock));
  return statement<QueueItem>(
    reader,
    `select ${keyText(queue)} as key, q.${queue.attempts} as attempts, q.${queue.due} as due_at,
            ${queue.error === null ? 'null::text' : `q.${queue.error}`} as error
     from ${queue.table} q
     where ${condition} and ${keyText(queue)} > ${parameters.add(page.after ?? '', 'text')}
     order by 1 limit ${parameters.add(page.limit, 'int')}`,
    parameters.values,
  );
}

/** A key that is not of the column's type, such as `abc` for a UUID. */
const INVALID_TEXT = '22P02';

const assignRetry = (queue: AnyQueue, now: string): string =>
  [`${queue.due} = ${now}`, queue.reopen].filter(Boolean).join(', ');

/** Makes an item due now; one that a worker has claimed stays as it is. `key` is the text of its key. */
export async function retryNow(
  writer: Autocommit,
  queue: AnyQueue,
  clock: Clock,
  key: string,
): Promise<boolean> {
  const parameters = new Parameters();
  const now = parameters.now(queue, clock);
  const rows = await statement(
    writer,
    `update ${queue.table} q set ${assignRetry(queue, now)}
     where ${parameters.isKey(queue, keyParts(queue, key))} and (${queue.open} or ${queue.parked})
       and not ${isRunning(queue, () => now)} returning 1`,
    parameters.values,
  ).catch((error: unknown) => {
    if (sqlState(error) === INVALID_TEXT) return [];
    throw error;
  });
  return rows.length > 0;
}

/** `brand:7` of a key of two columns; the last column takes what is left. */
function keyParts({ key: columns }: AnyQueue, text: string): string[] {
  const parts = text.split(':');
  return [...parts.slice(0, columns.length - 1), parts.slice(columns.length - 1).join(':')];
}

/** Makes all parked items due now; returns how many. */
export async function retryParked(
  writer: Autocommit,
  queue: AnyQueue,
  clock: Clock,
): Promise<number> {
  const parameters = new Parameters();
  const now = parameters.now(queue, clock);
  const rows = await statement(
    writer,
    `update ${queue.table} q set ${assignRetry(queue, now)} where ${queue.parked} returning 1`,
    parameters.values,
  );
  return rows.length;
}

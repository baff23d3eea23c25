import type { Platform } from '../../platform.js';
import type { BackOff } from './back-off.js';

/**
 * A table whose rows are work to do. A row is due at a time, a worker claims it for the length of a
 * lease, and afterwards it is done, due again after a back-off, or parked until somebody retries it. A
 * worker that dies lets its lease run out, and the next claim takes the row over.
 *
 * SQL fragments name columns of the table, which has the alias `q`.
 */
export type Queue<Row = Record<string, unknown>> = {
  /** Such as `payments:refunds`; the name in `/ops/work/`, in metrics, logs and traces. */
  name: string;
  table: string;
  /** The columns of the primary key. */
  key: readonly [string, ...string[]];
  /** When a worker may claim the row. May be the lease column, where nothing but a lease delays. */
  due: string;
  lease: string;
  attempts: string;
  /**
   * Claims: a worker that lost its lease is fenced off by the newer number. Failures: a success on the
   * first attempt shows 0. Nothing: the column belongs to the domain.
   */
  attemptsCount: 'claims' | 'failures' | 'nothing';
  /** The column with the reason of the last failure, if the table has one. */
  error: string | null;
  /** Condition: there is work left. A partial index with the same condition finds the rows. */
  open: string;
  /** Condition: given up, until somebody retries it. */
  parked: string;
  /** Assignments that park a row; `now` is the SQL of the current time. */
  park?: (now: string) => string;
  /** Assignments that open a parked row again. */
  reopen?: string;
  /** Further assignments of a claim. */
  onClaim?: string;
  /** Condition: a caller who asks for this very row may claim it before it is due. */
  early?: string;
  /** The order in which due rows are claimed and handed over; by due time unless given. */
  order?: string;
  lanes?: Lanes;
  /** The clock for due times: the database's, which all nodes share, or the node's for tests. */
  clock: 'database' | 'node';
  leaseMs: number;
  backOff: BackOff;
  /** Rows per claim, handled together. */
  batch: number;
  /** Batches handled at the same time on a node. */
  concurrency: number;
  /** One node at a time works on the queue. Lanes need that to keep their order. */
  exclusive?: boolean;
  /** Yields to requests after every batch. */
  paced?: boolean;
  /** How often the queue is polled without a hint; one second unless given. */
  pollMs?: number;
  /** Throws: all rows of the batch have failed. */
  handle(platform: Platform, rows: Row[]): Promise<void>;
};

/** Rows of one lane are handled one batch after the other, in their order. */
export type Lanes = {
  /** The lane of a row. */
  of: string;
  /** A query for the lanes that may be worked on now, in a column `lane`. */
  available: (now: string) => string;
};

/** Lets a list hold queues of different rows. */
export type AnyQueue = Queue<never>;

/** Checks what the types cannot say. */
export function defineQueue<Row>(queue: Queue<Row>): Queue<Row> {
  if (queue.lanes && !queue.exclusive) {
    throw new Error(`${queue.name}: lanes keep their order on one node only`);
  }
  return queue;
}

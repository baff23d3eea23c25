import { readWork } from '../../src/domains/ops/read-work.js';
import { statement } from '../../src/platform/database/tx.js';
import type { Bench } from '../bench.js';
import { KINDS, type Kind } from './load.js';

/** What was seen in one minute. */
export type Minute = {
  iterations: Record<Kind, number>;
  /** In ms. */
  p99: Record<Kind, number>;
  memoryMb: number;
  /** Age in seconds of the oldest work that waited at any time of the minute. */
  queueAge: number;
  /** The queue it waited in. */
  oldestQueue: string;
  /** Rows that vacuum has not removed yet. */
  deadRows: number;
  /** Size of tables whose number of rows does not depend on the number of sales. */
  workTablesMb: number;
  /** Size of the whole database. */
  databaseMb: number;
};

/** Collects the figures of the current minute. */
export class Minutes {
  readonly done: Minute[] = [];
  #times = noTimes();
  #oldest = { seconds: 0, name: '' };

  constructor(private readonly bench: Bench) {}

  add(kind: Kind, ms: number): void {
    this.#times[kind].push(ms);
  }

  /** Called every few seconds, because the oldest work may be gone at the end of the minute. */
  async look(): Promise<void> {
    for (const work of await readWork(this.bench.recorder.platform)) {
      if (work.oldest_seconds <= this.#oldest.seconds) continue;
      this.#oldest = { seconds: work.oldest_seconds, name: work.name };
    }
  }

  async end(): Promise<Minute> {
    const times = this.#times;
    const oldest = this.#oldest;
    this.#times = noTimes();
    this.#oldest = { seconds: 0, name: '' };
    const minute: Minute = {
      iterations: byKind(kind => times[kind].length),
      p99: byKind(kind => highest(times[kind], 0.99)),
      memoryMb: this.bench.memory().nowMb,
      queueAge: oldest.seconds,
      oldestQueue: oldest.name,
      ...(await sizes(this.bench)),
    };
    this.done.push(minute);
    return minute;
  }
}

const byKind = (figure: (kind: Kind) => number): Record<Kind, number> =>
  Object.fromEntries(KINDS.map(kind => [kind, figure(kind)])) as Record<Kind, number>;

const noTimes = (): Record<Kind, number[]> =>
  Object.fromEntries(KINDS.map(kind => [kind, []])) as unknown as Record<Kind, number[]>;

function highest(times: number[], share: number): number {
  times.sort((a, b) => a - b);
  return times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
}

/** Rows come and go in these tables, or are changed in place. */
const WORK_TABLES = [
  'outbox',
  'event_streams',
  'event_positions',
  'checkout_attempts',
  'reservations',
  'inventory_levels',
  'content_changes',
  'graphile_worker._private_jobs',
];

type Sizes = Pick<Minute, 'deadRows' | 'workTablesMb' | 'databaseMb'>;

async function sizes({ db }: Bench): Promise<Sizes> {
  const [row] = await statement<Sizes>(
    db,
    `select (select coalesce(sum(n_dead_tup), 0)::float8 from pg_stat_user_tables) as "deadRows",
            (select coalesce(sum(pg_total_relation_size(to_regclass(name))), 0)::float8 / 1048576
             from unnest($1::text[]) as name) as "workTablesMb",
            pg_database_size(current_database())::float8 / 1048576 as "databaseMb"`,
    [WORK_TABLES],
  );
  return row ?? { deadRows: 0, workTablesMb: 0, databaseMb: 0 };
}

import type { Config } from '../config.js';
import type { Bus } from './bus/index.js';
import type { Cache } from './cache/index.js';
import type { Clock } from './clock.js';
import type { Db } from './database/tx.js';
import type { FileStore } from './files/index.js';
import type { Limits } from './http/limits.js';
import type { Log } from './log.js';
import type { Metrics } from './metrics.js';
import type { Pacing } from './pacing.js';
import type { ReferenceData } from './reference-data/index.js';
import type { Tracing } from './tracing/span.js';
import type { Consumer } from './work/consumers/consumer.js';
import type { AnyQueue } from './work/queues/queue.js';

/** The services that every domain receives, connected and ready to use. */
export type Platform = {
  config: Config;
  log: Log;
  clock: Clock;
  db: Db;
  /**
   * The same database for a short read by a caller that holds a connection of `db`: a second one of
   * the same pool may be free only after the caller is done.
   */
  aside: Db;
  /** For long reads that may lag; the main database if no replica is configured. */
  replica: Db;
  cache: Cache;
  bus: Bus;
  /** Pictures. */
  files: FileStore;
  limits: Limits;
  metrics: Metrics;
  pacing: Pacing;
  /** Prices, promotions, rates and settings in memory, with the version they were read under. */
  referenceData: ReferenceData;
  /** Every queue and consumer of the service, for views of the work that is left. */
  work: { queues: readonly AnyQueue[]; consumers: readonly Consumer[] };
  /** Set only if a collector is configured. */
  tracing?: Tracing;
};

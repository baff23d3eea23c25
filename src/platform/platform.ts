import type { Config } from '../config.js';
import type { Bus } from './bus/index.js';
import type { Cache } from './cache/index.js';
import type { Clock } from './clock.js';
import type { Db } from './database/tx.js';
import type { Limits } from './http/limits.js';
import type { Log } from './log.js';
import type { Metrics } from './metrics.js';
import type { Pacing } from './pacing.js';
import type { Tracing } from './tracing/span.js';

/** What every domain is given: the outside world, checked and connected. */
export type Platform = {
  config: Config;
  log: Log;
  clock: Clock;
  db: Db;
  /** For long reads that may lag a little; the database itself where there is no copy of it. */
  replica: Db;
  cache: Cache;
  bus: Bus;
  limits: Limits;
  metrics: Metrics;
  pacing: Pacing;
  /** Only where a collector is configured. */
  tracing?: Tracing;
};

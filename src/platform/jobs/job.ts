import type { Platform } from '../platform.js';

/** A job that fails on its last attempt is parked until somebody retries it. */
export type Attempt = { isLast: boolean };

/** Background work with a name. It may run more than once, on any node. */
export type Job = {
  name: string;
  run(platform: Platform, payload: Record<string, unknown>, attempt?: Attempt): Promise<void>;
};

/** A job on a clock: five cron fields in UTC, run once across all nodes. */
export type Schedule = { job: string; cron: string };

import type { App } from '../platform/http/server.js';
import type { Job, Schedule } from '../platform/jobs/job.js';
import type { Platform } from '../platform/platform.js';
import type { Consumer } from '../platform/work/consumers/consumer.js';
import type { AnyQueue } from '../platform/work/queues/queue.js';

/** The groups of routes; each has its own error shape. */
export const AREAS = ['office', 'till', 'shop', 'webhook', 'socket'] as const;
export type Area = (typeof AREAS)[number];

/** What a domain brings to the service. `app.ts` lists them all, lowest tier first. */
export type Domain = {
  name: string;
  routes?: Partial<Record<Area, (app: App, platform: Platform) => void>>;
  consumers?: readonly Consumer[];
  /** Tables whose rows are work to do. */
  queues?: readonly AnyQueue[];
  jobs?: readonly Job[];
  schedules?: readonly Schedule[];
  /** Long-running parts of this node; what it returns stops them, before the database closes. */
  start?(platform: Platform): Promise<() => Promise<void>>;
};

import { Counter } from 'prom-client';
import type { Log } from './log.js';
import type { Metrics } from './metrics.js';

const WINDOW_MS = 60_000;
/** More than this within a minute is not one bad request but a broken process. */
const MAX_PER_WINDOW = 10;

type Guard = { log: Log; metrics: Metrics; restart(): void };

/**
 * An error that no request and no job catches is logged and counted, and the process goes on: all
 * state that matters is in the database, so at most the request that caused it fails. More than ten
 * within a minute end the process in an orderly way, so that its supervisor starts a new one.
 */
export function surviveUncaughtErrors({ log, metrics, restart }: Guard): void {
  const counter = new Counter({
    name: 'tillhouse_uncaught_errors_total',
    help: 'Errors that no request and no job caught.',
    labelNames: ['kind'],
    registers: [metrics],
  });
  let recent: number[] = [];
  const handle = (kind: string) => (error: unknown) => {
    const now = Date.now();
    counter.inc({ kind });
    log.fatal({ err: error, kind }, 'uncaught error');
    recent = [...recent.filter(at => at > now - WINDOW_MS), now];
    if (recent.length > MAX_PER_WINDOW) restart();
  };
  process.on('uncaughtException', handle('exception'));
  process.on('unhandledRejection', handle('rejection'));
}

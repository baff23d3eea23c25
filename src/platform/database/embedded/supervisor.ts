import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { removeEndpoint, urlOf } from './endpoint.js';
import type { Endpoint, Instance } from './instance.js';
import { takeLock } from './lock.js';
import { forceStop, isGone, readPostmaster, signal } from './postmaster.js';
import { type Reached, reachServer } from './server.js';

const STOP_LIMIT_MS = 8_000;
const WATCH_INTERVAL_MS = 1_000;
const BACKOFF_LIMIT_MS = 5_000;
/** After this uptime a crash counts as new, and the back-off starts over. */
const STABLE_MS = 60_000;

export type Supervised = {
  readonly pid: number;
  readonly adopted: boolean;
  url: string;
  stop(): Promise<void>;
};

/**
 * Keeps one server and the lock on it alive. The connection that holds the lock ends within
 * milliseconds when the server dies, whether this process started or adopted it.
 */
export async function supervise(instance: Instance): Promise<Supervised> {
  const ending = new AbortController();
  let current = await open(instance, undefined, ending.signal);
  const { adopted, endpoint } = current;
  let held = true;
  let recovering: Promise<void> | undefined;
  let openedAt = Date.now();
  let backoffMs = 0;

  async function recover(): Promise<void> {
    instance.log.error({ pid: current.pid }, 'PostgreSQL is gone; restarting it');
    if (Date.now() - openedAt > STABLE_MS) backoffMs = 0;
    while (!ending.signal.aborted) {
      await sleep(backoffMs, undefined, { signal: ending.signal }).catch(() => {});
      backoffMs = Math.min(Math.max(backoffMs * 2, 100), BACKOFF_LIMIT_MS);
      try {
        current = await open(instance, endpoint, ending.signal);
        openedAt = Date.now();
        held = true;
        watch(current.client);
        instance.log.info({ pid: current.pid }, 'PostgreSQL is back');
        return;
      } catch (err) {
        if (!ending.signal.aborted)
          instance.log.error({ err }, 'PostgreSQL did not restart; will retry');
      }
    }
  }

  function watch(client: pg.Client): void {
    client.once('end', () => {
      held = false;
      if (!ending.signal.aborted) recovering = recover();
    });
  }

  // After a SIGTERM from outside the server refuses new sessions and waits for the last one to end.
  // The lock's session never ends: finish the shutdown, so that the server can be restarted.
  async function finishShutdown(): Promise<void> {
    const found = await readPostmaster(instance.cluster.dataFolder);
    if (found?.stopping && held && !ending.signal.aborted) await signal(instance, found.pid, 'INT');
  }
  const watchTimer = setInterval(() => finishShutdown().catch(() => {}), WATCH_INTERVAL_MS);
  watchTimer.unref();
  watch(current.client);

  async function close(): Promise<void> {
    ending.abort();
    clearInterval(watchTimer);
    await recovering;
    // Without the lock another service may own the server.
    if (!held) return;
    await shutDown(instance, current.pid);
    await current.client.end();
    await removeEndpoint(instance, current.endpoint);
  }

  let closing: Promise<void> | undefined;
  return {
    url: urlOf(instance, endpoint),
    adopted,
    get pid() {
      return current.pid;
    },
    stop() {
      closing ??= close();
      return closing;
    },
  };
}

async function open(
  instance: Instance,
  endpoint: Endpoint | undefined,
  ending: AbortSignal,
): Promise<Reached> {
  const reached = await reachServer(instance, endpoint, ending);
  try {
    await takeLock(reached.client, instance.dataDir);
    return reached;
  } catch (error) {
    await reached.client.end();
    throw error;
  }
}

async function shutDown(instance: Instance, pid: number): Promise<void> {
  await signal(instance, pid, 'INT');
  if (await isGone(instance, pid, STOP_LIMIT_MS)) return;
  instance.log.warn({ pid }, 'PostgreSQL did not shut down in time; killing it');
  await forceStop(instance, pid);
}

import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { removeEndpoint, urlOf } from './endpoint.js';
import { takeLock } from './lock.js';
import { isGone, putDown, readPostmaster, signal } from './postmaster.js';
import { type Reached, reachServer } from './server.js';
import type { Endpoint, Site } from './site.js';

const STOP_LIMIT_MS = 8_000;
const WATCH_INTERVAL_MS = 1_000;
const BACKOFF_LIMIT_MS = 5_000;
/** A server that lived this long did not die of the restart. */
const STEADY_MS = 60_000;

export type Supervised = {
  readonly pid: number;
  readonly adopted: boolean;
  url: string;
  stop(): Promise<void>;
};

/**
 * Keeps one server and our lock on it alive. The lock's connection is also the alarm: it ends
 * within milliseconds when the server dies, whether we started that server or adopted it.
 */
export async function supervise(site: Site): Promise<Supervised> {
  const ending = new AbortController();
  let current = await open(site, undefined, ending.signal);
  const { adopted, endpoint } = current;
  let held = true;
  let recovering: Promise<void> | undefined;
  let openedAt = Date.now();
  let backoffMs = 0;

  async function recover(): Promise<void> {
    site.log.error({ pid: current.pid }, 'lost PostgreSQL, bringing it back');
    if (Date.now() - openedAt > STEADY_MS) backoffMs = 0;
    while (!ending.signal.aborted) {
      await sleep(backoffMs, undefined, { signal: ending.signal }).catch(() => {});
      backoffMs = Math.min(Math.max(backoffMs * 2, 100), BACKOFF_LIMIT_MS);
      try {
        current = await open(site, endpoint, ending.signal);
        openedAt = Date.now();
        held = true;
        watch(current.client);
        site.log.info({ pid: current.pid }, 'PostgreSQL is back');
        return;
      } catch (err) {
        if (!ending.signal.aborted) site.log.error({ err }, 'PostgreSQL is not back yet');
      }
    }
  }

  function watch(client: pg.Client): void {
    client.once('end', () => {
      held = false;
      if (!ending.signal.aborted) recovering = recover();
    });
  }

  // Somebody's polite SIGTERM lets the server linger without new sessions until the last one ends,
  // and ours would never end: finish the shutdown, so that the server comes back.
  async function hurryShutdown(): Promise<void> {
    const found = await readPostmaster(site.cluster.dataFolder);
    if (found?.stopping && held && !ending.signal.aborted) await signal(site, found.pid, 'INT');
  }
  const watchTimer = setInterval(() => hurryShutdown().catch(() => {}), WATCH_INTERVAL_MS);
  watchTimer.unref();
  watch(current.client);

  async function close(): Promise<void> {
    ending.abort();
    clearInterval(watchTimer);
    await recovering;
    // Without the lock the server serves somebody else by now.
    if (!held) return;
    await shutDown(site, current.pid);
    await current.client.end();
    await removeEndpoint(site, current.endpoint);
  }

  let closing: Promise<void> | undefined;
  return {
    url: urlOf(site, endpoint),
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
  site: Site,
  endpoint: Endpoint | undefined,
  ending: AbortSignal,
): Promise<Reached> {
  const reached = await reachServer(site, endpoint, ending);
  try {
    await takeLock(reached.client, site.dataDir);
    return reached;
  } catch (error) {
    await reached.client.end();
    throw error;
  }
}

async function shutDown(site: Site, pid: number): Promise<void> {
  await signal(site, pid, 'INT');
  if (await isGone(site, pid, STOP_LIMIT_MS)) return;
  site.log.warn({ pid }, 'PostgreSQL does not shut down in time and is stopped at once');
  await putDown(site, pid);
}

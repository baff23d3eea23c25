import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chooseEndpoint } from './endpoint.js';
import { endLeftovers, forgetStale } from './leftovers.js';
import { isGone, type Launch, launch, type Postmaster, signal } from './postmaster.js';
import type { Endpoint, Site } from './site.js';

/** Children of a killed server hold its shared memory until they notice. */
const LEFTOVERS_GRACE_MS = 2_000;
const RETRY_LIMIT_MS = 20_000;
const RETRY_MS = 100;
const CALL_OFF_LIMIT_MS = 5_000;

/** Starts server processes for one attempt to reach the server, one at a time. */
export function createLauncher(site: Site, preferred: Endpoint | undefined) {
  let current: Launch | undefined;
  let endpoint = preferred;
  let failingSince: number | undefined;
  return {
    isRunning: () => current !== undefined && !current.exited,

    /** On Windows pg_ctl stands between us and the server, so the pid says nothing. */
    made(pid: number): boolean {
      if (process.platform === 'win32') return current !== undefined && !current.failure;
      return current?.pid === pid;
    },

    /** True when a new server process was started. */
    async tryStart(stale: Postmaster | undefined): Promise<boolean> {
      if (current && !current.exited) return false;
      if (current?.failure) {
        failingSince ??= Date.now();
        await judge(site, current.failure, Date.now() - failingSince);
      }
      endpoint ??= await chooseEndpoint(site);
      await forgetStale(site, join(site.cluster.dataFolder, 'postmaster.pid'), stale?.pid);
      await forgetStale(site, join(endpoint.host, `.s.PGSQL.${endpoint.port}.lock`));
      current = await launch(site, endpoint);
      return true;
    },

    /** Nobody waits for the server any more. */
    async callOff(): Promise<void> {
      if (!current?.pid || current.exited) return;
      await signal(site, current.pid, 'INT');
      await isGone(site, current.pid, CALL_OFF_LIMIT_MS);
    },
  };
}

/** Some failures pass by themselves; the rest is for the operator to read. */
async function judge(site: Site, failure: string, failingForMs: number): Promise<void> {
  const passes = /shared memory|lock file|Address already in use/.test(failure);
  if (!passes || failingForMs > RETRY_LIMIT_MS) {
    throw new Error(`PostgreSQL did not start: ${failure} (see ${site.logFile}).`);
  }
  if (failingForMs > LEFTOVERS_GRACE_MS) await endLeftovers(site);
  await sleep(RETRY_MS);
}

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chooseEndpoint } from './endpoint.js';
import type { Endpoint, Instance } from './instance.js';
import { endOrphans, removeStaleLock } from './orphans.js';
import { isGone, type Launch, launch, type Postmaster, signal } from './postmaster.js';

/** Children of a killed server hold its shared memory until they exit. */
const ORPHANS_GRACE_MS = 2_000;
const RETRY_LIMIT_MS = 20_000;
const RETRY_MS = 100;
const CANCEL_LIMIT_MS = 5_000;

/** Starts server processes, one at a time, for one attempt to reach the server. */
export function createLauncher(instance: Instance, preferred: Endpoint | undefined) {
  let current: Launch | undefined;
  let endpoint = preferred;
  let failingSince: number | undefined;
  return {
    isRunning: () => current !== undefined && !current.exited,

    /** On Windows pg_ctl starts the server, so the pids differ. */
    started(pid: number): boolean {
      if (process.platform === 'win32') return current !== undefined && !current.failure;
      return current?.pid === pid;
    },

    /** True when a new server process was started. */
    async tryStart(stale: Postmaster | undefined): Promise<boolean> {
      if (current && !current.exited) return false;
      if (current?.failure) {
        failingSince ??= Date.now();
        await failUnlessTransient(instance, current.failure, Date.now() - failingSince);
      }
      endpoint ??= await chooseEndpoint(instance);
      await removeStaleLock(
        instance,
        join(instance.cluster.dataFolder, 'postmaster.pid'),
        stale?.pid,
      );
      await removeStaleLock(instance, join(endpoint.host, `.s.PGSQL.${endpoint.port}.lock`));
      current = await launch(instance, endpoint);
      return true;
    },

    /** Stops a server that is still starting, because the service is closing. */
    async cancel(): Promise<void> {
      if (!current?.pid || current.exited) return;
      await signal(instance, current.pid, 'INT');
      await isGone(instance, current.pid, CANCEL_LIMIT_MS);
    },
  };
}

/** Waits before a retry if the failure may pass by itself; else reports it to the operator. */
async function failUnlessTransient(
  instance: Instance,
  failure: string,
  failingForMs: number,
): Promise<void> {
  const isTransient = /shared memory|lock file|Address already in use/.test(failure);
  if (!isTransient || failingForMs > RETRY_LIMIT_MS) {
    throw new Error(`PostgreSQL did not start: ${failure} (see ${instance.logFile}).`);
  }
  if (failingForMs > ORPHANS_GRACE_MS) await endOrphans(instance);
  await sleep(RETRY_MS);
}

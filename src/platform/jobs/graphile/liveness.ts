import { isDatabaseUnavailable } from '../../database/connect.js';
import { HostClient } from '../../database/host-client.js';
import { clientTarget } from '../../database/host-set.js';
import type { Db } from '../../database/tx.js';
import type { Log } from '../../log.js';
import { unlockJobsOfDeadPools, unlockLostJobs } from './lock-repository.js';
import type { RunningJobs } from './running-jobs.js';

const RECONNECT_MS = 500;
const SWEEP_MS = 2_000;

export type Liveness = { stop(): Promise<void> };

/**
 * graphile-worker keeps the lock of a killed worker for four hours. So every worker pool holds an
 * idle connection that carries its name: when the process dies, the connection ends, and any node
 * unlocks the jobs of that pool. A live pool also unlocks jobs that it holds and does not run.
 */
export function showLiveness(
  url: string,
  poolId: string,
  { db, log }: { db: Db; log: Log },
  runningJobs: RunningJobs,
): Liveness {
  let isStopped = false;
  let client: HostClient | undefined;

  const connect = async (): Promise<void> => {
    if (isStopped) return;
    client = new HostClient({
      ...clientTarget(url),
      application_name: `tillhouse ${poolId}`,
      keepAlive: true,
    });
    client.on('error', () => undefined);
    client.once('end', () => setTimeout(() => void connect(), RECONNECT_MS).unref());
    await client.connect().catch(() => undefined);
  };
  void connect();

  const sweep = async (): Promise<void> => {
    const ofDead = await unlockJobsOfDeadPools(db);
    if (ofDead > 0) log.warn({ jobs: ofDead }, 'unlocked jobs of a dead worker');
    const known = runningJobs.idsIfSuspect();
    const lost = known === undefined ? 0 : await unlockLostJobs(db, poolId, known);
    if (lost > 0) log.warn({ jobs: lost }, 'unlocked jobs that a broken connection lost');
  };
  const timer = setInterval(() => {
    sweep().catch(error => {
      if (!isDatabaseUnavailable(error)) {
        log.error({ err: error }, 'unlocking lost jobs failed; will retry');
      }
    });
  }, SWEEP_MS);

  return {
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      await client?.end().catch(() => undefined);
    },
  };
}

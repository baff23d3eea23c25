import pg from 'pg';
import { isDatabaseUnavailable } from '../database/connect.js';
import type { Db } from '../database/tx.js';
import type { Log } from '../log.js';
import type { InHand } from './in-hand.js';
import { freeForgottenJobs, freeJobsOfTheDead } from './repository.js';

const RECONNECT_MS = 500;
const SWEEP_MS = 2_000;

/** How a worker pool that is alive shows in the list of connections. */
export const beaconName = (poolId: string): string => `tillhouse ${poolId}`;

export type Beacon = { stop(): Promise<void> };

/**
 * The queue believes in a lock for four hours, even when its holder was killed. So every worker
 * pool keeps an idle connection that carries its name: when the process dies, the database sees
 * the connection end at once, and any node sets the jobs of that pool free. Jobs that a living pool
 * has taken without knowing, it sets free itself.
 */
export function keepBeacon(
  url: string,
  poolId: string,
  { db, log }: { db: Db; log: Log },
  inHand: InHand,
): Beacon {
  let stopped = false;
  let client: pg.Client | undefined;

  const light = async (): Promise<void> => {
    if (stopped) return;
    client = new pg.Client({
      connectionString: url,
      application_name: beaconName(poolId),
      keepAlive: true,
    });
    client.on('error', () => undefined);
    client.once('end', () => setTimeout(() => void light(), RECONNECT_MS).unref());
    await client.connect().catch(() => undefined);
  };
  void light();

  const sweep = async (): Promise<void> => {
    const freed = await freeJobsOfTheDead(db);
    if (freed > 0) log.warn({ jobs: freed }, 'jobs of a dead worker run again');
    const known = inHand.jobsIfInDoubt();
    const found = known === undefined ? 0 : await freeForgottenJobs(db, poolId, known);
    if (found > 0) log.warn({ jobs: found }, 'jobs that were lost on their way run again');
  };
  const timer = setInterval(() => {
    sweep().catch(error => {
      if (!isDatabaseUnavailable(error)) log.error({ err: error }, 'looking for lost jobs failed');
    });
  }, SWEEP_MS);

  return {
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await client?.end().catch(() => undefined);
    },
  };
}

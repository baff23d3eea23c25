import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { connect } from '../../../src/platform/database/connect.js';
import { statement } from '../../../src/platform/database/tx.js';
import { createLog } from '../../../src/platform/log.js';
import { type HaCluster, startHaCluster } from '../../../tools/cluster/ha/index.js';
import { waitFor } from '../../../tools/cluster/ha/part.js';
import { makeQuickFolder } from '../../support/postgres.js';
import { freePort, type ServiceProcess, startService } from '../../support/process.js';
import { openTill, PRIMARY_SECRET, type Till } from '../clients.js';
import { newLedger } from '../ledger.js';
import type { Ground } from '../run-fault.js';
import { fill, TILLS } from '../world.js';
import { type ClusterNetwork, createNetwork } from './network.js';

/** A shop whose database and Redis fail over. */
export type FailoverShop = Ground & {
  cluster: HaCluster;
  network: ClusterNetwork;
  service: ServiceProcess;
  /** Waits until the records can be read again, to compare them. */
  readable(): Promise<void>;
  close(): Promise<void>;
};

const log = createLog('silent');
const READABLE_WITHIN_MS = 60_000;

export async function openFailoverShop(): Promise<FailoverShop> {
  const network = createNetwork();
  const folder = await makeQuickFolder();
  const stops = [() => rm(folder, { recursive: true, force: true }), () => network.close()];
  const close = async (): Promise<void> => {
    for (const stop of stops.splice(0).reverse()) await stop();
  };
  try {
    const cluster = await startHaCluster({ relay: network.relay, parent: folder });
    stops.push(() => cluster.stop());
    return { ...(await openShop(cluster, folder, stops)), network, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openShop(
  cluster: HaCluster,
  folder: string,
  stops: (() => Promise<void>)[],
): Promise<Omit<FailoverShop, 'network' | 'close'>> {
  const { db, close } = connect(cluster.directUrl, { poolSize: 3, log });
  stops.push(close);
  await fill(cluster.directUrl, db);
  const service = await startService({
    DATABASE_URL: cluster.databaseUrl,
    DATABASE_POOLER: 'transaction',
    DATABASE_DIRECT_URL: cluster.directUrl,
    REDIS_URL: cluster.redis.url,
    REDIS_SENTINELS: cluster.redis.sentinels,
    DATA_DIR: join(folder, 'service'),
    SECRET_KEY: 'a-secret-for-tests-only-0123456789',
    PORT: String(await freePort()),
    PRIMARY_WEBHOOK_SECRET: PRIMARY_SECRET,
  });
  stops.push(() => service.kill());
  const tills: Till[] = [];
  for (let n = 1; n <= TILLS; n += 1) tills.push(await openTill(service.url, `T-9${n}`, 'EMP003'));
  return {
    db,
    cluster,
    service,
    url: () => service.url,
    tills,
    ledger: newLedger(),
    readable: async () => {
      const look = (): Promise<unknown> => statement(db, 'select 1 as one');
      await waitFor('reading the records', READABLE_WITHIN_MS, look);
    },
  };
}

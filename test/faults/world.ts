import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createService } from '../../src/app.js';
import { connect } from '../../src/platform/database/connect.js';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/platform/database/embedded/index.js';
import type { Db } from '../../src/platform/database/tx.js';
import { createLog } from '../../src/platform/log.js';
import { seedDemo } from '../../src/seed/demo.js';
import { testConfig } from '../support/config.js';
import { makeTempFolder } from '../support/postgres.js';
import { freePort, type ServiceProcess, startService } from '../support/process.js';
import { type StartedRedis, startRedis } from '../support/redis.js';
import { socketOf, startTcpProxy, type TcpProxy, throughProxy } from '../support/tcp-proxy.js';
import { stockShelf } from './checkout-records.js';
import { openTill, PRIMARY_SECRET, type Till } from './clients.js';
import { STOCK } from './compare-records.js';
import { type Ledger, newLedger } from './ledger.js';
import { TILL_SKU, WEB_SKU } from './mixed-load.js';
import { mountSmallDisk, type SmallDisk } from './small-disk.js';

export type WorldOptions = {
  /** Proxies between clients and service and between service and database. */
  proxied?: boolean;
  redis?: boolean;
  /** PostgreSQL's files on their own small file system that can be filled. */
  smallDisk?: boolean;
};

/** A PostgreSQL and a service in their own processes, with the proxies and servers around them. */
export type World = {
  /** Bypasses every proxy, to compare records. */
  db: Db;
  postgres: EmbeddedPostgres;
  service: ServiceProcess;
  /** Address that clients call. */
  url(): string;
  tills: Till[];
  /** Answers that clients received since the start. */
  ledger: Ledger;
  redis?: StartedRedis;
  disk?: SmallDisk;
  /** Proxies before the service and between it and the database. */
  front?: TcpProxy;
  back?: TcpProxy;
  restartService(): Promise<void>;
  killPostgres(): Promise<void>;
  startPostgres(): Promise<void>;
  stopRedis(): Promise<void>;
  startRedis(): Promise<void>;
  close(): Promise<void>;
};

const log = createLog('silent');
export const TILLS = 4;

export async function openWorld(options: WorldOptions = {}): Promise<World> {
  const folder = await makeTempFolder();
  const disk = options.smallDisk ? await mountSmallDisk() : undefined;
  const databaseFolder = disk?.folder ?? join(folder, 'postgres');
  // Recycled WAL files would give a full disk spare room.
  const settings: Record<string, string> = disk ? { wal_recycle: 'off', max_wal_size: '64MB' } : {};
  const begin = () => startEmbeddedPostgres({ dataDir: databaseFolder, log, settings });
  let postgres = await begin();
  const { db, close } = connect(postgres.url, { poolSize: 3, log });
  await fill(postgres.url, db);
  let redis = options.redis ? await startRedis() : undefined;
  const port = await freePort();
  const front = options.proxied
    ? await startTcpProxy(() => ({ host: '127.0.0.1', port }))
    : undefined;
  const back = options.proxied ? await startTcpProxy(() => socketOf(postgres.url)) : undefined;
  const env = {
    DATABASE_URL: back ? throughProxy(postgres.url, back.port) : postgres.url,
    DATA_DIR: join(folder, 'service'),
    SECRET_KEY: 'a-secret-for-tests-only-0123456789',
    PORT: String(port),
    PRIMARY_WEBHOOK_SECRET: PRIMARY_SECRET,
    ...(redis ? { REDIS_URL: redis.url } : {}),
  };
  let service = await startService(env);
  const tills: Till[] = [];
  for (let n = 1; n <= TILLS; n += 1) tills.push(await openTill(service.url, `T-9${n}`, 'EMP003'));
  return {
    db,
    get postgres() {
      return postgres;
    },
    get service() {
      return service;
    },
    get redis() {
      return redis;
    },
    url: () => (front ? `http://127.0.0.1:${front.port}` : service.url),
    tills,
    ledger: newLedger(),
    disk,
    front,
    back,
    restartService: async () => {
      service = await startService(env);
    },
    killPostgres: async () => {
      const { pid } = postgres;
      const children = await childrenOf(pid);
      for (const each of [pid, ...children]) endNow(each);
      // Otherwise its supervisor would restart it at once.
      await postgres.stop();
    },
    startPostgres: async () => {
      postgres = await begin();
    },
    stopRedis: async () => redis?.stop(),
    startRedis: async () => {
      redis = await startRedis({ port: redis?.port });
    },
    close: async () => {
      await service.kill();
      await close();
      await Promise.all([front?.close(), back?.close(), redis?.stop()]);
      await postgres.stop();
      await disk?.unmount();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The demo's staff and stores, and two articles with ample stock. */
export async function fill(databaseUrl: string, db: Db): Promise<void> {
  const config = testConfig();
  const service = await createService({ config, databaseUrl, log, background: false });
  await seedDemo(service.platform);
  await service.settleEvents();
  await service.close();
  await stockShelf(db, TILL_SKU, STOCK, '12.50');
  await stockShelf(db, WEB_SKU, STOCK);
}

export async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter(name => /^\d+$/.test(name));
  const stats = await Promise.all(
    pids.map(pid => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')),
  );
  // The name in brackets may contain spaces; the parent is the second field after it.
  const isChild = (stat: string): boolean =>
    Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent;
  return pids.filter((_, n) => isChild(stats[n] ?? '')).map(Number);
}

function endNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

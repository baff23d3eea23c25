import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { accountFor } from './account.js';
import { bundledBinaries, usableBinaries } from './binaries.js';
import { createCluster, dataFolderOf, existingCluster, removeDrafts } from './cluster.js';
import type { Log } from './instance.js';
import { supervise } from './supervisor.js';

export type EmbeddedPostgres = {
  /** A connection string for `pg`; the same after a restart of the server. */
  url: string;
  /** The current server process. */
  readonly pid: number;
  /** The real path of the cluster. */
  folder: string;
  /** True if the server of a killed service was still running and was adopted. */
  adopted: boolean;
  stop(): Promise<void>;
};

export type EmbeddedOptions = {
  dataDir: string;
  log: Log;
  /** More PostgreSQL settings; tests turn fsync off. */
  settings?: Record<string, string>;
  /** For root only: the folder for clusters and programs if the account cannot enter DATA_DIR. */
  accountHome?: string;
};

/** For a small machine. With 2 GB of WAL a million-row load fits between two checkpoints. */
const SETTINGS = {
  max_connections: '200',
  shared_buffers: '128MB',
  max_wal_size: '2GB',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  logging_collector: 'off',
  log_min_messages: 'warning',
  log_checkpoints: 'off',
  // Leaves out DETAIL lines, which hold customers' values.
  log_error_verbosity: 'terse',
};

/** Starts or adopts the PostgreSQL server of DATA_DIR and restarts it if it dies. */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { log, accountHome = '/var/lib/tillhouse' } = options;
  await mkdir(options.dataDir, { recursive: true });
  const dataDir = await realpath(options.dataDir);
  const account = await accountFor(dataFolderOf(dataDir));
  const copies = account ? accountHome : dataDir;
  const binaries = await usableBinaries(await bundledBinaries(), account, copies, log);
  const place = { dataDir, accountHome, account };
  const cluster = (await existingCluster(dataDir)) ?? (await createCluster(place, binaries, log));
  const supervised = await supervise({
    dataDir: options.dataDir,
    account,
    binaries,
    cluster,
    settings: { ...SETTINGS, ...options.settings },
    logFile: join(dataDir, 'postgres.log'),
    log,
  });
  await removeDrafts(place).catch(err => log.warn({ err }, 'old drafts were not removed'));
  return Object.assign(supervised, { folder: cluster.folder });
}

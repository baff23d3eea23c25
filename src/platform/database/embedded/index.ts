import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { accountFor } from './account.js';
import { bundledBinaries, usableBinaries } from './binaries.js';
import { createCluster, dataFolderOf, existingCluster, removeDrafts } from './cluster.js';
import type { Log } from './instance.js';
import { supervise } from './supervisor.js';

export type EmbeddedPostgres = {
  /** Understood by `pg`; stays the same when the server is restarted. */
  url: string;
  /** Of the server process at this moment. */
  readonly pid: number;
  /** Where the cluster really lies. */
  folder: string;
  /** True when a server left behind by a killed service was taken over. */
  adopted: boolean;
  stop(): Promise<void>;
};

export type EmbeddedOptions = {
  dataDir: string;
  log: Log;
  /** Further PostgreSQL settings; tests turn fsync off. */
  settings?: Record<string, string>;
  /** For root only: where clusters and programs go that the account cannot reach. */
  accountHome?: string;
};

/** For a small machine; a load of a million rows fits between two checkpoints. */
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
  // Without the detail lines, which would copy customers' values into the log.
  log_error_verbosity: 'terse',
};

/** Starts, or takes over, the PostgreSQL server whose files lie in DATA_DIR, and keeps it running. */
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

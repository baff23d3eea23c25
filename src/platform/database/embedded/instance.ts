import { chmod, mkdir, open } from 'node:fs/promises';
import type { Account } from './account.js';
import type { Binaries } from './binaries.js';

export const SUPERUSER = 'tillhouse';
export const DATABASE = 'tillhouse';

export type Log = {
  info(obj: object, msg: string): void;
  warn(obj: object, msg: string): void;
  error(obj: object, msg: string): void;
};

export type Cluster = {
  /** Holds `data`, `socket` and `password`. */
  folder: string;
  dataFolder: string;
  password: string;
};

/** Where clients connect: a folder with a unix socket, or an address on Windows. */
export type Endpoint = { host: string; port: number };

/** Everything known about the embedded server before a server process is looked for. */
export type Instance = {
  /** As configured, for messages. */
  dataDir: string;
  account: Account;
  binaries: Binaries;
  cluster: Cluster;
  settings: Record<string, string>;
  logFile: string;
  log: Log;
};

/** PostgreSQL's account only needs to pass through; files below keep their own modes. */
export async function makeEnterable(folder: string): Promise<void> {
  const created = await mkdir(folder, { recursive: true });
  if (created) await chmod(folder, 0o755);
}

/** A rename survives a power cut only after fsync of its folder. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync();
  await handle.close();
}

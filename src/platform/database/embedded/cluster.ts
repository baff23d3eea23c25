import { randomBytes } from 'node:crypto';
import {
  access,
  chmod,
  chown,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  symlink,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Account, canWriteIn, run } from './account.js';
import type { Binaries } from './binaries.js';
import { type Cluster, type Log, makeEnterable, SUPERUSER, syncFolder } from './instance.js';

const LINK_NAME = 'postgres';
const DRAFT_PREFIX = 'postgres.new-';

export type ClusterPlace = {
  /** The real path of DATA_DIR. */
  dataDir: string;
  /** Where root puts clusters if the account cannot enter DATA_DIR. */
  accountHome: string;
  account: Account;
};

/** An unfinished cluster: `link` is its name in DATA_DIR, `folder` is where the files are. */
type Draft = { link: string; folder: string };

export function dataFolderOf(dataDir: string): string {
  return join(dataDir, LINK_NAME, 'data');
}

export async function existingCluster(dataDir: string): Promise<Cluster | undefined> {
  try {
    const folder = await realpath(join(dataDir, LINK_NAME));
    const dataFolder = join(folder, 'data');
    await access(join(dataFolder, 'PG_VERSION'));
    const password = (await readFile(join(folder, 'password'), 'utf8')).trim();
    return { folder, dataFolder, password };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    if (code !== 'EACCES') throw error;
    throw new Error(
      `The database in DATA_DIR ${dataDir} belongs to another user; ` +
        'start Tillhouse as that user or set DATA_DIR to another folder.',
      { cause: error },
    );
  }
}

/**
 * Builds the cluster under a temporary name and publishes it in one step. A crash leaves only a
 * draft. Of two simultaneous first starts one publishes, and both use its cluster.
 */
export async function createCluster(
  place: ClusterPlace,
  binaries: Binaries,
  log: Log,
): Promise<Cluster> {
  let draft: Draft | undefined;
  try {
    draft = (await draftInDataDir(place)) ?? (await draftInAccountHome(place, log));
    await initialise(draft.folder, place.account, binaries);
    await publish(draft, place.dataDir);
  } catch (cause) {
    if (draft) await discard(draft);
    // The process that wins the race also removes this draft, so any error may mean "exists".
    const existing = await existingCluster(place.dataDir);
    if (existing) return existing;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`Cannot create a database in DATA_DIR ${place.dataDir} (${reason}).`, {
      cause,
    });
  }
  const created = await existingCluster(place.dataDir);
  if (!created) throw new Error(`The database in DATA_DIR ${place.dataDir} was removed.`);
  return created;
}

/** Removes the drafts of crashed first starts. Only the service that holds the lock may call it. */
export async function removeDrafts(place: ClusterPlace): Promise<void> {
  const live = await realpath(join(place.dataDir, LINK_NAME));
  for (const name of await readdir(place.dataDir)) {
    if (!name.startsWith(DRAFT_PREFIX)) continue;
    const link = join(place.dataDir, name);
    const target = await readlink(link).catch(() => link);
    const ours = target === link || dirname(target) === place.accountHome;
    if (ours && target !== live) await rm(target, { recursive: true, force: true });
    await rm(link, { recursive: true, force: true });
  }
}

async function draftInDataDir({ dataDir, account }: ClusterPlace): Promise<Draft | undefined> {
  const folder = join(dataDir, `${DRAFT_PREFIX}${randomBytes(4).toString('hex')}`);
  const draft = { link: folder, folder };
  const settled = await createFolders(folder, account).then(
    () => canWriteIn(join(folder, 'data'), account),
    error => {
      if (!account) throw error;
      return false;
    },
  );
  if (settled) return draft;
  await discard(draft);
  return undefined;
}

async function draftInAccountHome(place: ClusterPlace, log: Log): Promise<Draft> {
  const { dataDir, accountHome, account } = place;
  const id = randomBytes(8).toString('hex');
  const draft = { link: join(dataDir, `${DRAFT_PREFIX}${id}`), folder: join(accountHome, id) };
  const who = `account "${account?.name}"`;
  log.info(
    { folder: draft.folder },
    `the ${who} cannot write in DATA_DIR, so the database is in this folder`,
  );
  await makeEnterable(accountHome);
  // The link comes first, so that the draft can be found from DATA_DIR after a crash.
  await symlink(draft.folder, draft.link);
  await createFolders(draft.folder, account);
  if (await canWriteIn(join(draft.folder, 'data'), account)) return draft;
  await discard(draft);
  throw new Error(`the ${who} can write neither in DATA_DIR nor in ${accountHome}`);
}

async function createFolders(folder: string, account: Account): Promise<void> {
  await mkdir(folder);
  await chmod(folder, account ? 0o711 : 0o700);
  for (const name of ['data', 'socket']) {
    await mkdir(join(folder, name), { mode: 0o700 });
    if (account) await chown(join(folder, name), account.uid, account.gid);
  }
}

async function initialise(folder: string, account: Account, binaries: Binaries): Promise<void> {
  const passwordFile = join(folder, 'password');
  const handle = await open(passwordFile, 'wx', 0o600);
  await handle.writeFile(`${randomBytes(24).toString('hex')}\n`);
  if (account) await handle.chown(account.uid, account.gid);
  await handle.sync();
  await handle.close();
  const args = [
    `--pgdata=${join(folder, 'data')}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--data-checksums',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ];
  await run(binaries.initdb, args, account);
  await syncFolder(folder);
}

async function publish({ link, folder }: Draft, dataDir: string): Promise<void> {
  const name = join(dataDir, LINK_NAME);
  // Neither call replaces a cluster: rename fails on a folder with content, symlink on anything.
  try {
    if (link === folder) await rename(folder, name);
    else await symlink(folder, name);
  } catch (cause) {
    throw new Error(`${name} exists but holds no complete database`, { cause });
  }
  if (link === folder) return syncFolder(dataDir);
  await syncFolder(dirname(folder));
  await syncFolder(dataDir);
  await rm(link);
}

async function discard({ link, folder }: Draft): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  if (await lstat(link).catch(() => undefined)) await rm(link, { force: true });
}

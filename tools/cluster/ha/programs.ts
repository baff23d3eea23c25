import { constants } from 'node:fs';
import { access, readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** The programs of a cluster that fails over, with the Debian package of each. */
export const HA_PROGRAMS = [
  { command: 'etcd', debianPackage: 'etcd-server' },
  { command: 'patroni', debianPackage: 'patroni' },
  { command: 'haproxy', debianPackage: 'haproxy' },
  { command: 'pgbouncer', debianPackage: 'pgbouncer' },
  { command: 'redis-server', debianPackage: 'redis-server' },
] as const;

type Command = (typeof HA_PROGRAMS)[number]['command'];

export type Programs = Record<Command, string> & {
  /** The folder of initdb, postgres and pg_rewind. */
  postgres: string;
};

const POSTGRES_FOLDERS = '/usr/lib/postgresql';
/** Daemons are there; the PATH of an ordinary account often lacks it. */
const DAEMON_FOLDER = '/usr/sbin';

/** Where the programs are; a missing one is named with the command that installs it. */
export async function findPrograms(): Promise<Programs> {
  const found: Record<string, string> = {};
  const missing: string[] = [];
  for (const { command, debianPackage } of HA_PROGRAMS) {
    const path = await findCommand(command);
    if (path === undefined) missing.push(debianPackage);
    else found[command] = path;
  }
  const postgres = await findPostgres();
  if (postgres === undefined) missing.push('postgresql-15');
  if (postgres === undefined || missing.length > 0) {
    throw new Error(
      `The cluster needs programs that are not installed: apt-get install --no-install-recommends ${missing.join(' ')}`,
    );
  }
  return { ...(found as Record<Command, string>), postgres };
}

async function findCommand(command: string): Promise<string | undefined> {
  for (const folder of [...(process.env.PATH ?? '').split(delimiter), DAEMON_FOLDER]) {
    const candidate = join(folder, command);
    if (await isExecutable(candidate)) return candidate;
  }
  return undefined;
}

/** The newest version that has its server installed. */
async function findPostgres(): Promise<string | undefined> {
  const versions = await readdir(POSTGRES_FOLDERS).catch(() => []);
  for (const version of versions.sort((a, b) => Number(b) - Number(a))) {
    const folder = join(POSTGRES_FOLDERS, version, 'bin');
    if (await isExecutable(join(folder, 'initdb'))) return folder;
  }
  return undefined;
}

const isExecutable = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );

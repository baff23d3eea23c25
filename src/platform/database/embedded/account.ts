import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';

/** The account PostgreSQL runs as; undefined means the account of this process. */
export type Account = { name: string; uid: number; gid: number } | undefined;

const CANDIDATES = ['postgres', '_postgres', 'nobody'];
const COMMAND_TIMEOUT_MS = 120_000;

/**
 * PostgreSQL refuses to run as root, so root runs it as an existing account. The owner of an
 * existing cluster comes first: PostgreSQL starts for no other account.
 */
export async function accountFor(dataFolder: string): Promise<Account> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(dataFolder).catch(() => undefined);
  if (owner && owner.uid !== 0) return { name: `uid ${owner.uid}`, uid: owner.uid, gid: owner.gid };
  const entries = (await readFile('/etc/passwd', 'utf8')).split('\n').map(line => line.split(':'));
  for (const candidate of CANDIDATES) {
    const entry = entries.find(([name]) => name === candidate);
    if (entry && Number(entry[2]) > 0) {
      return { name: candidate, uid: Number(entry[2]), gid: Number(entry[3]) };
    }
  }
  throw new Error(
    'PostgreSQL cannot run as root and there is no account "postgres" or "nobody" to run it as; ' +
      'start Tillhouse as an ordinary user or set DATABASE_URL to a PostgreSQL server.',
  );
}

/**
 * Options for every PostgreSQL program: a folder any account can enter, and a minimal environment
 * without the service's secrets and without PGPORT or LANG of the shell.
 */
export function spawnOptions(account: Account) {
  return {
    ...(account && { uid: account.uid, gid: account.gid }),
    cwd: '/',
    windowsHide: true,
    ...(process.platform !== 'win32' && { env: { PATH: '/usr/bin:/bin', TZ: 'UTC', LC_ALL: 'C' } }),
  };
}

export async function run(command: string, args: string[], account: Account): Promise<string> {
  const options = { ...spawnOptions(account), timeout: COMMAND_TIMEOUT_MS };
  try {
    return (await promisify(execFile)(command, args, options)).stdout;
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    const lines = (stderr ?? '').split('\n').map(line => line.trim());
    const reason = lines.filter(line => line !== '').join('; ') || message;
    throw new Error(reason, { cause: error });
  }
}

/**
 * Writes a file as that account instead of reading mode bits, which say nothing about access
 * lists, root-squashed network folders and mount options.
 */
export async function canWriteIn(folder: string, account: Account): Promise<boolean> {
  if (!account) return true;
  const script = 'cd "$0" && : > .try && rm .try';
  return run('/bin/sh', ['-c', script, folder], account).then(
    () => true,
    () => false,
  );
}

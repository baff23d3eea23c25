import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { access, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

const execute = promisify(execFile);

export type StartedRedis = { url: string; port: number; pid: number; stop(): Promise<void> };

/** A Redis of the caller's own, on a free port (or the given one), that keeps nothing on disk. */
export async function startRedis(options: { port?: number } = {}): Promise<StartedRedis> {
  const server = await findRedis();
  const port = options.port ?? (await freePort());
  const folder = await mkdtemp(join(tmpdir(), 'tillhouse-redis-'));
  const settings = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder];
  const child = spawn(server, [...settings, '--save', '', '--appendonly', 'no'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const killWithUs = () => child.kill('SIGKILL');
  process.once('exit', killWithUs);
  try {
    await accepting(child);
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    pid: child.pid ?? 0,
    async stop() {
      process.off('exit', killWithUs);
      // SIGKILL also ends a server that a test has paused.
      if (child.exitCode === null && child.signalCode === null) {
        const ended = new Promise(resolve => child.once('exit', resolve));
        child.kill('SIGKILL');
        await ended;
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Whether tests against a real Redis can run here. Without one they are skipped, loudly; in CI
 * that is a failure, because a skipped proof looks like a passed one.
 */
export async function redisOrSkip(): Promise<boolean> {
  try {
    await findRedis();
    return true;
  } catch (error) {
    const reason = `REDIS TESTS SKIPPED: ${(error as Error).message}`;
    if (process.env.CI === 'true') throw new Error(reason);
    console.warn(`\n${'!'.repeat(reason.length)}\n${reason}\n${'!'.repeat(reason.length)}\n`);
    return false;
  }
}

function accepting(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let printed = '';
    child.once('error', reject);
    child.once('exit', code => reject(new Error(`redis-server ended with ${code}: ${printed}`)));
    child.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk;
      if (printed.includes('Ready to accept connections')) resolve();
    });
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

async function findRedis(): Promise<string> {
  const found = await onPath('redis-server');
  if (found) return found;
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || !(await onPath('apt-get'))) {
    throw new Error('redis-server is not on PATH and cannot be installed with apt-get as root');
  }
  return withInstallLock(async () => {
    if (!(await onPath('redis-server'))) await installFromDebian();
    const installed = await onPath('redis-server');
    if (!installed) throw new Error('apt-get installed no redis-server');
    return installed;
  });
}

async function onPath(command: string): Promise<string | undefined> {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
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

const INSTALL_LOCK = join(tmpdir(), 'tillhouse-redis-install.lock');
const INSTALL_LIMIT_MS = 180_000;

/** Test files run in parallel and would meet in apt-get; making a folder is atomic. */
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
  // Whoever held it this long was killed on the way.
  if (lock && Date.now() - lock.mtimeMs > 2 * INSTALL_LIMIT_MS) {
    await rm(INSTALL_LOCK, { recursive: true, force: true });
  }
  return false;
}

const SERVICE_POLICY = '/usr/sbin/policy-rc.d';

/** Debian starts a service it installs unless the host's policy says no; 101 means "forbidden". */
async function installFromDebian() {
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
    await execute('apt-get', ['install', ...quietly, 'redis-server'], options);
  } finally {
    if (ownPolicy) await rm(SERVICE_POLICY, { force: true });
  }
}

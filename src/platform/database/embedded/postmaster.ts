import { spawn } from 'node:child_process';
import { open, readFile, rename, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { run, spawnOptions } from './account.js';
import type { Endpoint, Instance } from './instance.js';

/** The content of postmaster.pid, written by the running server. */
export type Postmaster = { pid: number; endpoint: Endpoint | undefined; stopping: boolean };

/** A server process that was just started; `failure` is set once it has exited with an error. */
export type Launch = { pid: number | undefined; exited: boolean; failure?: string };

const LOG_LIMIT_BYTES = 10 * 1024 * 1024;
const POLL_MS = 20;

export async function readPostmaster(dataFolder: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(dataFolder, 'postmaster.pid'), 'utf8').catch(() => '');
  const [pid, , , port, socketFolder, address, , status] = text.split('\n').map(s => s.trim());
  if (!(Number(pid) > 0)) return undefined;
  const host = process.platform === 'win32' ? address : socketFolder;
  const endpoint = host && Number(port) > 0 ? { host, port: Number(port) } : undefined;
  return { pid: Number(pid), endpoint, stopping: status === 'stopping' };
}

/**
 * The pid alone is not enough: after a reboot another program may have it. The command line is
 * readable even where /proc/PID/cwd is not (root in a container without ptrace); a zombie has none.
 */
export async function isPostmaster(pid: number, dataFolder: string): Promise<boolean> {
  if (process.platform === 'linux') {
    const args = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0');
    return basename(args[0] ?? '') === 'postgres' && args.includes(dataFolder);
  }
  const [program, args, sign] =
    process.platform === 'win32'
      ? ['tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH'], 'postgres.exe']
      : ['ps', ['-p', String(pid), '-o', 'command='], dataFolder];
  const output = await run(program as string, args as string[], undefined).catch(() => '');
  return output.includes(sign as string);
}

/** INT ends all sessions and shuts down. QUIT exits at once; the next start runs recovery. */
export async function signal(instance: Instance, pid: number, name: 'INT' | 'QUIT' | 'KILL') {
  if (!(await isPostmaster(pid, instance.cluster.dataFolder))) return;
  if (process.platform === 'win32') {
    await run(instance.binaries.pg_ctl, ['kill', name, String(pid)], undefined).catch(() => '');
    return;
  }
  try {
    process.kill(pid, `SIG${name}`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

export async function isGone(instance: Instance, pid: number, withinMs: number): Promise<boolean> {
  for (const deadline = Date.now() + withinMs; Date.now() < deadline; await sleep(POLL_MS)) {
    if (!(await isPostmaster(pid, instance.cluster.dataFolder))) return true;
  }
  return false;
}

export async function forceStop(instance: Instance, pid: number): Promise<void> {
  await signal(instance, pid, 'QUIT');
  if (await isGone(instance, pid, 3_000)) return;
  await signal(instance, pid, 'KILL');
  await isGone(instance, pid, 3_000);
}

/**
 * Starts a server detached from the terminal: Ctrl-C must not stop the database before the service
 * has closed. After a kill -9 of the service the server keeps running and the next start adopts it.
 */
export async function launch(instance: Instance, endpoint: Endpoint): Promise<Launch> {
  const size = (await stat(instance.logFile).catch(() => undefined))?.size ?? 0;
  if (size > LOG_LIMIT_BYTES) await rename(instance.logFile, `${instance.logFile}.1`);
  const logHandle = await open(instance.logFile, 'a', 0o600);
  if (instance.account) await logHandle.chown(instance.account.uid, instance.account.gid);
  const logStart = (await logHandle.stat()).size;

  const server = serverCommand(instance, endpoint);
  const output = process.platform === 'win32' ? 'ignore' : logHandle.fd;
  const child = spawn(server.program, server.args, {
    ...spawnOptions(instance.account),
    detached: true,
    stdio: ['ignore', output, output],
  });
  const launched: Launch = { pid: child.pid, exited: false };
  child.once('error', error => {
    Object.assign(launched, { exited: true, failure: error.message });
  });
  child.once('exit', async (code, signalName) => {
    if (code !== 0) launched.failure = await reason(instance.logFile, logStart, code ?? signalName);
    launched.exited = true;
  });
  child.unref();
  await logHandle.close();
  return launched;
}

function serverCommand(
  instance: Instance,
  endpoint: Endpoint,
): { program: string; args: string[] } {
  const { dataFolder } = instance.cluster;
  const where: Record<string, string> =
    process.platform === 'win32'
      ? { listen_addresses: endpoint.host, unix_socket_directories: '' }
      : {
          listen_addresses: '',
          unix_socket_directories: `"${endpoint.host.replaceAll('"', '""')}"`,
          unix_socket_permissions: '0700',
        };
  const settings = { ...instance.settings, ...where, port: String(endpoint.port) };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  if (process.platform !== 'win32') {
    return { program: instance.binaries.postgres, args: ['-D', dataFolder, ...options] };
  }
  // Only pg_ctl can start a server from an administrator's shell: it drops the privileges first.
  const args = ['start', '-w', '-D', dataFolder, '-l', instance.logFile, '-o', options.join(' ')];
  return { program: instance.binaries.pg_ctl, args };
}

async function reason(logFile: string, from: number, ended: number | string | null) {
  const text = (await readFile(logFile).catch(() => Buffer.alloc(0))).subarray(from).toString();
  // Connection attempts during the start log FATAL lines too: "the database system is starting up".
  const fatal = [...text.matchAll(/(?:FATAL|PANIC): +(?!the database system is)(.*)/g)].at(-1);
  return fatal?.[1] ?? `it exited with ${ended}`;
}

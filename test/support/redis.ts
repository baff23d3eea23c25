import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram, programOrSkip } from './debian.js';
import { freePort } from './free-port.js';

const REDIS = { command: 'redis-server', debianPackage: 'redis-server' };

export type StartedRedis = { url: string; port: number; pid: number; stop(): Promise<void> };

/** Starts a Redis without persistence, on a free port or the given one. */
export async function startRedis(options: { port?: number } = {}): Promise<StartedRedis> {
  const server = await findProgram(REDIS);
  const port = options.port ?? (await freePort());
  const folder = await mkdtemp(join(tmpdir(), 'tillhouse-redis-'));
  const settings = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder];
  const child = spawn(server, [...settings, '--save', '', '--appendonly', 'no'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const killOnExit = () => child.kill('SIGKILL');
  process.once('exit', killOnExit);
  try {
    await acceptsConnections(child);
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    pid: child.pid ?? 0,
    async stop() {
      process.off('exit', killOnExit);
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

/** Whether redis-server is available; see `programOrSkip`. */
export const redisOrSkip = (): Promise<boolean> => programOrSkip(REDIS, 'REDIS TESTS');

function acceptsConnections(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let printed = '';
    child.once('error', reject);
    child.once('exit', code =>
      reject(new Error(`redis-server exited with code ${code}: ${printed}`)),
    );
    child.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk;
      if (printed.includes('Ready to accept connections')) resolve();
    });
  });
}

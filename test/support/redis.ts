import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram, programOrSkip } from './debian.js';
import { freePort } from './free-port.js';

const REDIS = { command: 'redis-server', debianPackage: 'redis-server' };

export type StartedRedis = { url: string; port: number; pid: number; stop(): Promise<void> };

/** A Redis of the caller's own, on a free port (or the given one), that keeps nothing on disk. */
export async function startRedis(options: { port?: number } = {}): Promise<StartedRedis> {
  const server = await findProgram(REDIS);
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

/** Whether tests against a real Redis can run here. */
export const redisOrSkip = (): Promise<boolean> => programOrSkip(REDIS, 'REDIS TESTS');

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

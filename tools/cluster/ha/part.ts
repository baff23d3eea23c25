import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Account, spawnOptions } from '../../../src/platform/database/embedded/account.js';

/** A program of the cluster, in a process of its own that writes a log into the folder. */
export type Part = { name: string; pid: number; stop(signal?: NodeJS.Signals): Promise<void> };

export type Place = { folder: string; account: Account };

const STOP_WITHIN_MS = 20_000;

export async function startPart(
  name: string,
  command: string,
  args: readonly string[],
  { folder, account, env = {} }: Place & { env?: Record<string, string> },
): Promise<Part> {
  const output = openSync(join(folder, `${name}.log`), 'a');
  const options = spawnOptions(account);
  const child = spawn(command, args, {
    ...options,
    env: { ...options.env, ...env },
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  await once(child, 'spawn');
  const kill = killOnExit(() => child.kill('SIGKILL'));
  child.once('exit', kill.forget);
  return {
    name,
    pid: child.pid ?? 0,
    stop: signal => stop(child, signal ?? 'SIGTERM'),
  };
}

const kills = new Set<() => unknown>();
process.once('exit', () => {
  for (const kill of kills) kill();
});

/** Runs when this process ends without having stopped its parts. */
export function killOnExit(kill: () => unknown): { forget(): void } {
  kills.add(kill);
  return { forget: () => void kills.delete(kill) };
}

/** A process that does not end in time is killed, so that nothing stays behind. */
async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  // A frozen process takes no signal but these two.
  child.kill('SIGCONT');
  const timeout = new AbortController();
  await Promise.race([
    ended,
    sleep(STOP_WITHIN_MS, undefined, { signal: timeout.signal })
      .then(() => child.kill('SIGKILL'))
      .catch(() => undefined)
      .then(() => ended),
  ]);
  timeout.abort();
}

/** Polls until the work returns something; an error counts as nothing. */
export async function waitFor<T>(
  what: string,
  withinMs: number,
  look: () => Promise<T | undefined>,
  everyMs = 100,
): Promise<T> {
  for (const end = performance.now() + withinMs; performance.now() < end; await sleep(everyMs)) {
    const found = await look().catch(() => undefined);
    if (found !== undefined) return found;
  }
  throw new Error(`${what} took longer than ${withinMs / 1_000} s`);
}

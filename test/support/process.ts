import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/root.js';

export { freePort } from './free-port.js';

/** A service in a separate process that a test can kill and restart. */
export type ServiceProcess = {
  url: string;
  pid: number;
  /** Everything on stdout and stderr so far. */
  output(): string;
  /** SIGKILL: no signal handler runs. */
  kill(): Promise<void>;
  /** SIGTERM: a graceful shutdown. Resolves to the exit code. */
  stop(): Promise<number | null>;
};

const READY_WITHIN_MS = 180_000;

/** Resolves when the service is ready. If it exits earlier, rejects with its output. */
export async function startService(env: Record<string, string>): Promise<ServiceProcess> {
  const child: ChildProcess = spawn(
    process.execPath,
    [join(projectRoot, 'tools/start.mjs'), '--no-screens'],
    {
      env: { PATH: process.env.PATH, HOME: process.env.HOME, LOG_LEVEL: 'warn', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let printed = '';
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  await new Promise<void>((resolve, reject) => {
    const timeout = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`not ready after ${READY_WITHIN_MS} ms:\n${printed}`));
    }, READY_WITHIN_MS);
    const onOutput = (chunk: Buffer): void => {
      printed += chunk.toString();
      if (!printed.includes('is ready after')) return;
      clearTimeout(timeout);
      resolve();
    };
    child.stdout?.on('data', onOutput);
    child.stderr?.on('data', onOutput);
    child.once('exit', code => {
      clearTimeout(timeout);
      reject(new Error(`exited with code ${code}:\n${printed}`));
    });
  });
  return {
    url: `http://127.0.0.1:${env.PORT}`,
    pid: child.pid ?? 0,
    output: () => printed,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
    stop: async () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

/** One HTTP call to a service process. */
export async function callService(
  url: string,
  method: string,
  path: string,
  options: {
    token?: string;
    body?: unknown;
    headers?: Record<string, string>;
    timeoutMs?: number;
  } = {},
) {
  const answer = await fetch(url + path, {
    method,
    signal: AbortSignal.timeout(options.timeoutMs ?? 10_000),
    headers: {
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(options.token ? { authorization: `Bearer ${options.token}` } : {}),
      ...options.headers,
    },
    body: options.body === undefined ? undefined : JSON.stringify(options.body),
  });
  const text = await answer.text();
  const isJson = (answer.headers.get('content-type') ?? '').includes('json');
  return {
    status: answer.status,
    body: isJson && text !== '' ? JSON.parse(text) : text,
    headers: answer.headers,
  };
}

/** The violated invariants that GET /ops/invariants/ reports. */
export async function violatedInvariants(url: string): Promise<string[]> {
  const login = await callService(url, 'POST', '/auth/login/', {
    body: { username: 'admin', password: 'admin-demo' },
  });
  const { body } = await callService(url, 'GET', '/ops/invariants/', {
    token: login.body.access,
    timeoutMs: 60_000,
  });
  return body.checks
    .filter((check: { offending: number }) => check.offending > 0)
    .map((check: { name: string; ids: string[] }) => `${check.name}: ${check.ids.join(' ')}`);
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buildSync } from 'esbuild';
import { projectRoot } from '../../src/platform/root.js';

export const SERVICE_SCRIPT = 'test/support/embedded-service.ts';

export type Started = { url: string; pid: number; folder: string; adopted: boolean };
export type Outcome = { started?: Started; refused?: string };

/** A service in its own process, so that a test can kill it. */
export type ServiceProcess = {
  pid: number;
  outcome: Promise<Outcome>;
  end(signal: NodeJS.Signals): Promise<void>;
};

export function startServiceProcess(options: {
  dataDir: string;
  accountHome?: string;
  /** Runs from the sources of another copy of the project. */
  checkout?: string;
  uid?: number;
}): ServiceProcess {
  const { dataDir, accountHome, checkout, uid } = options;
  const program = checkout === undefined ? [bundle()] : fromSources(checkout);
  const args = [...program, dataDir, ...(accountHome ? [accountHome] : [])];
  const child = spawn(process.execPath, args, {
    cwd: checkout ?? projectRoot,
    env: { PATH: '/usr/bin:/bin', TSX_DISABLE_CACHE: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(uid !== undefined && { uid, gid: uid }),
  });
  return {
    pid: child.pid ?? 0,
    outcome: readOutcome(child),
    async end(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill(signal);
      await once(child, 'exit');
    },
  };
}

const fromSources = (checkout: string): string[] => [
  '--import',
  join(projectRoot, 'node_modules/tsx/dist/loader.mjs'),
  join(checkout, SERVICE_SCRIPT),
];

let bundled: string | undefined;

/** Bundled once: compiling the sources at every start takes longer than the start itself. */
function bundle(): string {
  if (bundled) return bundled;
  const { outputFiles } = buildSync({
    entryPoints: [join(projectRoot, SERVICE_SCRIPT)],
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    write: false,
  });
  const folder = join(projectRoot, 'dist/test');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'embedded-service.mjs');
  // Renamed into place, because another worker may be starting a process from the same path.
  writeFileSync(`${path}.${process.pid}`, outputFiles[0]?.contents ?? '');
  renameSync(`${path}.${process.pid}`, path);
  bundled = path;
  return path;
}

async function readOutcome(child: ChildProcess): Promise<Outcome> {
  if (!child.stdout) throw new Error('the service process has no output');
  for await (const line of createInterface({ input: child.stdout })) {
    const message: Outcome = JSON.parse(line);
    if (message.started || message.refused) return message;
  }
  throw new Error('the service process printed no outcome');
}

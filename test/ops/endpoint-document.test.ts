import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { projectRoot } from '../../src/platform/root.js';
import { makeTempFolder } from '../support/postgres.js';
import { filesBelow, read } from '../support/sources.js';
import { applyDiff, stepsOf, writeNew } from '../support/worked-example.js';

const steps = stepsOf(read('docs/adding-an-endpoint.md'));

let checkout: string;
beforeAll(async () => {
  checkout = await makeTempFolder();
  for (const path of filesBelow()) {
    mkdirSync(join(checkout, dirname(path)), { recursive: true });
    cpSync(join(projectRoot, path), join(checkout, path));
  }
  linkPackages('node_modules');
  linkPackages('packages/client/node_modules');
});
afterAll(() => rm(checkout, { recursive: true, force: true }));

/** Links the packages one by one, so that tools write their caches into the copy. */
function linkPackages(folder: string): void {
  mkdirSync(join(checkout, folder));
  for (const name of readdirSync(join(projectRoot, folder))) {
    if (['.cache', '.vite', '@tillhouse'].includes(name)) continue;
    symlinkSync(join(projectRoot, folder, name), join(checkout, folder, name));
  }
  mkdirSync(join(checkout, folder, '@tillhouse'));
  symlinkSync(join(checkout, 'packages/client'), join(checkout, folder, '@tillhouse/client'));
}

/** Rejects with the output of the command unless it exits with 0. */
async function run(command: string): Promise<void> {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, CI: 'true', VITEST_MIN_FORKS: '1', VITEST_MAX_FORKS: '1' };
  await promisify(execFile)('sh', ['-c', command], {
    cwd: checkout,
    env,
    maxBuffer: 50_000_000,
  }).catch((error: { stdout: string; stderr: string }) => {
    throw new Error(`${command}\n${error.stdout.slice(-8_000)}${error.stderr.slice(-2_000)}`);
  });
}

const inCheckout = (path: string): string => readFileSync(join(checkout, path), 'utf8');

it('docs/adding-an-endpoint.md ends green when its steps are followed', async () => {
  for (const step of steps) {
    if (step.kind === 'file') writeNew(checkout, step.path, step.text);
    else if (step.kind === 'diff') applyDiff(checkout, step.path, step.lines);
    else for (const command of step.lines) await run(command);
  }
  const route = '/pos/change-requests/';
  expect(inCheckout('packages/client/src/api.ts')).toContain(`"${route}": {`);
  expect(inCheckout('packages/client/src/events.ts')).toContain('"change.requested": {');
  expect(inCheckout('docs/access.md')).toContain(`| POST \`${route}\` | 401 | `);
  expect(inCheckout('docs/events.md')).toContain('change.requested');
}, 1_800_000);

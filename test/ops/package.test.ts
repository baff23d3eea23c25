import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, onTestFailed } from 'vitest';
import { projectRoot } from '../../src/platform/root.js';
import { filesBelow } from '../../tools/slim-modules.js';
import { findProgram, skipLoudly } from '../support/debian.js';
import { copyPackages } from '../support/installed-packages.js';
import { makeTempFolder } from '../support/postgres.js';
import { freePort } from '../support/process.js';

const run = promisify(execFile);
const { version } = JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8'));

let folder: string;
let release: string;
beforeAll(async () => {
  folder = await makeTempFolder();
  await run(process.execPath, ['tools/release.mjs', '--dry-run'], { cwd: projectRoot });
  release = join(projectRoot, 'dist/release', version);
  await install('tillhouse', `tillhouse-${version}.tgz`);
  await install('@tillhouse/client', `tillhouse-client-${version}.tgz`);
}, 240_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const modules = () => join(folder, 'node_modules');

/**
 * Unpacks a package as npm would and gives it the packages that it declares, and no others, from
 * this checkout: an import that it does not declare fails. Those of the service are as slim as in
 * the container.
 */
async function install(name: string, archive: string): Promise<void> {
  const target = join(modules(), name);
  await mkdir(target, { recursive: true });
  await run('tar', ['-xzf', join(release, archive), '-C', target, '--strip-components=1']);
  const manifest = JSON.parse(await readFile(join(target, 'package.json'), 'utf8'));
  // Programs that use the client need the types of its packages.
  await copyPackages(Object.keys(manifest.dependencies), folder, name === 'tillhouse');
  // The PostgreSQL of this machine.
  for (const dependency of Object.keys(manifest.optionalDependencies ?? {})) {
    const link = join(modules(), dependency);
    await mkdir(dirname(link), { recursive: true });
    await symlink(join(projectRoot, 'node_modules', dependency), link);
  }
  for (const [command, program] of Object.entries<string>(manifest.bin ?? {})) {
    await mkdir(join(modules(), '.bin'), { recursive: true });
    await symlink(join(target, program), join(modules(), '.bin', command));
  }
}

const environment = { PATH: process.env.PATH, HOME: process.env.HOME, LOG_LEVEL: 'warn' };

const tillhouse = (args: string[], env: Record<string, string> = {}) =>
  spawn(join(modules(), '.bin', 'tillhouse'), args, {
    cwd: folder,
    env: { ...environment, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });

/** Runs a command to its end. */
async function command(args: string[], env: Record<string, string> = {}, typed = '') {
  const child = tillhouse(args, env);
  child.stdin.end(typed);
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { out, err };
}

/** Starts the service; resolves with what it printed when it is ready, or when it has ended. */
async function started(args: string[], env: Record<string, string> = {}) {
  const service = tillhouse(args, env);
  onTestFailed(() => void service.kill('SIGKILL'));
  let printed = '';
  service.stderr.on('data', chunk => {
    printed += chunk;
  });
  for await (const chunk of service.stdout.iterator({ destroyOnReturn: false })) {
    printed += chunk;
    if (printed.includes('  Database  ')) break;
  }
  service.stdout.resume();
  const stop = async (): Promise<unknown> => {
    service.kill('SIGTERM');
    return once(service, 'exit');
  };
  return { printed, stop };
}

it('has notes, archives and their checksums', async () => {
  expect((await readdir(release)).sort()).toEqual([
    'SHA256SUMS',
    'notes.md',
    `tillhouse-${version}-source.tar.gz`,
    `tillhouse-${version}.tgz`,
    `tillhouse-client-${version}.tgz`,
  ]);
  const { stdout } = await run('sha256sum', ['--check', 'SHA256SUMS'], { cwd: release });
  expect(stdout.match(/: OK$/gm)).toHaveLength(4);
  expect(await readFile(join(release, 'notes.md'), 'utf8')).toContain('### For operators');
});

/** As `docker images` shows gcr.io/distroless/nodejs22-debian12. */
const BASE_BYTES = 141e6;

it('fits into a container of 250 MB, without build tools', async () => {
  const files = [...filesBelow(modules())].filter(({ path }) => !path.startsWith('@tillhouse/'));
  const bytes = files.reduce((sum, file) => sum + file.bytes, BASE_BYTES);
  console.log(`The container has ${(bytes / 1e6).toFixed(1)} MB.`);
  expect(bytes).toBeLessThan(250e6);
  const installed = await readdir(modules());
  for (const name of ['esbuild', 'vite', 'typescript', 'react', '@tabler', 'tsx']) {
    expect(installed).not.toContain(name);
  }
});

it('starts an empty shop in an empty folder, which the packed client can use', async () => {
  const port = await freePort();
  const { printed, stop } = await started(['--empty', '--port', `${port}`, '--data', 'shop']);
  expect(printed).toContain(`Tillhouse ${version} is ready after`);
  expect(printed).not.toContain('Demo logins');
  const url = `http://127.0.0.1:${port}`;
  const { commit } = (await (await fetch(`${url}/health/?format=json`)).json()) as {
    commit: string;
  };
  expect(commit).toMatch(/^[0-9a-f]{40}$/);
  expect((await fetch(`${url}/app/desk/`)).status).toBe(200);

  await writeFile(
    join(folder, 'try.mjs'),
    `import { answer, ApiError, createTillhouse } from '@tillhouse/client';
     const api = createTillhouse({ baseUrl: process.argv[2] });
     const { version } = await answer(api.GET('/pos/health/'));
     const refused = await answer(api.GET('/stores/')).catch(error => error);
     console.log(version, refused instanceof ApiError, refused.status);`,
  );
  const { stdout } = await run(process.execPath, ['try.mjs', url], { cwd: folder });
  expect(stdout).toBe(`${version} true 401\n`);

  expect(await stop()).toEqual([0, null]);
}, 240_000);

it('has types that a program can be checked with', async () => {
  await writeFile(
    join(folder, 'typed.mts'),
    `import { answer, createTillhouse } from '@tillhouse/client';
     const api = createTillhouse({ baseUrl: '' });
     export const version: Promise<string> = answer(api.GET('/pos/health/')).then(a => a.version);
     // @ts-expect-error -- there is no such route
     export const wrong = api.GET('/no/such/route/');`,
  );
  const tsc = join(projectRoot, 'node_modules/typescript/bin/tsc');
  const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023'];
  const lib = ['--lib', 'es2023,dom,dom.iterable', '--types', ''];
  await run(process.execPath, [tsc, ...flags, ...lib, 'typed.mts'], { cwd: folder });
});

it('names what it can do, and what it cannot', async () => {
  expect((await command(['--version'])).out).toBe(`${version}\n`);
  expect((await command(['--help'])).out).toContain('create-admin');
  expect((await command(['sell'])).err).toContain('There is no command sell.');
  expect((await command(['--empty', '--demo'])).err).toContain('not both');
  expect((await command(['explain'])).err).toContain('NUMBER [--log FILE]');
});

it('refuses demo data in production', async () => {
  const { printed } = await started(['--demo'], { NODE_ENV: 'production' });
  expect(printed).toContain('DEMO_DATA must be off in production');
});

const canGoLive = await skipLoudly('FROM-NOTHING TEST', async () => {
  await findProgram({ command: 'pg_createcluster', debianPackage: 'postgresql-15' });
  await findProgram({ command: 'pgbouncer', debianPackage: 'pgbouncer' });
});

it.runIf(canGoLive)(
  'goes live behind a pooler, backs up, proves and restores it, and upgrades an older shop',
  async () => {
    const { stdout } = await run('bash', [
      join(projectRoot, 'test/ops/from-nothing.sh'),
      join(release, `tillhouse-${version}.tgz`),
      join(projectRoot, 'test/ops/fixtures/release-0.1.0.backup'),
    ]);
    expect(stdout).toMatch(/records checked\.\nAll books agree\.\n/);
    expect(stdout).toMatch(/^TXN-\S+ {2}completed, 5\.00 USD, 5\.00 paid$/m);
    expect(stdout).toContain('7029 rows of 131 tables and 0 files restored');
    expect(stdout).toContain('TXN-20261117-188EA6C0  voided, 45.06 USD, 45.06 paid\n');
    expect(stdout).toMatch(/^== done$/m);
  },
  600_000,
);

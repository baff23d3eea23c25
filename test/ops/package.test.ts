import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it, onTestFailed } from 'vitest';
import { projectRoot } from '../../src/platform/root.js';
import { databaseUrl } from '../support/global-setup.js';
import { makeTempFolder } from '../support/postgres.js';
import { callService, freePort } from '../support/process.js';

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
 * this checkout: an import that it does not declare fails.
 */
async function install(name: string, archive: string): Promise<void> {
  const target = join(modules(), name);
  await mkdir(target, { recursive: true });
  await run('tar', ['-xzf', join(release, archive), '-C', target, '--strip-components=1']);
  const manifest = JSON.parse(await readFile(join(target, 'package.json'), 'utf8'));
  for (const dependency of Object.keys({
    ...manifest.dependencies,
    ...manifest.optionalDependencies,
  })) {
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

/** The first sale of a new shop, by the first administrator and a cashier; returns its number. */
async function firstSale(url: string, password: string): Promise<string> {
  const post = async (path: string, body: object, token?: string) => {
    const answer = await callService(url, 'POST', path, { body, token, timeoutMs: 60_000 });
    expect([path, answer.status]).toEqual([path, expect.toSatisfy(status => status < 300)]);
    return answer.body;
  };
  const { access } = await post('/auth/login/', { username: 'ada', password });
  const { id: store_id } = await post('/stores/', { code: 'MAIN', name: 'Main Street' }, access);
  const cashier = { employee_number: 'C1', pin_code: '482913', store_ids: ['MAIN'] };
  await post('/users/', { role: 'cashier', ...cashier }, access);
  await post('/products/', { name: 'Cup', variants: [{ sku: 'CUP', price: '5.00' }] }, access);
  await post('/payment-methods/', { code: 'cash', name: 'Cash', method_type: 'cash' }, access);
  const { token } = await post('/pos/auth/terminal-login/', {
    employee_id: 'C1',
    pin_code: '482913',
    store_id: 'MAIN',
    terminal_id: 'T-1',
  });
  const line = { sku: 'CUP', quantity: 1, unit_price: '5.00', subtotal: '5.00' };
  const sale = await post(
    '/pos/transactions/create/',
    {
      store_id,
      employee_id: 'C1',
      line_items: [line],
      subtotal: '5.00',
      tax_amount: '0.00',
      total_amount: '5.00',
      payment: { payment_method_id: 'cash', tendered_amount: '5.00' },
    },
    token,
  );
  return sale.transaction.transaction_id;
}

it('sells in production, backs up, proves the backup and restores it', async () => {
  const [live, restored] = [await emptyDatabase(), await emptyDatabase()];
  const port = await freePort();
  await writeFile(join(folder, 'key'), 'a key of this test only, long enough');
  const env = {
    NODE_ENV: 'production',
    DATABASE_URL: live.url,
    SECRET_KEY_FILE: join(folder, 'key'),
    PUBLIC_URL: 'https://shop.example',
    TRUST_PROXY: '127.0.0.1',
    DATA_DIR: join(folder, 'production'),
    PORT: `${port}`,
  };
  const { printed } = await started(['--demo'], env);
  expect(printed).toContain('DEMO_DATA must be off in production');
  const admin = ['create-admin', '--username', 'ada', '--email', 'ada@example.com'];
  const made = await command(admin, env, 'a long password\n');
  expect(made.out).toBe('ada can now log in as administrator.\n');
  const { stop } = await started([], env);
  const number = await firstSale(`http://127.0.0.1:${port}`, 'a long password');

  expect((await command(['backup', 'first.backup'], env)).out).toContain('first.backup: ');
  const server = inject('postgresUrl');
  const drill = await command(['drill', 'first.backup', '--server', server], env);
  expect(drill.out).toMatch(/All books agree\.\n$/);
  expect(await stop()).toEqual([0, null]);

  const other = { ...env, DATABASE_URL: restored.url };
  expect((await command(['restore', 'first.backup'], other)).out).toContain('All books agree.');
  const story = await command(['explain', number], other);
  expect(story.out).toContain(
    `${number}  completed, 5.00 USD, 5.00 paid\nMAIN, pos, till T-1, by C1`,
  );
  await live.drop();
  await restored.drop();
}, 300_000);

async function emptyDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const server = inject('postgresUrl');
  const name = `p_${randomBytes(6).toString('hex')}`;
  const ask = async (sql: string): Promise<void> => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
  await ask(`create database ${name}`);
  return { url: databaseUrl(server, name), drop: () => ask(`drop database ${name} with (force)`) };
}

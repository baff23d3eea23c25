import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { work } from '../../src/app.js';
import type { Config } from '../../src/config.js';
import { createAdmin } from '../../src/domains/people/index.js';
import { statement } from '../../src/platform/database/tx.js';
import { projectRoot } from '../../src/platform/root.js';
import { productionWarnings } from '../../src/production-warnings.js';
import { openShop, type Shop } from '../support/service.js';
import { read } from '../support/sources.js';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ background: false });
});
afterAll(() => shop.close());

type Ending = { code: number; out: string; err: string };

/** Runs the command as `npm run` does, on the shop's own database. */
const tool = (name: string, ...args: string[]): Promise<Ending> => run(name, args);

const run = (name: string, args: string[], typed = ''): Promise<Ending> =>
  new Promise(resolve => {
    const child = execFile(
      process.execPath,
      [join(projectRoot, 'tools', `${name}.mjs`), ...args],
      {
        env: {
          PATH: process.env.PATH,
          HOME: process.env.HOME,
          DATABASE_URL: shop.url,
          DATA_DIR: join(projectRoot, '.data-of-tools-test'),
          SECRET_KEY: 'for the tools of this test only',
        },
      },
      (error, out, err) => resolve({ code: Number(error?.code ?? 0), out, err }),
    );
    child.stdin?.end(typed);
  });

describe('npm run check:invariants', () => {
  it('prints a table and exits with 0 when all invariants hold, else with 1', async () => {
    const good = await tool('check-invariants');
    expect([good.code, good.err]).toEqual([0, '']);
    expect(good.out).toContain('inventory:on-hand');
    expect(good.out).toContain('All books agree.');
    const change = 'update users set loyalty_points = loyalty_points + $1 where role = $2';
    await statement(shop.platform.db, change, [1, 'customer']);
    const bad = await tool('check-invariants');
    await statement(shop.platform.db, change, [-1, 'customer']);
    expect(bad.code).toBe(1);
    expect(bad.err).toContain('loyalty:balance does not hold');
  });
});

describe('npm run job', () => {
  it('lists the jobs of the schedule, and refuses others', async () => {
    const list = await tool('run-job');
    expect(list.code).toBe(0);
    for (const { job, cron } of work.schedules) {
      expect(list.out).toMatch(new RegExp(`^  ${cron.replaceAll('*', '\\*')} +${job}$`, 'm'));
    }
    const unknown = await tool('run-job', 'ops:purge-everything');
    expect([unknown.code, unknown.out]).toEqual([1, '']);
    expect(unknown.err).toContain('There is no job ops:purge-everything.');
  });

  it('runs a job in place when no node is up, and on the node when one is', async () => {
    const { db } = shop.platform;
    const expired = () =>
      statement<{ n: number }>(
        db,
        `select count(*)::int as n from approvals where status = 'expired'`,
      );
    const ask = () =>
      statement(
        db,
        `insert into approvals (id, request_type, amount, reason, store_id, requested_by, expires_at)
         select gen_random_uuid(), 'discount', 1, 'late', s.id, u.id, now() - interval '1 hour'
         from stores s, users u where s.code = 'DOWNTOWN' and u.employee_number = 'EMP001'`,
      );
    await ask();
    const alone = await tool('run-job', 'approvals:expire');
    expect(alone.code).toBe(0);
    expect(alone.out).toMatch(/approvals:expire is done\.\n$/);
    expect(await expired()).toEqual([{ n: 1 }]);
    const node = await openShop({ beside: shop });
    try {
      await ask();
      const together = await tool('run-job', 'approvals:expire');
      expect(together.out).toMatch(/approvals:expire is done, by a running node\.\n$/);
      expect(await expired()).toEqual([{ n: 2 }]);
    } finally {
      await node.close();
    }
  });
});

describe('npm run create-admin', () => {
  const create = (typed: string, ...args: string[]) => run('create-admin', args, typed);
  const logIn = (username: string, password: string) =>
    node.call('POST', '/auth/login/', { body: { username, password } });
  /** A service with the tools' secret, which is part of every password hash. */
  let node: Shop;
  beforeAll(async () => {
    const env = { SECRET_KEY: 'for the tools of this test only' };
    node = await openShop({ beside: shop, background: false, env });
  });
  afterAll(() => node.close());

  it('creates one with the given password, while the service runs', async () => {
    const made = await create('mine alone\n', '--username', 'ada', '--email', 'ada@example.com');
    expect(made).toEqual({ code: 0, out: 'ada can now log in as administrator.\n', err: '' });
    const login = await logIn('ada', 'mine alone');
    expect(login.status).toBe(200);
    const me = await node.call('GET', '/auth/me/', { token: login.body.access });
    expect(me.body).toMatchObject({ role: 'admin', employee_number: 'ada' });
  });

  it('generates the password too, and prints it once', async () => {
    const made = await create('', '--username', 'bo', '--email', 'bo@example.com');
    const [, password = ''] = /shown only once\): (\S{20})\n$/.exec(made.out) ?? [];
    expect((await logIn('bo', password)).status).toBe(200);
  });

  it('refuses an existing person and a short password', async () => {
    const admin = {
      username: 'admin',
      email: 'new@example.com',
      employee_number: 'NEW',
      password: 'long enough',
    };
    const users = () =>
      statement(shop.platform.db, 'select to_jsonb(u) from users u order by u.id');
    const before = await users();
    const createHere = (change: object) => createAdmin(shop.platform, { ...admin, ...change });
    await expect(createHere({})).rejects.toMatchObject({ code: 'DUPLICATE' });
    await expect(createHere({ username: 'cy', password: 'short' })).rejects.toThrow('password');
    await expect(createHere({ username: 'c y' })).rejects.toThrow('username');
    expect(await users()).toEqual(before);
    const unnamed = await create('');
    expect(unnamed).toMatchObject({ code: 1, out: '', err: expect.stringContaining('--username') });
  });
});

describe('the production start', () => {
  const warningsAtStart = (production: boolean, env: Partial<Config> = {}) =>
    productionWarnings({
      ...shop.platform,
      config: { ...shop.platform.config, production, ...env },
    });

  it('warns about sandbox processors, missing mail and an unknown proxy', async () => {
    const processors = {
      ...shop.platform.config.processors,
      primary: { apiKey: 'sk_live_x', publishableKey: 'pk_live_x' },
    };
    const ready = {
      processors,
      publicUrl: 'https://shop.example',
      smtpUrl: 'smtp://mail.example',
      trustProxy: ['10.0.0.1'],
    };
    const [square, bank, logins, ...rest] = await warningsAtStart(true, ready);
    const method = (text = '') => /method (\w+) is active/.exec(text)?.[1];
    expect([method(square), method(bank), rest]).toEqual(['card_square', 'card_bank', []]);
    expect(logins).toBe(
      'The published logins of the demo still work for EMP001, EMP002, EMP003, EMP004, EMP005: ' +
        'change their PINs and passwords or deactivate them.',
    );
    const first = async (change: Partial<Config>) =>
      (await warningsAtStart(true, { ...ready, ...change }))[0];
    expect(await first({ smtpUrl: undefined })).toMatch(/^SMTP_URL is not set/);
    expect(await first({ trustProxy: [] })).toMatch(/^PUBLIC_URL is https but TRUST_PROXY/);
    expect(await first({ publicUrl: 'http://shop.example' })).toMatch(/^PUBLIC_URL is not https/);
    const unpublished = { ...processors, primary: { apiKey: 'sk_live_x' } };
    expect(await first({ processors: unpublished })).toMatch(
      /^The payment method \w+ is offered online, but its processor has no card form/,
    );
    const origins = ['https://blog.example', 'http://blog.example'];
    expect(await first({ corsOrigins: origins })).toMatch(
      /^CORS_ORIGINS contains http:\/\/blog\.example, which is not https/,
    );
    expect(await warningsAtStart(false, { processors })).toEqual([]);
  });

  it('does not warn about logins of the demo that were changed or deactivated', async () => {
    const warning = async () =>
      (await warningsAtStart(true)).find(text => text.startsWith('The published logins'));
    const change = (text: string) => statement(shop.platform.db, text);
    await change(`update users set is_active = false where employee_number <> 'EMP004'`);
    expect(await warning()).toContain('still work for EMP004:');
    await change(`update users set pin_hash = null where employee_number = 'EMP004'`);
    expect(await warning()).toContain('still work for EMP004:');
    await change(`update users set password_hash = null where employee_number = 'EMP004'`);
    expect(await warning()).toBeUndefined();
  });
});

it('lists every job of the schedule in docs/operations.md with its cron line', () => {
  const listed = [
    ...read('docs/operations.md').matchAll(/^\| `([a-z-]+:[a-z-]+)` \| `([^`]+)` \|/gm),
  ];
  expect(listed.map(([, job, cron]) => ({ job, cron }))).toEqual(
    [...work.schedules].sort((a, b) => (a.job < b.job ? -1 : 1)),
  );
});

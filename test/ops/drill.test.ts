import { execFile } from 'node:child_process';
import { copyFile, readdir, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { statement } from '../../src/platform/database/tx.js';
import { maintenanceAges } from '../../src/platform/maintenance/repository.js';
import { projectRoot } from '../../src/platform/root.js';
import { testConfig } from '../support/config.js';
import { makeTempFolder } from '../support/postgres.js';
import { openShop, type Shop } from '../support/service.js';
import { counterOf } from '../transactions/support.js';

let shop: Shop;
let folder: string;
beforeAll(async () => {
  folder = await makeTempFolder();
  shop = await openShop({ background: false });
  await counterOf(shop).sold({ payment_method_id: 'cash' });
  await statement(shop.platform.db, `update schema_migrations set applied_at = '2020-01-01'`);
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true, force: true });
});

type Ending = { code: number; out: string; err: string };

/** Runs the command as `npm run` does, on the shop's own database. */
const tool = (name: string, ...args: string[]): Promise<Ending> =>
  new Promise(resolve => {
    execFile(
      process.execPath,
      [join(projectRoot, 'tools', `${name}.mjs`), ...args],
      {
        env: {
          PATH: process.env.PATH,
          DATABASE_URL: shop.url,
          DATA_DIR: join(folder, 'data'),
          SECRET_KEY: testConfig().secretKey,
        },
      },
      (error, out, err) => resolve({ code: Number(error?.code ?? 0), out, err }),
    );
  });

const drill = () => tool('drill', folder, '--server', inject('postgresUrl'));

const scratchDatabases = () =>
  statement(
    shop.platform.db,
    `select datname from pg_database where datname like 'tillhouse\\_drill\\_%'`,
  );

const YEAR_S = 365 * 86_400;

it('proves the newest backup of a folder, and records when', async () => {
  const before = await maintenanceAges(shop.platform.db);
  expect(before.backup).toBeGreaterThan(YEAR_S);
  expect((await tool('backup', join(folder, 'first.backup'))).code).toBe(0);
  const after = await maintenanceAges(shop.platform.db);
  expect(after.backup).toBeLessThan(YEAR_S);
  expect(after.restore_drill).toBeGreaterThan(YEAR_S);

  const { code, out, err } = await drill();
  expect([code, err]).toEqual([0, '']);
  expect(out).toContain(`${join(folder, 'first.backup')} of `);
  expect(out).toMatch(/All books agree\.\n$/);
  expect((await maintenanceAges(shop.platform.db)).restore_drill).toBeLessThan(YEAR_S);
  expect(await scratchDatabases()).toEqual([]);
});

it('fails for a backup whose books do not agree, and leaves nothing behind', async () => {
  const change = 'update users set loyalty_points = loyalty_points + $1 where role = $2';
  await statement(shop.platform.db, change, [1, 'customer']);
  // Into a folder, where the file is named by the time.
  await tool('backup', folder);
  await statement(shop.platform.db, change, [-1, 'customer']);
  const { code, err } = await drill();
  expect([code, err]).toEqual([
    1,
    'The drill failed. These books do not agree: loyalty:balance.\n',
  ]);
  expect(await scratchDatabases()).toEqual([]);

  // A copy of the good one that is newer.
  const copy = join(folder, 'third.backup');
  await copyFile(join(folder, 'first.backup'), copy);
  await utimes(copy, new Date(), new Date(Date.now() + 60_000));
  expect((await drill()).out).toContain(copy);
  expect((await readdir(folder)).sort()).toEqual([
    expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.backup$/),
    ...['first.backup', 'third.backup'],
  ]);
});

it('shows the age of backups and the state of disk and cache in the metrics', async () => {
  const { text } = await shop.call('GET', '/metrics');
  const figure = (line: string): number =>
    Number(
      text
        .split('\n')
        .find(row => row.startsWith(`${line} `))
        ?.slice(line.length + 1),
    );
  expect(figure('tillhouse_maintenance_age_seconds{of="backup"}')).toBeLessThan(YEAR_S);
  expect(figure('tillhouse_dependency_up{of="cache"}')).toBe(1);
  const free = figure('tillhouse_disk_free_ratio{folder="data"}');
  expect(free).toBeGreaterThan(0);
  expect(free).toBeLessThanOrEqual(1);
});

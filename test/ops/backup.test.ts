import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { migrate } from '../../src/platform/database/migrate.js';
import { knownMigrations } from '../../src/platform/database/migration-files.js';
import { atomically } from '../../src/platform/database/tx.js';
import { createDiskStore } from '../../src/platform/files/index.js';
import { newId } from '../../src/platform/ids.js';
import { addJobs } from '../../src/platform/jobs/add-jobs.js';
import { migrateQueue } from '../../src/platform/jobs/worker.js';
import { createLog } from '../../src/platform/log.js';
import { backUp } from '../../tools/backup/back-up.js';
import { inOrder, tablesOf } from '../../tools/backup/catalog.js';
import { restore } from '../../tools/backup/restore.js';
import { testConfig } from '../support/config.js';
import { databaseUrl } from '../support/global-setup.js';
import { makeTempFolder } from '../support/postgres.js';
import { openShop, type Shop } from '../support/service.js';
import { counterOf } from '../transactions/support.js';

const { secretKey } = testConfig();
const log = createLog('silent');
const options = { secretKey, log };

/** One is empty, one is larger than a chunk of the file. */
const PICTURES: [name: string, content: Buffer][] = [
  ['aa-1.webp', randomBytes(200_000)],
  ['bb-2.avif', Buffer.alloc(0)],
  ['bb-3.webp', Buffer.from('picture')],
];

let folder: string;
let shop: Shop;
let file: string;
const made: string[] = [];
beforeAll(async () => {
  folder = await makeTempFolder();
  shop = await openShop({ background: false });
  await counterOf(shop).sold({ payment_method_id: 'cash' });
  await shop.settleEvents();
  await atomically(shop.platform.db, tx =>
    addJobs(tx, [{ name: 'ops:purge', runAt: new Date('2099-01-01T00:00:00Z'), key: 'kept' }]),
  );
  file = join(folder, 'shop.backup');
  const pictures = createDiskStore(join(folder, 'media'));
  for (const [name, content] of PICTURES) await pictures.put(name, content);
  await writeFile(join(folder, 'media', 'aa', 'aa-1.webp.00.part'), 'half');
  await backUp(shop.url, file, secretKey, pictures);
});
afterAll(async () => {
  await shop.close();
  for (const name of made) await ask(inject('postgresUrl'), `drop database ${name} with (force)`);
  await rm(folder, { recursive: true, force: true });
});

async function ask(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

async function emptyDatabase(): Promise<string> {
  const name = `b_${randomBytes(6).toString('hex')}`;
  await ask(inject('postgresUrl'), `create database ${name}`);
  made.push(name);
  return databaseUrl(inject('postgresUrl'), name);
}

/** A checksum over every row of every table, generated columns included. */
async function contentOf(url: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const sums: Record<string, string> = {};
    for (const { name } of await tablesOf(client)) {
      const { rows } = await client.query(
        `select count(*) || ':' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as sum
         from ${name} t`,
      );
      sums[name] = rows[0].sum;
    }
    return sums;
  } finally {
    await client.end();
  }
}

const tableCount = async (url: string): Promise<number> =>
  (
    await ask(
      url,
      `select count(*)::int as n from pg_class where relkind in ('r', 'p')
    and relnamespace::regnamespace::text !~ '^(pg_|information_schema)'`,
    )
  )[0].n;

/** A file forged with knowledge of the format: another first line and a matching checksum. */
async function forged(name: string, change: (header: Record<string, unknown>) => object) {
  const text = gunzipSync(await readFile(file));
  const [end, last] = [text.indexOf('\n'), text.lastIndexOf('\n', text.length - 2)];
  const header = JSON.stringify(change(JSON.parse(text.subarray(0, end).toString())));
  const body = Buffer.concat([Buffer.from(header), text.subarray(end, last + 1)]);
  const path = join(folder, name);
  const sum = createHash('sha256').update(body).digest('hex');
  await writeFile(path, gzipSync(Buffer.concat([body, Buffer.from(`${sum}\n`)])));
  return path;
}

describe('a restored backup', () => {
  it('equals the original in every row of every table, jobs and keys included', async () => {
    const url = await emptyDatabase();
    const report = await restore(url, file, options);
    const before = await contentOf(shop.url);
    expect(await contentOf(url)).toEqual(before);
    expect(report.tables).toBe(Object.keys(before).length);
    const jobs = await ask(url, `select key from graphile_worker.jobs where key = 'kept'`);
    expect(jobs).toEqual([{ key: 'kept' }]);
    const levels = 'select name, checksum from schema_migrations order by name';
    expect(await ask(url, levels)).toEqual(await ask(shop.url, levels));
    const sequences = 'select sequencename, last_value::int from pg_sequences order by 1';
    expect(await ask(url, sequences)).toEqual(await ask(shop.url, sequences));
    const off = `select tgname from pg_trigger where tgenabled <> 'O'`;
    expect(await ask(url, off)).toEqual([]);
  });

  it('has the same pictures, without those that were being written', async () => {
    const store = createDiskStore(join(folder, 'restored'));
    const report = await restore(await emptyDatabase(), file, { ...options, store });
    expect(report.files).toBe(PICTURES.length);
    const restored: [string, Buffer][] = [];
    for await (const { name } of store.list()) {
      const found = await store.open(name);
      restored.push([name, Buffer.concat((await found?.content.toArray()) ?? [])]);
    }
    expect(restored).toEqual(PICTURES);
  });

  it('of the format without pictures is read', async () => {
    const older = await forged('older.backup', header => ({ ...header, version: 1 }));
    expect((await restore(await emptyDatabase(), older, options)).tables).toBeGreaterThan(0);
  });

  it('of an older version is migrated', async () => {
    const old = await emptyDatabase();
    const first = knownMigrations().slice(0, 8);
    await migrate(old, log, { only: new Set(first.map(({ name }) => name)) });
    await migrateQueue(old, log);
    const id = newId(new Date('2021-02-03T04:05:06Z'));
    await ask(old, `select ensure_months('events', '2021-01-01', '2021-03-01')`);
    await ask(
      old,
      `insert into mails (id, purpose, recipient, subject, body_text) values ('${id}', 'receipt', 'a@b.example', E'two\\nlines\\t\\\\', '')`,
    );
    const path = join(folder, 'old.backup');
    await backUp(old, path, secretKey);
    const url = await emptyDatabase();
    await restore(url, path, options);
    expect(await ask(url, 'select id, subject from mails')).toEqual([
      { id, subject: 'two\nlines\t\\' },
    ]);
    expect(await ask(url, `select to_regclass('single_events_2021_02')::text as name`)).toEqual([
      { name: 'single_events_2021_02' },
    ]);
    const [{ n }] = await ask(url, 'select count(*)::int as n from schema_migrations');
    expect(n).toBe(knownMigrations().length);
  });
});

describe('a backup', () => {
  it('is readable by its owner alone, and leaves no temporary file', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await readdir(folder)).filter(name => name.endsWith('.part'))).toEqual([]);
  });

  it('never replaces a file, and leaves no partial file when it fails', async () => {
    const before = await readFile(file);
    await expect(backUp(shop.url, file, secretKey)).rejects.toThrow('exists already');
    expect((await readFile(file)).equals(before)).toBe(true);
    const nothing = join(folder, 'nothing.backup');
    await expect(backUp(await emptyDatabase(), nothing, secretKey)).rejects.toThrow(
      'nothing to back up',
    );
    expect(await readdir(folder)).not.toContain('nothing.backup');
  });
});

describe('a restore', () => {
  it('refuses a database that is not empty, and changes nothing', async () => {
    const node = await openShop({ background: false });
    const before = await contentOf(node.url);
    await node.call('GET', '/pos/health/');
    await expect(restore(node.url, file, options)).rejects.toThrow('A service is running');
    await Promise.all([node.platform.db.destroy(), node.platform.replica.destroy()]);
    // The server notices the end of a connection a little later than the client.
    const others = `select 1 from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name like 'tillhouse%'`;
    await expect.poll(() => ask(node.url, others)).toEqual([]);
    await expect(restore(node.url, file, options)).rejects.toThrow('not empty');
    expect(await contentOf(node.url)).toEqual(before);
    await node.close();
    const foreign = await emptyDatabase();
    await ask(foreign, 'create table theirs (id int)');
    await expect(restore(foreign, file, options)).rejects.toThrow('contains foreign tables');
    expect(await tableCount(foreign)).toBe(1);
  });

  it('refuses a damaged file before it touches the database', async () => {
    const url = await emptyDatabase();
    const whole = await readFile(file);
    const text = gunzipSync(whole);
    const flipped = Buffer.from(text);
    flipped[text.length - 2_000] = (flipped[text.length - 2_000] ?? 0) ^ 1;
    const damages: [string, Buffer][] = [
      ['cut', whole.subarray(0, whole.length - 100)],
      ['bit', gzipSync(flipped)],
      ['without its end', gzipSync(text.subarray(0, text.length - 65))],
      ['with more', gzipSync(Buffer.concat([text, Buffer.from('more')]))],
    ];
    for (const [name, bytes] of damages) {
      const path = join(folder, `damaged-${name}`);
      await writeFile(path, bytes);
      await expect(restore(url, path, options), name).rejects.toThrow('damaged');
    }
    const other = join(folder, 'other.txt');
    await writeFile(other, 'a letter');
    await expect(restore(url, other, options)).rejects.toThrow('is not a Tillhouse backup');
    expect(await tableCount(url)).toBe(0);
  });

  it('refuses another key, version or format', async () => {
    const url = await emptyDatabase();
    const otherKey = { secretKey: 'another secret of 32 characters!', log };
    await expect(restore(url, file, otherKey)).rejects.toThrow('another SECRET_KEY');
    const newer = await forged('newer.backup', header => ({
      ...header,
      migrations: [...(header.migrations as object[]), { name: '9999-later.sql', checksum: 'x' }],
    }));
    await expect(restore(url, newer, options)).rejects.toThrow('9999-later.sql');
    const format = await forged('format.backup', header => ({ ...header, version: 3 }));
    await expect(restore(url, format, options)).rejects.toThrow('format 3');
    expect(await tableCount(url)).toBe(0);
    await restore(url, file, { ...otherKey, withOtherKey: true });
    expect(await contentOf(url)).toEqual(await contentOf(shop.url));
  });

  it.each([
    ['transactions', 'total_paid = total_amount + 1', 'paid_within_total'],
    ['transaction_lines', 'subtotal = -1, discount = 0', 'transaction_lines_check'],
    ['payments', 'tip = -1', 'refund_tip_ceiling'],
  ])('refuses a row of %s with %s and restores none', async (table, change, rule) => {
    const broken = join(folder, `broken-${table}.backup`);
    // Backups contain no other schemas.
    const copied = `create schema aside; create table aside.kept as select * from ${table}`;
    const unruled = (sql: string) =>
      ask(
        shop.url,
        `begin; alter table ${table} disable trigger prepare_row; ${sql};
         alter table ${table} enable trigger prepare_row; commit`,
      );
    const columns = change.split(', ').map(one => one.split(' ')[0]);
    const back = columns.map(column => `${column} = kept.${column}`).join(', ');
    await ask(shop.url, copied);
    await unruled(`update ${table} set ${change}`);
    try {
      await backUp(shop.url, broken, secretKey);
    } finally {
      await unruled(`update ${table} set ${back} from aside.kept where kept.id = ${table}.id`);
      await ask(shop.url, 'drop schema aside cascade');
    }
    const url = await emptyDatabase();
    await expect(restore(url, broken, options)).rejects.toThrow(
      `Row 1 of public.${table} in the backup breaks the rule ${rule}; no row is restored.`,
    );
    expect(await ask(url, 'select 1 from stores union all select 1 from transactions')).toEqual([]);
    expect(await ask(url, `select tgname from pg_trigger where tgenabled <> 'O'`)).toEqual([]);
  });

  it('can be repeated after it failed half-way', async () => {
    const url = await emptyDatabase();
    const level = await forged('queue.backup', header => ({ ...header, queueLevel: 7 }));
    await expect(restore(url, level, options)).rejects.toThrow('level 7');
    await restore(url, file, options);
    expect(await contentOf(url)).toEqual(await contentOf(shop.url));
  });
});

it('orders tables after those they reference, and refuses a cycle', () => {
  const table = (name: string, ...needs: string[]) => ({ name, columns: [], needs });
  const sorted = inOrder([table('a', 'b', 'elsewhere'), table('b', 'c'), table('c')]);
  expect(sorted.map(({ name }) => name)).toEqual(['c', 'b', 'a']);
  expect(() => inOrder([table('a', 'b'), table('b', 'a')])).toThrow('refer to each other');
});

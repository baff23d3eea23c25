import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LockPolicy } from '../../src/platform/database/lock-retry.js';
import { migrate } from '../../src/platform/database/migrate.js';
import {
  knownMigrations,
  type Migration,
  statementsOf,
} from '../../src/platform/database/migration-files.js';
import { cloneDatabase } from '../support/service.js';

const QUICK: LockPolicy = { lockTimeoutMs: 200, attempts: 20, pauseMs: 50, maxPauseMs: 200 };

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let client: pg.Client;

beforeAll(async () => {
  database = await cloneDatabase();
  client = await connect();
});

afterAll(async () => {
  await client.end();
  await database.drop();
});

async function connect(): Promise<pg.Client> {
  const session = new pg.Client({ connectionString: database.url });
  await session.connect();
  return session;
}

function migration(name: string, text: string): Migration {
  const checksum = createHash('sha256').update(text).digest('hex');
  return { name, text, checksum, inTransaction: !text.startsWith('-- no transaction') };
}

/** The service's own and those of the tests before, because a database with unknown ones is refused. */
const known = new Map(knownMigrations().map(own => [own.name, own]));

type Line = { fields: Record<string, unknown>; message: string };

async function run(...migrations: Migration[]): Promise<Line[]> {
  const lines: Line[] = [];
  const write = (fields: object, message: string) => lines.push({ fields: { ...fields }, message });
  const log = { info: write, warn: write } as unknown as Parameters<typeof migrate>[1];
  for (const added of migrations) known.set(added.name, added);
  await migrate(database.url, log, { migrations: [...known.values()], locks: QUICK });
  return lines;
}

const recorded = async (name: string): Promise<number> => {
  const { rows } = await client.query(
    'select count(*)::int as n from schema_migrations where name = $1',
    [name],
  );
  return rows[0].n;
};

const isValid = async (index: string): Promise<boolean | undefined> => {
  const { rows } = await client.query(
    'select indisvalid from pg_index where indexrelid = to_regclass($1)',
    [index],
  );
  return rows[0]?.indisvalid;
};

const RETRIED = 'migration did not get its lock; will retry';

describe('a migration in a transaction', () => {
  it('gives up a lock after its timeout, lets other statements pass, and retries', async () => {
    await client.query('create table busy (id int)');
    const holder = await connect();
    await holder.query('begin');
    await holder.query('select from busy');
    const running = run(migration('9001-test-busy.sql', 'alter table busy add column note text'));
    const waits: number[] = [];
    for (let id = 0; id < 15; id += 1) {
      const start = performance.now();
      await client.query('insert into busy (id) values ($1)', [id]);
      waits.push(performance.now() - start);
      await sleep(40);
    }
    await holder.query('commit');
    await holder.end();
    const lines = await running;
    expect(lines.filter(line => line.message === RETRIED).length).toBeGreaterThan(0);
    expect(lines.at(-1)?.message).toBe('migration applied');
    // Some statements queued behind the migration, none for longer than its lock timeout (and
    // slack).
    expect(Math.max(...waits)).toBeLessThan(QUICK.lockTimeoutMs + 2_000);
    const { rows } = await client.query('select count(*)::int as n, max(note) as note from busy');
    expect(rows[0]).toEqual({ n: 15, note: null });
    expect(await recorded('9001-test-busy.sql')).toBe(1);
  });

  it('fails after a bounded number of attempts and leaves no partial change', async () => {
    await client.query('create table stuck (id int)');
    const holder = await connect();
    await holder.query('begin; select from stuck');
    const text = 'create table beside (id int); alter table stuck add column note text';
    const locks = { ...QUICK, attempts: 2 };
    const log = { info() {}, warn() {} } as unknown as Parameters<typeof migrate>[1];
    const migrations = [...known.values(), migration('9002-test-stuck.sql', text)];
    const running = migrate(database.url, log, { migrations, locks });
    await expect(running).rejects.toMatchObject({ code: '55P03' });
    await holder.end();
    const { rows } = await client.query(`select to_regclass('beside') as beside`);
    expect(rows[0].beside).toBeNull();
    expect(await recorded('9002-test-stuck.sql')).toBe(0);
  });
});

it('refuses a database that another version has migrated', async () => {
  const name = '9100-other-version.sql';
  await client.query(`insert into schema_migrations (name, checksum) values ($1, 'x')`, [name]);
  await expect(run()).rejects.toThrow(
    'The database was migrated by another version of Tillhouse (9100-other-version.sql). Start that version or a newer one.',
  );
  await client.query('delete from schema_migrations where name = $1', [name]);
  expect(await run()).toEqual([]);
});

describe('a migration without a transaction', () => {
  it('builds an index while rows are inserted', async () => {
    await client.query('create table sold (id int generated always as identity, total int)');
    await client.query('insert into sold (total) select g from generate_series(1, 200000) g');
    const text = '-- no transaction\ncreate index concurrently sold_total on sold (total);\n';
    let done = false;
    const running = run(migration('9003-test-sold.sql', text)).finally(() => {
      done = true;
    });
    let inserted = 0;
    while (!done) {
      await client.query('insert into sold (total) values (1)');
      inserted += 1;
    }
    await running;
    expect(inserted).toBeGreaterThan(0);
    expect(await isValid('sold_total')).toBe(true);
    expect(await recorded('9003-test-sold.sql')).toBe(1);
  });

  it('waits for an old transaction without blocking writes', async () => {
    await client.query('create table waited (id int)');
    const holder = await connect();
    await holder.query('begin; insert into waited values (1)');
    const text = '-- no transaction\ncreate index concurrently waited_id on waited (id);';
    const running = run(migration('9004-test-waited.sql', text));
    await sleep(3 * QUICK.lockTimeoutMs);
    await client.query('insert into waited values (2)');
    await holder.query('commit');
    await holder.end();
    expect((await running).map(line => line.message)).toEqual(['migration applied']);
    expect(await isValid('waited_id')).toBe(true);
  });

  it('replaces an invalid index and keeps a valid one', async () => {
    await client.query('create table twice (id int); insert into twice values (1), (1)');
    await expect(
      client.query('create unique index concurrently twice_id on twice (id)'),
    ).rejects.toMatchObject({ code: '23505' });
    expect(await isValid('twice_id')).toBe(false);
    await client.query('delete from twice where ctid = (select min(ctid) from twice)');
    await client.query('create index twice_done on twice (id)');
    const oid = async () =>
      (await client.query(`select 'twice_done'::regclass::oid as oid`)).rows[0].oid;
    const before = await oid();
    await run(
      migration(
        '9005-test-twice.sql',
        `-- no transaction: twice is written to by every sale.
         create unique index concurrently twice_id on twice (id);
         create index concurrently twice_done on twice (id); -- left by an interrupted run`,
      ),
    );
    expect(await isValid('twice_id')).toBe(true);
    expect(await oid()).toBe(before);
  });

  it('indexes a partitioned table partition by partition', async () => {
    await client.query(`create table months (id int, total int) partition by range (id);
      create table months_2026_01 partition of months for values from (0) to (10);
      create table months_2026_02 partition of months for values from (10) to (20);
      create table months_other partition of months default;
      insert into months select g, g from generate_series(0, 30) g`);
    // As an interrupted run leaves it: the parent's index, one partition attached, one invalid.
    await client.query(`create index months_total on only months (total);
      create index months_total_2026_01 on months_2026_01 (total);
      alter index months_total attach partition months_total_2026_01;
      create index months_total_2026_02 on months_2026_02 (total)`);
    const text = '-- no transaction\ncreate index concurrently months_total on months (total);';
    await run(migration('9006-test-months.sql', text));
    expect(await isValid('months_total')).toBe(true);
    expect(await isValid('months_total_other')).toBe(true);
    await client.query(
      'create table months_2026_03 partition of months for values from (40) to (50)',
    );
    const { rows } = await client.query(
      `select count(*)::int as n from pg_inherits where inhparent = 'months_total'::regclass`,
    );
    expect(rows[0].n).toBe(4);
  });

  it('runs once although two nodes start concurrently', async () => {
    await client.query('create table shared (id int)');
    await client.query('insert into shared select g from generate_series(1, 100000) g');
    const text = '-- no transaction\ncreate index concurrently shared_id on shared (id);';
    const file = migration('9007-test-shared.sql', text);
    const lines = await Promise.all([run(file), run(file), run(file)]);
    expect(lines.flat().map(line => line.message)).toEqual(['migration applied']);
  });
});

describe('migration files', () => {
  it('are split at semicolons that end a line', () => {
    const text = `-- no transaction\n-- why;\nselect ';' as a;\nselect 2 -- two\n ;\n`;
    expect(statementsOf(migration('x', text))).toEqual([`select ';' as a`, 'select 2 -- two']);
    expect(() => statementsOf(migration('x', 'do $$ begin end $$;'))).toThrow('$$');
  });

  it('have unique numbers and, from 0043 on, their domain in the name', () => {
    const names = knownMigrations().map(({ name }) => name);
    const numbers = names.map(name => name.slice(0, 4));
    expect(new Set(numbers).size).toBe(numbers.length);
    const areas = readdirSync('src/domains', { withFileTypes: true })
      .filter(entry => entry.isDirectory())
      .map(entry => entry.name);
    const pattern = new RegExp(`^\\d{4}-(?:platform|${areas.join('|')})-[a-z0-9-]+\\.sql$`);
    const wrong = names.filter(name => name >= '0043' && !pattern.test(name));
    expect(wrong).toEqual([]);
  });
});

import type { EventEmitter } from 'node:events';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Batch } from '../../src/platform/database/batch.js';
import { type Connection, connect } from '../../src/platform/database/connect.js';
import { atomically, type Reader, statement, type Tx } from '../../src/platform/database/tx.js';
import { createLog } from '../../src/platform/log.js';
import { record } from '../../src/platform/work/events/outbox.js';
import { looseEvent } from '../support/loose-event.js';
import { cloneDatabase } from '../support/service.js';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let home: Connection;
let db: Connection['db'];
/** Number of answers from the server so far, one per batch. */
let answers = 0;

beforeAll(async () => {
  database = await cloneDatabase();
  home = connect(database.url, { poolSize: 1, log: createLog('silent') });
  db = home.db;
  home.pool.on('connect', client => {
    const { connection } = client as unknown as { connection: EventEmitter };
    connection.on('readyForQuery', () => {
      answers += 1;
    });
  });
  await home.pool.query(`
    create table shelf (id integer primary key, name text, since date, pieces bigint);
    create table label (shelf integer references shelf (id) deferrable initially deferred)`);
});

beforeEach(async () => {
  await home.pool.query('truncate shelf, label');
  answers = 0;
});

afterAll(async () => {
  await home.close();
  await database.drop();
});

const put = (reader: Reader, id: number): Promise<unknown> =>
  statement(reader, 'insert into shelf (id, name) values ($1, $2)', [id, `shelf ${id}`]);

const shelves = async (): Promise<number[]> =>
  (await statement<{ id: number }>(db, 'select id from shelf order by id')).map(({ id }) => id);

const problemOf = (work: Promise<unknown>): Promise<{ code?: string; message?: string }> =>
  work.then(
    () => ({}),
    (problem: Error) => problem,
  );

describe('statements issued together', () => {
  it('share one round trip, and each gets its own rows', async () => {
    await put(db, 1);
    answers = 0;
    const seen = await atomically(db, tx =>
      Promise.all([
        statement(tx, 'select id, name, since, pieces from shelf where id = $1', [1]),
        statement(tx, 'update shelf set since = $2, pieces = $3 where id = $1', [
          1,
          '2026-02-03',
          7,
        ]),
        statement(tx, 'select id, name, since, pieces from shelf where id = $1', [1]),
        statement(tx, 'select id, name, since, pieces from shelf where id = $1', [2]),
      ]),
    );
    expect(seen).toEqual([
      [{ id: 1, name: 'shelf 1', since: null, pieces: null }],
      [],
      [{ id: 1, name: 'shelf 1', since: '2026-02-03', pieces: 7 }],
      [],
    ]);
    // One for begin and the four statements; one for the commit.
    expect(answers).toBe(2);
  });

  it('return the same rows once their columns are known', async () => {
    await put(db, 1);
    const look = () => statement(db, 'select name, pieces from shelf where id = $1', [1]);
    expect(await look()).toEqual([{ name: 'shelf 1', pieces: null }]);
    expect(await look()).toEqual([{ name: 'shelf 1', pieces: null }]);
  });

  it('are rolled back together when one fails, and no later one runs', async () => {
    const work = atomically(db, tx => Promise.all([put(tx, 1), put(tx, 1), put(tx, 2)]));
    expect(await problemOf(work)).toMatchObject({ code: '23505', constraint: 'shelf_pkey' });
    expect(await shelves()).toEqual([]);
    await atomically(db, tx => Promise.all([put(tx, 3), put(tx, 4)]));
    expect(await shelves()).toEqual([3, 4]);
  });

  it('form the next batch while one is on its way', async () => {
    const client = await home.pool.connect();
    try {
      const slow = client.query('select 1 as n from pg_sleep(0.05)', []);
      await new Promise(resolve => setImmediate(resolve));
      const rest = [2, 3].map(n => client.query('select $1::int as n', [n]));
      const all = await Promise.all([slow, ...rest]);
      expect(all.map(({ rows }) => rows)).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 3 }]]);
    } finally {
      client.release();
    }
  });

  it('are refused before they are sent when a value cannot be serialized', async () => {
    const ring: Record<string, unknown> = {};
    ring.self = ring;
    const problem = await problemOf(statement(db, 'select $1::jsonb', [ring]));
    expect(problem.message).toMatch(/circular/i);
    expect(answers).toBe(0);
    expect(await shelves()).toEqual([]);
  });
});

describe('a single statement', () => {
  it('resolves only after its commit', async () => {
    const problem = await problemOf(statement(db, 'insert into label (shelf) values (9)'));
    expect(problem).toMatchObject({ code: '23503' });
    expect(await statement(db, 'select * from label')).toEqual([]);
  });

  it('recovers, like all others, when a table gets another column', async () => {
    await put(db, 1);
    await statement(db, 'insert into label (shelf) values (1)');
    const many = connect(database.url, { poolSize: 6, log: createLog('silent') });
    const look = (reader: Reader) => statement(reader, 'select * from label');
    // On every connection, in a transaction or without one.
    const everywhere = () =>
      Promise.all([
        ...Array.from({ length: 12 }, () => look(many.db)),
        ...Array.from({ length: 12 }, () => atomically(many.db, look)),
      ]);
    try {
      expect(await everywhere()).toEqual(Array(24).fill([{ shelf: 1 }]));
      await statement(db, `alter table label add column words text default 'new'`);
      expect(await everywhere()).toEqual(Array(24).fill([{ shelf: 1, words: 'new' }]));
    } finally {
      await many.close();
      await statement(db, 'alter table label drop column words');
    }
  });

  it('returns the last of two columns with the same name', async () => {
    expect(await statement(db, 'select 1 as id, null as id')).toEqual([{ id: null }]);
  });

  it('is not overtaken by one that is sent in another way', async () => {
    const client = await home.pool.connect();
    try {
      const order: string[] = [];
      const note = (name: string) => () => void order.push(name);
      const first = client.query('select 1 from pg_sleep(0.05)', []).then(note('first'));
      await new Promise(resolve => setImmediate(resolve));
      const second = client.query('select 2', []).then(note('second'));
      const third = client.query('select 3').then(note('third'));
      await Promise.all([first, second, third]);
      expect(order).toEqual(['first', 'second', 'third']);
    } finally {
      client.release();
    }
  });

  it('is prepared if it is among the first thousand of its connection, and else sent unnamed', async () => {
    const client = await home.pool.connect();
    const prepared = async (): Promise<number> =>
      (await client.query('select count(*)::int as n from pg_prepared_statements')).rows[0].n;
    const ask = async (n: number) => (await client.query(`select ${n} as n`, [])).rows;
    try {
      for (let n = 0; n < 500; n += 1) await ask(n);
      // Those that fail in execution are prepared as well.
      for (let n = 500; n < 1_000; n += 1) await problemOf(client.query(`select ${n} / 0`, []));
      expect(await prepared()).toBe(1_000);
      expect(await ask(1_001)).toEqual([{ n: 1_001 }]);
      expect(await ask(1_001)).toEqual([{ n: 1_001 }]);
      expect(await prepared()).toBe(1_000);
    } finally {
      client.release(true);
    }
  });

  it('with unreadable rows fails alone', async () => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const types = {
      getTypeParser: () => () => {
        throw new Error('what is this?');
      },
    } as unknown as pg.CustomTypesConfig;
    const read = new Promise((resolve, reject) => {
      const callback = (error: Error | null, result?: pg.QueryResult) =>
        error ? reject(error) : resolve(result);
      const ask = { name: 'one', text: 'select 1 as n', values: [], callback };
      client.query(
        new Batch([ask], new Map(), types, () => undefined) as unknown as pg.Submittable,
      );
    });
    await expect(read).rejects.toThrow('what is this?');
    expect((await client.query('select 2 as n')).rows).toEqual([{ n: 2 }]);
    await client.end();
  });
});

describe('a transaction', () => {
  it('writes its events together with the commit', async () => {
    await atomically(db, async tx => {
      await put(tx, 1);
      await record(tx, looseEvent('shelf.saved', { storeId: null, data: { id: 1 } }));
      await record(tx, looseEvent('shelf.saved', { storeId: null, data: { id: 2 } }));
    });
    // One for begin and the work; one for the events and the commit.
    expect(answers).toBe(2);
    const rows = await statement(
      db,
      'select array(select data from unnest(events)) as data from outbox',
    );
    expect(rows).toEqual([{ data: [{ id: 1 }, { id: 2 }] }]);
  });

  it('is rolled back when its events cannot be written', async () => {
    const work = atomically(db, async tx => {
      await put(tx, 1);
      await record(tx, looseEvent('shelf.saved', { storeId: 'nowhere', data: {} }));
    });
    expect(await problemOf(work)).toMatchObject({ code: '22P02' });
    expect(await shelves()).toEqual([]);
  });

  it('is rolled back when a statement fails that was not awaited', async () => {
    const work = atomically(db, async tx => {
      await put(tx, 1);
      put(tx, 1).catch(() => undefined);
      await new Promise(resolve => setTimeout(resolve, 20));
    });
    expect(await problemOf(work)).toMatchObject({ message: 'the transaction was rolled back' });
    expect(await shelves()).toEqual([]);
  });

  it('refuses statements after its end', async () => {
    let kept: Tx | undefined;
    await atomically(db, async tx => {
      kept = tx;
      await put(tx, 1);
    });
    const problem = await problemOf(put(kept as Tx, 2));
    expect(problem.message).toMatch(
      /^statement sent after its transaction ended: insert into shelf/,
    );
    expect(await shelves()).toEqual([1]);
  });

  it('that could not begin runs no statement', async () => {
    const client = await home.pool.connect();
    const opening = problemOf(client.query('begin nonsense', []));
    const first = problemOf(client.query('insert into shelf (id) values ($1)', [1]));
    expect(await opening).toMatchObject({ code: '42601' });
    expect(await first).toMatchObject({ code: '42601' });
    expect(await problemOf(client.query('insert into shelf (id) values ($1)', [2]))).toHaveProperty(
      'message',
    );
    client.release(true);
    expect(await shelves()).toEqual([]);
  });
});

import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Connection, connect } from '../../src/platform/database/connect.js';
import { atomically, sqlState, statement } from '../../src/platform/database/tx.js';
import { types } from '../../src/platform/database/types.js';
import { createLog } from '../../src/platform/log.js';
import { cloneDatabase } from '../support/service.js';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let ours: Connection;
let plain: pg.Client;

beforeAll(async () => {
  database = await cloneDatabase();
  ours = connect(database.url, { poolSize: 2, log: createLog('silent') });
  plain = new pg.Client({ connectionString: database.url, types });
  await plain.connect();
  await plain.query(`
    create table shelf (id integer primary key, n integer not null, tags text[], raw bytea, facts jsonb);
    create schema other;
    create table other.shelf (like public.shelf including all);
    set search_path = other`);
});
afterAll(async () => {
  await plain.end();
  await ours.close();
  await database.drop();
});

type Said = { text: string; values: unknown[] };

const id = fc.nat(6);
const say = (text: string, ...values: fc.Arbitrary<unknown>[]): fc.Arbitrary<Said> =>
  fc.record({ text: fc.constant(text), values: fc.tuple(...values) });

/** Statements that succeed, that fail in parse, bind or execution, and that return unusual rows. */
const anyStatement = fc.oneof(
  say('insert into shelf (id, n) values ($1, $2)', id, id),
  say('insert into shelf (id, n) values ($1, 1) on conflict do nothing returning *', id),
  say('update shelf set n = n + $2 where id = $1 returning n', id, id),
  say(
    'update shelf set tags = $2, raw = $3, facts = $4 where id = $1 returning *',
    id,
    fc.option(fc.array(fc.option(fc.constantFrom('a"b', 'c,d', '\\', '', 'null')))),
    fc.option(fc.uint8Array({ maxLength: 4 }).map(bytes => Buffer.from(bytes))),
    fc.option(fc.constant(JSON.stringify({ a: [1, null] }))),
  ),
  say('delete from shelf where id = $1', id),
  say('select * from shelf order by id'),
  say('select 1 as id, null as id, count(*) as n from shelf where id = any($1)', fc.array(id)),
  say('select n from generate_series(1, $1::integer) as n', fc.nat(500)),
  say('select 10 / (n - $1) as share from shelf order by id', id),
  say('select $1::uuid as id', fc.constantFrom('00000000-0000-0000-0000-000000000001', 'none')),
  say('select nonsense from shelf'),
  say(''),
);

type Outcome = { rows?: unknown[][]; problem?: string };

const outcomeOf = async (work: () => Promise<unknown[][]>): Promise<Outcome> => {
  try {
    return { rows: await work() };
  } catch (error) {
    return { problem: sqlState(error) ?? String(error) };
  }
};

const together = (rounds: readonly Said[][]): Promise<Outcome> =>
  outcomeOf(() =>
    atomically(ours.db, async tx => {
      const rows: unknown[][] = [];
      for (const round of rounds) {
        rows.push(
          ...(await Promise.all(round.map(({ text, values }) => statement(tx, text, values)))),
        );
      }
      return rows;
    }),
  );

const oneByOne = async (rounds: readonly Said[][]): Promise<Outcome> => {
  await plain.query('begin');
  const outcome = await outcomeOf(async () => {
    const rows: unknown[][] = [];
    for (const { text, values } of rounds.flat()) {
      rows.push((await plain.query({ text, values })).rows);
    }
    return rows;
  });
  await plain.query(outcome.problem === undefined ? 'commit' : 'rollback');
  return outcome;
};

it('has the same results as a plain driver that runs the statements one by one', async () => {
  const anyRounds = fc.array(fc.array(anyStatement, { minLength: 1, maxLength: 5 }), {
    minLength: 1,
    maxLength: 4,
  });
  await fc.assert(
    fc.asyncProperty(anyRounds, async rounds => {
      expect(await together(rounds)).toEqual(await oneByOne(rounds));
      const [mine, theirs] = await Promise.all([
        statement(ours.db, 'select * from shelf order by id'),
        plain.query('select * from shelf order by id'),
      ]);
      expect(mine).toEqual(theirs.rows);
    }),
    { numRuns: 300 },
  );
});

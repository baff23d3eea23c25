import pg from 'pg';
import { describe, expect, inject, it } from 'vitest';
import { migrate } from '../src/platform/database/migrate.js';
import { createLog } from '../src/platform/log.js';
import { databaseUrl } from './support/global-setup.js';
import { read, sourcesBelow } from './support/sources.js';
import { tablesIn, textsIn } from './support/sql-tables.js';
import { tableOwners } from './support/table-owners.js';
import { domainOf, TIERS } from './support/tiers.js';

/** Uses that a tier does not allow, each with its reason. */
const EXCEPTIONS: { file: RegExp; tables: RegExp; reason: string }[] = [
  {
    file: /^src\/domains\/content\/records\/repository\.ts$/,
    tables: /./,
    reason:
      'The first push of a record stores the id of its document in the column sanity_id; content ' +
      'writes no other column.',
  },
  {
    file: /^src\/domains\/(payments\/records\/repository|shifts\/sale-figures-repository)\.ts$/,
    tables: /^transactions$/,
    reason:
      'Events of refunds and reports of shifts show the sales that were paid: number, tax, discount.',
  },
  {
    file: /^src\/platform\/work\/queues\//,
    tables: /^\{(queue\.)?table\}$/,
    reason: 'Claims and settles the rows of a queue; the domain that owns the table hands it over.',
  },
];

type Use = { file: string; table: string; writes: boolean };

function usesOf(file: string): Use[] {
  return tablesIn(read(file)).flatMap(({ table, writes }) =>
    namesOf(file, table).map(name => ({ file, table: name, writes })),
  );
}

/**
 * The names a variable can hold: for `{family.table}` all tables that the folder lists as `table`,
 * for `{table}` all tables that a text of the file begins with.
 */
function namesOf(file: string, table: string): readonly string[] {
  if (!table.startsWith('{')) return [table];
  const property = /\.(\w+)\}$/.exec(table)?.[1];
  const files = property ? sourcesBelow(file.slice(0, file.lastIndexOf('/'))) : [file];
  const texts = files.flatMap(path => textsIn(read(path), property));
  const names = texts.map(text => text.split(/\s/)[0] ?? '').filter(name => tableOwners.has(name));
  return names.length > 0 ? names : [table];
}

const order = ['platform', ...TIERS];
const tierOf = (owner: string): number => order.indexOf(owner);

/**
 * Undefined if the use is allowed. A name that is no table is a common table expression or
 * PostgreSQL's own.
 */
function refusal({ file, table, writes }: Use): string | undefined {
  const owner = tableOwners.get(table);
  const domain = domainOf(file) ?? 'platform';
  if (table.startsWith('{')) return `${file} names a table that only a variable holds: ${table}`;
  if (owner === undefined || owner === domain) return undefined;
  if (writes) return `${file} writes ${table}, which belongs to ${owner}`;
  return tierOf(owner) > tierOf(domain) ? `${file} reads ${table} of ${owner} above it` : undefined;
}

const isExcepted = ({ file, table }: Use): boolean =>
  EXCEPTIONS.some(exception => exception.file.test(file) && exception.tables.test(table));

/** Functions that take a `Reader` and write: they ask for `Tx`, or for `Autocommit` if one statement. */
function writersThroughReader(source: string): string[] {
  const parts = source.split(/\n(?=(?:export )?(?:async )?(?:const|function|type|class) )/);
  const named = parts.map(part => ({
    part,
    name: /^(?:export )?(?:async )?(?:const|function) (\w+)/.exec(part)?.[1] ?? '',
  }));
  const writes = (part: string): boolean => tablesIn(part).some(use => use.writes);
  const constants = named.filter(({ part, name }) => /^[A-Z_]+$/.test(name) && writes(part));
  const isWriter = (part: string): boolean =>
    writes(part) || constants.some(({ name }) => new RegExp(`\\b${name}\\b`).test(part));
  return named
    .filter(({ part, name }) => name !== '' && /\w: Reader\b/.test(part) && isWriter(part))
    .map(({ name }) => name);
}

/** Other files of the platform hold sentences such as `from 1 to 10`. */
const HOLDS_SQL =
  /\bsql(<[^`]*>)?`|\bstatement[<(]|\bquery[<(]|Statement[<(]|Sql\b|selectFrom|insertInto/;

const repositories = [
  ...sourcesBelow('src/domains').filter(path => path.endsWith('repository.ts')),
  ...sourcesBelow('src/platform').filter(path => HOLDS_SQL.test(read(path))),
];

describe('every table', () => {
  it('has an owner, and every owned table exists', async () => {
    const server = inject('postgresUrl');
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query('create database table_owners');
    const url = databaseUrl(server, 'table_owners');
    try {
      await migrate(url, createLog('silent'));
      const migrated = new pg.Client({ connectionString: url });
      await migrated.connect();
      const { rows } = await migrated.query(
        `select relname from pg_class
         where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
           and not relispartition order by relname`,
      );
      await migrated.end();
      expect(rows.map(row => row.relname)).toEqual([...tableOwners.keys()].sort());
    } finally {
      await client.query('drop database table_owners with (force)');
      await client.end();
    }
  });

  it('belongs to the platform or to a domain', () => {
    expect([...tableOwners.values()].filter(owner => !order.includes(owner))).toEqual([]);
  });
});

describe('SQL', () => {
  const uses = repositories.flatMap(usesOf);

  it('writes only own tables, and reads only own tables and those of lower tiers', () => {
    const refused = uses.filter(use => !isExcepted(use)).flatMap(use => refusal(use) ?? []);
    expect([...new Set(refused)]).toEqual([]);
  });

  it('needs every exception', () => {
    const refused = uses.filter(refusal);
    const idle = EXCEPTIONS.filter(
      ({ file, tables }) => !refused.some(use => file.test(use.file) && tables.test(use.table)),
    );
    expect(idle).toEqual([]);
    expect(EXCEPTIONS.length).toBeLessThanOrEqual(3);
  });

  it('writes nothing through a Reader', () => {
    const wrong = repositories.flatMap(file =>
      writersThroughReader(read(file)).map(name => `${file}: ${name}`),
    );
    expect(wrong).toEqual([]);
  });

  it('is found in most repositories', () => {
    const own = uses.filter(({ file, table }) => tableOwners.get(table) === domainOf(file));
    expect(new Set(own.map(({ table }) => table)).size).toBeGreaterThan(80);
  });
});

describe('the search for tables', () => {
  const found = (source: string): string[] =>
    tablesIn(source).map(({ table, writes }) => `${writes ? 'writes' : 'reads'} ${table}`);

  it.each([
    [
      "db.selectFrom('payments as p').innerJoin('stores', 'a', 'b')",
      'reads payments, reads stores',
    ],
    ["db.selectFrom(['payments', 'stores as s'])", 'reads payments, reads stores'],
    ["tx.insertInto('outbox').values(row)", 'writes outbox'],
    ["tx.updateTable('shifts').from('stores')", 'writes shifts, reads stores'],
    ["tx.deleteFrom('carts').using('stores')", 'writes carts, reads stores'],
    ['tx.insertInto(kind.table)', 'writes {kind.table}'],
    ['Array.from(rows)', ''],
  ])('reads the builder: %s', (source, expected) => {
    expect(found(source).sort().join()).toBe(expected.split(', ').sort().join());
  });

  it.each([
    ['select 1 from carts c, stores s where true', ['reads carts', 'reads stores']],
    [
      'select (select 1 from a join lateral b on true), c from d',
      ['reads a', 'reads b', 'reads d'],
    ],
    ['select from unnest($1::uuid[]) as x(id), carts', ['reads carts']],
    ['select extract(epoch from at), a is distinct from b from t', ['reads t']],
    ['select 1 from t order by a, b', ['reads t']],
    ['select id from t for no key update', ['reads t']],
    ['insert into t (a) select b from u on conflict do update set a = 1', ['writes t', 'reads u']],
    ['with s as (update t set a = 1 from u) select 1', ['writes t', 'reads u']],
    ['delete from only t using u where true', ['writes t', 'reads u']],
    ['select \'from x\' -- from y\n from "t"', ['reads t']],
  ])('reads a statement: %s', (sql, expected) => {
    expect(found(`statement(tx, \`${sql}\`)`)).toEqual(expected);
  });

  it('follows constants of the file', () => {
    const source = [
      'const SOLD = `carts c`;',
      'const all = sql`select 1 from $',
      '{SOLD} join $',
      '{other}`;',
    ].join('');
    expect(found(source)).toEqual(['reads carts', 'reads {other}']);
  });

  it('finds writers that take a Reader', () => {
    const text = `const REMOVE = 'delete from carts';
export const remove = (reader: Reader) => statement(reader, REMOVE);
export const list = (reader: Reader) => statement(reader, 'select 1 from carts');
export async function insert(tx: Tx) { await tx.insertInto('carts').execute(); }
export async function put(writer: Reader) { await writer.insertInto('carts').execute(); }`;
    expect(writersThroughReader(text)).toEqual(['remove', 'put']);
  });

  it('refuses to write the table of another domain, and to read upwards', () => {
    const file = 'src/domains/promotions/repository.ts';
    const read = (table: string) => refusal({ file, table, writes: false });
    expect(read('products')).toBeUndefined();
    expect(read('promotions')).toBeUndefined();
    expect(read('some_common_table_expression')).toBeUndefined();
    expect(read('carts')).toBe(`${file} reads carts of storefront above it`);
    expect(refusal({ file, table: 'products', writes: true })).toBe(
      `${file} writes products, which belongs to catalog`,
    );
    expect(read('{table}')).toContain('only a variable holds');
  });
});

import type pg from 'pg';
import { HostClient } from '../../src/platform/database/host-client.js';
import { clientTarget } from '../../src/platform/database/host-set.js';

export type Table = { name: string; columns: string[]; needs: string[] };

/** Migration bookkeeping, written by the migrations and never copied. */
const MIGRATION_TABLES = ['public.schema_migrations', 'graphile_worker.migrations'];

/** Text output independent of server settings, and no timeouts. */
const SESSION = `set statement_timeout = 0; set idle_in_transaction_session_timeout = 0;
  set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres';
  set client_encoding = 'UTF8'; set extra_float_digits = 1`;

export async function openSession(url: string, name: string): Promise<pg.Client> {
  const client = new HostClient({ ...clientTarget(url), application_name: name, keepAlive: true });
  await client.connect();
  await client.query(SESSION);
  return client;
}

export async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select quote_ident(n.nspname) || '.' || quote_ident(c.relname) as name,
       array(select quote_ident(attname) from pg_attribute a where a.attrelid = c.oid
         and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
       array(select distinct quote_ident(fn.nspname) || '.' || quote_ident(f.relname)
         from pg_constraint k join pg_class f on f.oid = k.confrelid
         join pg_namespace fn on fn.oid = f.relnamespace
         where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid
           and not f.relispartition) as needs
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'graphile_worker') and c.relkind in ('r', 'p')
       and not c.relispartition
     order by 1`,
  );
  return inOrder(rows.filter(({ name }) => !MIGRATION_TABLES.includes(name)));
}

/** Sorts referenced tables before the tables that refer to them. */
export function inOrder(tables: readonly Table[]): Table[] {
  const sorted: Table[] = [];
  const left = new Map(tables.map(table => [table.name, table]));
  while (left.size > 0) {
    const ready = [...left.values()].filter(({ needs }) => !needs.some(name => left.has(name)));
    if (ready.length === 0) throw new Error(`Tables refer to each other: ${[...left.keys()]}`);
    for (const table of ready) {
      left.delete(table.name);
      sorted.push(table);
    }
  }
  return sorted;
}

export async function monthsOf(
  client: pg.Client,
): Promise<Record<string, { first: string; last: string }>> {
  const { rows } = await client.query<{ name: string; first: string; last: string }>(
    `select inhparent::regclass::text as name, min(right(inhrelid::regclass::text, 7)) as first,
       max(right(inhrelid::regclass::text, 7)) as last
     from pg_inherits where inhrelid::regclass::text ~ '_\\d{4}_\\d{2}$' group by 1 order by 1`,
  );
  return Object.fromEntries(rows.map(({ name, first, last }) => [name, { first, last }]));
}

export async function sequencesOf(client: pg.Client): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select quote_ident(schemaname) || '.' || quote_ident(sequencename) as name, last_value as value
     from pg_sequences where schemaname in ('public', 'graphile_worker') and last_value is not null
     order by 1`,
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, Number(value)]));
}

export async function appliedMigrations(
  client: pg.Client,
): Promise<{ name: string; checksum: string }[]> {
  const known = await client.query(`select to_regclass('public.schema_migrations') as name`);
  if (known.rows[0].name === null) return [];
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations order by name',
  );
  return rows;
}

export async function queueLevel(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ level: number }>(
    'select max(id) as level from graphile_worker.migrations',
  );
  return rows[0]?.level ?? 0;
}

import pg from 'pg';

/** `create index concurrently <name> on <table> <rest>`. */
export type ConcurrentIndex = { unique: string; name: string; table: string; rest: string };

const CREATE =
  /^create\s+(unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?([a-z0-9_]+)\s+on\s+([a-z0-9_]+)\s+(.*)$/is;

export function parseConcurrentIndex(statement: string): ConcurrentIndex | undefined {
  const [, unique = '', name, table, rest] = CREATE.exec(statement) ?? [];
  if (name === undefined || table === undefined || rest === undefined) return undefined;
  return { unique, name, table, rest };
}

/** Runs one statement with the migration's lock timeout, or without one if it blocks no sale. */
export type Run = (statement: string, lock: 'timeout' | 'wait') => Promise<void>;

/**
 * Builds an index while the table is written to. Safe to run again after a crash: a valid index is
 * kept, a half-built one is dropped and built again. PostgreSQL refuses `concurrently` on a
 * partitioned table, so there each partition gets its index first and is attached afterwards.
 */
export async function buildIndex(
  client: pg.ClientBase,
  run: Run,
  index: ConcurrentIndex,
): Promise<void> {
  if (!(await isPartitioned(client, index.table))) return buildOne(client, run, index);
  const { unique, name, table, rest } = index;
  // Invalid until every partition is attached. Partitions made from now on have the index.
  await run(`create ${unique}index if not exists ${name} on only ${table} ${rest}`, 'timeout');
  for (const partition of await partitionsWithout(client, index)) {
    const part = `${name}${partition.slice(table.length)}`;
    if (!partition.startsWith(`${table}_`) || part.length > 63) {
      throw new Error(`Partition ${partition} of ${table} gives no usable index name for ${name}.`);
    }
    await buildOne(client, run, { ...index, name: part, table: partition });
    await run(`alter index ${name} attach partition ${part}`, 'timeout');
  }
}

async function buildOne(client: pg.ClientBase, run: Run, index: ConcurrentIndex): Promise<void> {
  const { unique, name, table, rest } = index;
  const isValid = await validity(client, name);
  if (isValid) return;
  if (isValid === false) await run(`drop index concurrently ${name}`, 'wait');
  await run(`create ${unique}index concurrently ${name} on ${table} ${rest}`, 'wait');
}

/** Undefined if there is no such index. */
async function validity(client: pg.ClientBase, name: string): Promise<boolean | undefined> {
  const { rows } = await client.query<{ indisvalid: boolean }>(
    'select indisvalid from pg_index where indexrelid = to_regclass($1)',
    [pg.escapeIdentifier(name)],
  );
  return rows[0]?.indisvalid;
}

async function isPartitioned(client: pg.ClientBase, table: string): Promise<boolean> {
  const { rows } = await client.query(
    `select from pg_class where oid = to_regclass($1) and relkind = 'p'`,
    [pg.escapeIdentifier(table)],
  );
  return rows.length > 0;
}

/** The partitions of the table that have no part of the index yet. */
async function partitionsWithout(
  client: pg.ClientBase,
  { name, table }: ConcurrentIndex,
): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
     where inhparent = $1::regclass and not exists (
       select from pg_inherits part join pg_index on indexrelid = part.inhrelid
       where part.inhparent = $2::regclass and indrelid = pg_class.oid)
     order by relname`,
    [table, name],
  );
  return rows.map(row => row.name);
}

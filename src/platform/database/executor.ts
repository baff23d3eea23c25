import {
  type CompiledQuery,
  DefaultConnectionProvider,
  DefaultQueryExecutor,
  Kysely,
  type KyselyProps,
  PostgresDialect,
  type QueryResult,
  Transaction,
} from 'kysely';
import type pg from 'pg';
import { PreparingClient } from './preparing-client.js';
import { retryTransient } from './retry.js';
import type { DB } from './tables.js';
import type { Db, Tx } from './tx.js';

type Parts = ConstructorParameters<typeof DefaultQueryExecutor>;
type Send = (query: CompiledQuery) => Promise<pg.QueryResult>;

/** Where the builder's statements go; it has no say in how they get there, nor in what order. */
class Executor extends DefaultQueryExecutor {
  constructor(
    private readonly send: Send,
    ...parts: Parts
  ) {
    super(...parts);
  }

  override async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { command, rowCount, rows } = await this.send(query);
    return command === 'SELECT' ? { rows } : { rows, numAffectedRows: BigInt(rowCount ?? 0) };
  }
}

const on = (client: pg.ClientBase, { sql, parameters }: CompiledQuery): Promise<pg.QueryResult> =>
  client.query(sql, parameters as unknown[]);

/** One whose plans still hold; the others are replaced. */
async function connectionOf(pool: pg.Pool): Promise<pg.PoolClient> {
  for (;;) {
    const client = await pool.connect();
    if (!(client instanceof PreparingClient && client.isStale)) return client;
    client.release(true);
  }
}

const homes = new WeakMap<Db, { pool: pg.Pool; parts: Parts; props: KyselyProps }>();

/** A builder whose statements go to a connection that is free. */
export function createKysely(pool: pg.Pool): Db {
  const dialect = new PostgresDialect({ pool });
  const driver = dialect.createDriver();
  void driver.init();
  const parts: Parts = [
    dialect.createQueryCompiler(),
    dialect.createAdapter(),
    new DefaultConnectionProvider(driver),
  ];
  const send: Send = query =>
    retryTransient(async () => {
      const client = await connectionOf(pool);
      try {
        return await on(client, query);
      } finally {
        client.release();
      }
    });
  const props = { config: { dialect }, dialect, driver, executor: new Executor(send, ...parts) };
  const db = new Kysely<DB>(props);
  homes.set(db, { pool, parts, props });
  return db;
}

/**
 * Works in a transaction. Its first statements travel with the opening, and those that the work
 * did not wait for travel with the commit.
 */
export async function transact<T>(
  db: Db,
  opening: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const home = homes.get(db);
  if (home === undefined) throw new Error('a transaction inside a transaction');
  const client = await connectionOf(home.pool);
  let isOver = false;
  const send: Send = async query => {
    // The connection may be somebody else's by now.
    if (isOver) throw new Error(`too late for its transaction: ${query.sql}`);
    return on(client, query);
  };
  const end = (text: 'commit' | 'rollback'): Promise<pg.QueryResult> => {
    isOver = true;
    return client.query(text, []);
  };
  let isBroken = false;
  try {
    // If this fails, the client lets nothing pass behind it.
    client.query(opening, []).catch(() => undefined);
    const executor = new Executor(send, ...home.parts);
    const result = await work(new Transaction<DB>({ ...home.props, executor }));
    const { command } = await end('commit');
    // So the server answers when something failed that nobody waited for.
    if (command !== 'COMMIT') throw new Error('a transaction was undone');
    return result;
  } catch (error) {
    await end('rollback').catch(() => {
      isBroken = true;
    });
    throw error;
  } finally {
    client.release(isBroken);
  }
}

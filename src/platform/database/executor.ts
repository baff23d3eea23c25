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
import { joinedTx } from './tx-scope.js';

type Parts = ConstructorParameters<typeof DefaultQueryExecutor>;
type Send = (query: CompiledQuery) => Promise<pg.QueryResult>;

/** Sends Kysely's compiled statements itself, so that Kysely does not serialize or await them. */
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

/** The executor of the pool. Work that knows only the database may run within a transaction. */
class PoolExecutor extends Executor {
  override executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const joined = joinedTx();
    return joined === undefined ? super.executeQuery<R>(query) : joined.executeQuery<R>(query);
  }
}

const execute = (
  client: pg.ClientBase,
  { sql, parameters }: CompiledQuery,
): Promise<pg.QueryResult> => client.query(sql, parameters as unknown[]);

/** A connection with current plans; the pool replaces connections whose plans are stale. */
async function acquire(pool: pg.Pool): Promise<pg.PoolClient> {
  for (;;) {
    const client = await pool.connect();
    if (!(client instanceof PreparingClient && client.isStale)) return client;
    client.release(true);
  }
}

const origins = new WeakMap<Db, { pool: pg.Pool; parts: Parts; props: KyselyProps }>();

/** A Kysely instance whose statements run on any free connection of the pool. */
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
      const client = await acquire(pool);
      try {
        return await execute(client, query);
      } finally {
        client.release();
      }
    });
  const props = {
    config: { dialect },
    dialect,
    driver,
    executor: new PoolExecutor(send, ...parts),
  };
  const db = new Kysely<DB>(props);
  origins.set(db, { pool, parts, props });
  return db;
}

/**
 * Runs work in a transaction. BEGIN is not awaited, so it shares a batch with the first statements
 * of the work; statements the work did not await share a batch with COMMIT.
 */
export async function transact<T>(
  db: Db,
  opening: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const origin = origins.get(db);
  if (origin === undefined) throw new Error('transactions cannot be nested');
  const client = await acquire(origin.pool);
  let isOver = false;
  const send: Send = async query => {
    // The pool may have given the connection to another request.
    if (isOver) throw new Error(`statement sent after its transaction ended: ${query.sql}`);
    return execute(client, query);
  };
  const end = (text: 'commit' | 'rollback'): Promise<pg.QueryResult> => {
    isOver = true;
    return client.query(text, []);
  };
  let isBroken = false;
  try {
    // If BEGIN fails, the client drops the connection and with it the statements that follow.
    client.query(opening, []).catch(() => undefined);
    const executor = new Executor(send, ...origin.parts);
    const result = await work(new Transaction<DB>({ ...origin.props, executor }));
    const { command } = await end('commit');
    // The server answers ROLLBACK if a statement failed that the work did not await.
    if (command !== 'COMMIT') throw new Error('the transaction was rolled back');
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

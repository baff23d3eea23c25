import type { Stage } from './stage.js';
import { forgetStatements, type StatementCount, statementCounts } from './statements.js';
import { countTransactions, isTransaction } from './transactions.js';
import { type LogWork, logPosition, only, readLog } from './wal.js';

/** What some sales cost in one phase, for all of them together. */
export type Phase = LogWork & { statements: StatementCount[]; diskBytes: number };

/**
 * `requests` until the last answer, `behind` from there until nothing is left to do. BEGIN and COMMIT
 * are counted for requests only.
 */
export type Counts = { sales: number; requests: Phase; afterwards: Phase };

/**
 * Counts what `sales` sales cost. While requests run, the background service is paused; it works off
 * what they left afterwards, in as large batches as it can.
 */
export async function countSales(
  stage: Stage,
  sales: number,
  sell: (iteration: number) => Promise<void>,
): Promise<Counts> {
  await stage.drain();
  const readRequests = await phase(stage, () =>
    countTransactions(async () => {
      for (let iteration = 0; iteration < sales; iteration += 1) await sell(iteration);
    }),
  );
  const readAfterwards = await phase(stage, async () => {
    await stage.drain();
    return [];
  });
  return { sales, requests: await readRequests(), afterwards: await readAfterwards() };
}

/** Runs one phase. Its log is read after both, because reading sets hint bits, which are logged. */
async function phase(
  { counters }: Stage,
  run: () => Promise<StatementCount[]>,
): Promise<() => Promise<Phase>> {
  const sizeBefore = await totalSize(counters);
  await forgetStatements(counters);
  const from = await logPosition(counters);
  const transactions = await run();
  const to = await logPosition(counters);
  const others = (await statementCounts(counters)).filter(one => !isTransaction(one));
  const diskBytes = (await totalSize(counters)) - sizeBefore;
  return async () => ({
    ...(await readLog(counters, from, to)),
    statements: [...transactions, ...others],
    diskBytes,
  });
}

/** Tables, indexes and long values; without vacuum, deleted rows keep their place. */
const totalSize = async (db: Stage['counters']): Promise<number> =>
  (
    await only<{ bytes: number }>(
      db,
      `select sum(pg_total_relation_size(oid))::float8 as bytes
       from pg_class where relkind in ('r', 'm') and relnamespace <> 'pg_catalog'::regnamespace`,
    )
  ).bytes;

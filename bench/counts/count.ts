import type { Stage } from './stage.js';
import { forgetStatements, type StatementCount, statementCounts } from './statements.js';
import { type LogWork, logPosition, only, readLog } from './wal.js';

/** What some sales cost in one phase, for all of them together. */
export type Phase = LogWork & { statements: StatementCount[]; diskBytes: number };

/** `requests` until the last answer, `behind` from there until nothing is left to do. */
export type Counts = { sales: number; requests: Phase; behind: Phase };

/**
 * Counts what `sales` sales cost. While requests run, the background service is paused; it works off
 * what they left afterwards, in as large batches as it can.
 */
export async function countSales(
  stage: Stage,
  sales: number,
  sell: (turn: number) => Promise<void>,
): Promise<Counts> {
  const { counters } = stage;
  await stage.drain();
  const requests = await phase(stage, async () => {
    for (let turn = 0; turn < sales; turn += 1) await sell(turn);
  });
  const behind = await phase(stage, stage.drain);
  return { sales, requests: await requests(counters), behind: await behind(counters) };

  /** The log is read after both phases, because reading writes hint bits. */
  async function phase({ counters: db }: Stage, run: () => Promise<void>) {
    const from = await logPosition(db);
    const sizeBefore = await totalSize(db);
    await forgetStatements(db);
    await run();
    const statements = await statementCounts(db);
    const diskBytes = (await totalSize(db)) - sizeBefore;
    const to = await logPosition(db);
    return async (reader: Stage['counters']): Promise<Phase> => ({
      ...(await readLog(reader, from, to)),
      statements,
      diskBytes,
    });
  }
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

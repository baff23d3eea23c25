import type { Counts, Phase } from './count.js';
import { isForeignKeyCheck } from './statements.js';

/** The figures of one phase, per sale. */
export type Figures = {
  /** Sent by a client, BEGIN and COMMIT included. */
  statements: number;
  /** Run inside functions and triggers, foreign-key checks left out. */
  innerStatements: number;
  foreignKeyChecks: number;
  rowsInserted: number;
  rowsUpdated: number;
  /** The part of the updates that left all indexes alone. */
  hotUpdates: number;
  rowsDeleted: number;
  rowLocks: number;
  indexEntries: number;
  /** Transactions that wrote something. */
  commits: number;
  walBytes: number;
  diskBytes: number;
};

export function figuresOf(phase: Phase, sales: number): Figures {
  const { statements, tables } = phase;
  const calls = (wanted: (one: (typeof statements)[0]) => boolean): number =>
    sum(statements.filter(wanted).map(one => one.calls)) / sales;
  const rows = (pick: (table: (typeof tables)[0]) => number): number =>
    sum(tables.map(pick)) / sales;
  return {
    statements: calls(one => one.isTop),
    innerStatements: calls(one => !one.isTop && !isForeignKeyCheck(one)),
    foreignKeyChecks: calls(isForeignKeyCheck),
    rowsInserted: rows(table => table.inserts),
    rowsUpdated: rows(table => table.updates + table.hotUpdates),
    hotUpdates: rows(table => table.hotUpdates),
    rowsDeleted: rows(table => table.deletes),
    rowLocks: rows(table => table.locks),
    indexEntries: rows(table => table.indexEntries),
    commits: phase.commits / sales,
    walBytes: phase.bytes / sales,
    diskBytes: phase.diskBytes / sales,
  };
}

/** The figures of requests and of the work behind them, and their sum. */
export function allFigures({ sales, requests, afterwards }: Counts) {
  const [front, back] = [figuresOf(requests, sales), figuresOf(afterwards, sales)];
  const total = { ...front };
  for (const name of Object.keys(total) as (keyof Figures)[]) total[name] += back[name];
  return { requests: front, afterwards: back, total };
}

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);

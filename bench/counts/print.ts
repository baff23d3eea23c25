import { printTable } from '../report.js';
import type { Counts, Phase } from './count.js';
import { allFigures, type Figures } from './figures.js';
import { isForeignKeyCheck } from './statements.js';

const NAMES: Record<keyof Figures, string> = {
  statements: 'statements',
  innerStatements: 'statements inside functions and triggers',
  foreignKeyChecks: 'foreign-key checks',
  rowsInserted: 'rows inserted',
  rowsUpdated: 'rows updated',
  hotUpdates: '  of these without index work',
  rowsDeleted: 'rows deleted',
  rowLocks: 'row locks written',
  indexEntries: 'index entries',
  commits: 'commits that write',
  walBytes: 'WAL bytes',
  diskBytes: 'bytes on disk',
};

const TEXT_LENGTH = 130;
/** Rarer statements are the service's own clocks and polls. */
const RARE = 0.02;

const figure = (value: number): string =>
  value === 0 ? '' : value >= 100 ? value.toFixed(0) : value.toFixed(value < 10 ? 2 : 1);

export function printCounts(name: string, counts: Counts): void {
  const { requests, afterwards, total } = allFigures(counts);
  console.log(`\n${name}, per sale over ${counts.sales} sales`);
  printTable([
    ['', 'requests', 'afterwards', 'total'],
    ...(Object.keys(NAMES) as (keyof Figures)[]).map(key => [
      NAMES[key],
      ...[requests, afterwards, total].map(figures => figure(figures[key])),
    ]),
  ]);
  for (const [phase, title] of [
    [counts.requests, 'requests'],
    [counts.afterwards, 'work afterwards'],
  ] as const) {
    printTables(`${name}: tables, ${title}`, phase, counts.sales);
    printStatements(`${name}: statements, ${title}`, phase, counts.sales);
  }
}

/** `keys`: the foreign keys of the new rows; empty columns need no check. */
function printTables(title: string, { tables }: Phase, sales: number): void {
  console.log(`\n${title}`);
  printTable([
    [
      'table',
      'inserts',
      'updates',
      'without index',
      'deletes',
      'locks',
      'index entries',
      'WAL',
      'keys',
    ],
    ...tables.map(table => [
      table.name,
      ...[
        table.inserts,
        table.updates + table.hotUpdates,
        table.hotUpdates,
        table.deletes,
        table.locks,
        table.indexEntries,
        table.bytes,
        table.foreignKeys * table.inserts,
      ].map(value => figure(value / sales)),
    ]),
  ]);
}

/** Statements inside functions and triggers are indented. */
function printStatements(title: string, { statements }: Phase, sales: number): void {
  console.log(`\n${title}`);
  let rare = 0;
  for (const one of statements) {
    const calls = one.calls / sales;
    const text = isForeignKeyCheck(one) ? 'foreign-key check' : one.text.slice(0, TEXT_LENGTH);
    if (calls < RARE) rare += calls;
    else console.log(`${figure(calls).padStart(6)}  ${one.isTop ? '' : '  ↳ '}${text}`);
  }
  if (rare > 0) console.log(`${figure(rare).padStart(6)}  statements rarer than ${RARE} per sale`);
}

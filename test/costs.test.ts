import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Counts, countSales, type Phase } from '../bench/counts/count.js';
import { allFigures } from '../bench/counts/figures.js';
import { countAllSales, type SaleCounts } from '../bench/counts/flows.js';
import { openStage, type Stage } from '../bench/counts/stage.js';
import { atomically, statement } from '../src/platform/database/tx.js';

/**
 * What one sale may cost. `goal` is where the figure should get to; `limit` is what holds today and
 * falls with every improvement until it is the goal. Statements are those of the requests, BEGIN and
 * COMMIT included; index entries and WAL include the work behind them.
 */
const LIMITS = [
  { sale: 'guestCheckout', figure: 'statements', limit: 10, goal: 10 },
  { sale: 'guestCheckout', figure: 'indexEntries', limit: 36, goal: 45 },
  { sale: 'guestCheckout', figure: 'walBytes', limit: 12_288, goal: 12_000 },
  { sale: 'guestCheckout', figure: 'foreignKeyChecks', limit: 7, goal: 8 },
  { sale: 'tillSale', figure: 'statements', limit: 3, goal: 3 },
  { sale: 'tillSale', figure: 'indexEntries', limit: 29, goal: 29 },
  { sale: 'tillSale', figure: 'walBytes', limit: 5_900, goal: 6_000 },
  { sale: 'tillSale', figure: 'foreignKeyChecks', limit: 3, goal: 3 },
  { sale: 'tillSaleAtOnce', figure: 'statements', limit: 1, goal: 1 },
  { sale: 'tillSaleAtOnce', figure: 'walBytes', limit: 5_000, goal: 6_000 },
  { sale: 'tillSaleByJournal', figure: 'statements', limit: 5, goal: 3 },
  { sale: 'tillSaleByJournal', figure: 'rowsInserted', limit: 7.5, goal: 7 },
  { sale: 'tillSaleByJournal', figure: 'indexEntries', limit: 27, goal: 27 },
  { sale: 'tillSaleByJournal', figure: 'walBytes', limit: 6_700, goal: 6_000 },
  { sale: 'tillSaleByJournal', figure: 'foreignKeyChecks', limit: 7, goal: 3 },
] as const;

const SALES = 80;

/**
 * Leaves out statements that the service sends by the clock, which on a slow machine is once in a few
 * sales. A statement that belongs to a sale runs in every sale.
 */
const statementsOf = ({ statements }: Phase): number =>
  statements
    .filter(({ isTop, calls }) => isTop && calls >= SALES)
    .reduce((sum, { calls }) => sum + calls / SALES, 0);

/** Leaves out tables that are not written for every sale, such as those of jobs. */
const indexEntriesOf = ({ requests, afterwards }: Counts): number =>
  [...requests.tables, ...afterwards.tables]
    .filter(({ inserts, updates, hotUpdates }) => inserts + updates + hotUpdates >= SALES)
    .reduce((sum, { indexEntries }) => sum + indexEntries / SALES, 0);

function perSale(sale: keyof SaleCounts, figure: (typeof LIMITS)[number]['figure']): number {
  const counted = counts[sale];
  if (figure === 'statements') return statementsOf(counted.requests);
  if (figure === 'indexEntries') return indexEntriesOf(counted);
  return allFigures(counted).total[figure];
}

let stage: Stage & { close(): Promise<void> };
let counts: SaleCounts;

beforeAll(async () => {
  stage = await openStage();
  counts = await countAllSales(stage, SALES);
});

afterAll(() => stage?.close());

describe('one sale', () => {
  it.each(LIMITS)('$sale: $figure ≤ $limit', ({ sale, figure, limit }) => {
    const counted = perSale(sale, figure);
    expect(counted).toBeGreaterThan(0);
    expect(counted).toBeLessThanOrEqual(limit);
  });

  it('leaves the rows of a sale, a line and a payment', () => {
    for (const { requests } of Object.values(counts)) {
      for (const table of ['transactions', 'transaction_lines', 'payments']) {
        expect([table, requests.tables.find(({ name }) => name === table)?.inserts]).toEqual([
          table,
          SALES,
        ]);
      }
    }
  });
});

describe('the counting', () => {
  const iterations = 10;

  it('finds every statement, row, index entry and foreign-key check', async () => {
    const { shop } = stage;
    await statement(shop, 'create table counted_parents (id int primary key)');
    await statement(shop, 'insert into counted_parents values (1)');
    await statement(
      shop,
      `create table counted (id int primary key, parent_id int references counted_parents,
         name text unique, note text)`,
    );
    const { requests } = allFigures(
      await countSales(stage, iterations, async iteration => {
        await statement(shop, 'insert into counted values ($1, 1, $2)', [
          iteration,
          `name ${iteration}`,
        ]);
        await atomically(shop, async tx => {
          await statement(tx, 'update counted set note = $2 where id = $1', [iteration, 'HOT']);
          await statement(tx, 'update counted set name = $2 where id = $1', [
            iteration,
            `new ${iteration}`,
          ]);
        });
        await statement(shop, 'delete from counted where id = $1', [iteration]);
      }),
    );
    expect(requests).toMatchObject({
      statements: 6,
      innerStatements: 0,
      // PostgreSQL checks the keys again when a transaction changes a row that it wrote itself.
      foreignKeyChecks: 2,
      rowsInserted: 1,
      rowsUpdated: 2,
      hotUpdates: 1,
      rowsDeleted: 1,
      indexEntries: 4,
      commits: 3,
    });
  });

  it('counts WAL bytes by what is written', async () => {
    const { shop } = stage;
    await statement(shop, 'create table counted_texts (body text)');
    await statement(shop, 'alter table counted_texts alter body set storage plain');
    const { requests } = allFigures(
      await countSales(stage, iterations, async () => {
        await statement(shop, 'insert into counted_texts values ($1)', ['x'.repeat(4_000)]);
      }),
    );
    expect(requests.walBytes).toBeGreaterThan(4_000);
    expect(requests.walBytes).toBeLessThan(4_500);
  });
});

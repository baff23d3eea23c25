import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../src/platform/root.js';
import { type Bench, type Row, withBench } from './bench.js';
import { contentWebhook } from './scenarios/content-webhook.js';
import { dashboard } from './scenarios/dashboard.js';
import { fanOut } from './scenarios/fan-out.js';
import { insight } from './scenarios/insight.js';
import { processorWebhook } from './scenarios/processor-webhook.js';
import { addToCart, catalogueSearch, guestCheckout } from './scenarios/storefront.js';
import { tillSale } from './scenarios/till-sale.js';
import { transactionList } from './scenarios/transaction-list.js';
import { voidSale } from './scenarios/void-sale.js';

/**
 * `npm run bench` measures everything; names behind `--` choose scenarios, `--quick` only shows
 * that they run. Ratios are taken in one run, because machines differ and are noisy.
 */
const scenarios: Record<string, (bench: Bench) => Promise<Row[]>> = {
  'till-sale': tillSale,
  void: voidSale,
  'fan-out': fanOut,
  'transaction-list': transactionList,
  'add-to-cart': addToCart,
  'guest-checkout': guestCheckout,
  'catalogue-search': catalogueSearch,
  'processor-webhook': processorWebhook,
  'content-webhook': contentWebhook,
  dashboard,
  insight,
};

const args = process.argv.slice(2);
const quick = args.includes('--quick');
const chosen = args.filter(arg => !arg.startsWith('--'));
const rows: Row[] = [];

await withBench(quick, async bench => {
  for (const [name, run] of Object.entries(scenarios)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    console.log(`… ${name}`);
    rows.push(...(await run(bench)));
  }
});

const columns = ['scenario', 'measure', 'value', 'ratio', 'target'] as const;
const widths = columns.map(column =>
  Math.max(column.length, ...rows.map(row => row[column].length)),
);
const print = (cells: readonly string[]): void =>
  console.log(
    cells
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  );
print(columns);
for (const row of rows) print(columns.map(column => row[column]));
console.log(
  `\n${cpus().length} cores, ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}, ${new Date().toISOString()}`,
);

const folder = join(projectRoot, 'bench', 'results');
mkdirSync(folder, { recursive: true });
writeFileSync(
  join(folder, 'latest.json'),
  `${JSON.stringify({ at: new Date(), node: process.version, rows }, null, 2)}\n`,
);

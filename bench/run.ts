import { type Bench, type Row, withBench } from './bench.js';
import { printAllCounts } from './counts/run.js';
import { measureImport } from './import.js';
import { benchOptions } from './options.js';
import { chartLatest, keepReport, printReport, reportOf } from './report.js';
import { contentWebhook } from './scenarios/content-webhook.js';
import { dashboard } from './scenarios/dashboard.js';
import { fanOut } from './scenarios/fan-out.js';
import { largeCatalogue } from './scenarios/large-catalogue.js';
import { largeHistory } from './scenarios/large-history.js';
import { manySales } from './scenarios/many-sales.js';
import { processorWebhook } from './scenarios/processor-webhook.js';
import { promotedSales } from './scenarios/promotions.js';
import { search } from './scenarios/search.js';
import { shopPages } from './scenarios/shop-pages.js';
import { addToCart, catalogueSearch, guestCheckout, newCart } from './scenarios/storefront.js';
import { tillBoot } from './scenarios/till-boot.js';
import { tillSaleByJournal } from './scenarios/till-journal.js';
import {
  listOfTen,
  splitTender,
  tillSale,
  tillSaleAtOnce,
  voidSale,
} from './scenarios/till-sale.js';
import { soak } from './soak/soak.js';

/**
 * `npm run bench` runs all scenarios; names after `--` select some. `--quick` only checks that they
 * run. `--profile` prints where the service spends its time. `--chart` draws the new results; as the
 * only option it draws the last ones. Ratios come from one run, because machines differ. `counts`
 * counts statements, rows and bytes per sale instead of measuring time; `soak` watches a long mixed
 * load; `import` kills the service while it imports a large file.
 */
const scenarios: Record<string, (bench: Bench) => Promise<Row[]>> = {
  'till-sale': tillSale,
  'till-sale-at-once': tillSaleAtOnce,
  'till-sale-by-journal': tillSaleByJournal,
  'split-tender': splitTender,
  void: voidSale,
  list: listOfTen,
  'add-to-cart': addToCart,
  'new-cart': newCart,
  'guest-checkout': guestCheckout,
  'catalogue-search': catalogueSearch,
  dashboard,
  'processor-webhook': processorWebhook,
  'content-webhook': contentWebhook,
  'fan-out': fanOut,
  'large-history': largeHistory,
  promotions: promotedSales,
  'catalogue-100k': largeCatalogue,
  // Before `search`, which adds more variants than a till of 100,000 keeps.
  'till-boot': tillBoot,
  search,
  'shop-pages': shopPages,
  'ten-million-sales': manySales,
};

/** Scenarios that run only if they are named: large ones, and one that changes the promotions. */
const onRequest = new Set([
  'promotions',
  'catalogue-100k',
  'search',
  'shop-pages',
  'ten-million-sales',
  'till-boot',
]);

/** Commands that print tables of their own; each runs alone. */
const commands: Record<string, () => Promise<void>> = {
  counts: printAllCounts,
  soak,
  import: measureImport,
};

const { scenarios: chosen, quick, profile, chart } = benchOptions();
const names = [...Object.keys(scenarios), ...Object.keys(commands)];
const unknown = chosen.filter(name => !names.includes(name));
const command = chosen.length === 1 ? commands[chosen[0] ?? ''] : undefined;

if (unknown.length > 0 || (command === undefined && chosen.some(name => name in commands))) {
  console.error(`Choose from: ${names.join(' ')}; ${Object.keys(commands).join(', ')} run alone`);
  process.exitCode = 1;
} else if (command) await command();
else if (chart && process.argv.length === 3) chartLatest();
else await measureAll();

async function measureAll(): Promise<void> {
  const rows: Row[] = [];
  const circumstances = await withBench({ quick, profile }, async bench => {
    for (const [name, run] of Object.entries(scenarios)) {
      if (chosen.length > 0 ? !chosen.includes(name) : onRequest.has(name)) continue;
      console.log(`… ${name}`);
      try {
        rows.push(...(await run(bench)));
      } catch (error) {
        console.error(`${name} failed:`, error);
        process.exitCode = 1;
      }
    }
  });
  const report = reportOf(rows, circumstances);
  printReport(report);
  keepReport(report);
  if (chart) chartLatest();
}

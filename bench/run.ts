import { type Bench, type Row, withBench } from './bench.js';
import { printAllCounts } from './counts/run.js';
import { wantsProfile } from './profile.js';
import { chartLatest, keepReport, printReport, reportOf } from './report.js';
import { contentWebhook } from './scenarios/content-webhook.js';
import { dashboard } from './scenarios/dashboard.js';
import { fanOut } from './scenarios/fan-out.js';
import { largeHistory } from './scenarios/large-history.js';
import { processorWebhook } from './scenarios/processor-webhook.js';
import { addToCart, catalogueSearch, guestCheckout, newCart } from './scenarios/storefront.js';
import { listOfTen, splitTender, tillSale, voidSale } from './scenarios/till-sale.js';

/**
 * `npm run bench` runs all scenarios; names after `--` select some. `--quick` only checks that they
 * run. `--profile` prints where the service spends its time. `--chart` draws the new results; as the
 * only option it draws the last ones. Ratios come from one run, because machines differ. `counts`
 * counts statements, rows and bytes per sale instead of measuring time.
 */
const scenarios: Record<string, (bench: Bench) => Promise<Row[]>> = {
  'till-sale': tillSale,
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
};

const args = process.argv.slice(2);
const chosen = args.filter(arg => !arg.startsWith('--'));
const unknown = chosen.filter(name => name !== 'counts' && !(name in scenarios));
if (unknown.length > 0) {
  console.error(
    `Unknown scenario ${unknown.join(', ')}; choose from: ${Object.keys(scenarios).join(' ')} counts`,
  );
  process.exit(1);
}

if (args.length === 1 && args[0] === '--chart') chartLatest();
else if (chosen[0] === 'counts') await printAllCounts();
else await measureAll();

async function measureAll(): Promise<void> {
  const rows: Row[] = [];
  const quick = args.includes('--quick');
  const circumstances = await withBench({ quick, profile: wantsProfile }, async bench => {
    for (const [name, run] of Object.entries(scenarios)) {
      if (chosen.length > 0 && !chosen.includes(name)) continue;
      console.log(`… ${name}`);
      rows.push(...(await run(bench)));
    }
  });
  const report = reportOf(rows, circumstances);
  printReport(report);
  keepReport(report);
  if (args.includes('--chart')) chartLatest();
}

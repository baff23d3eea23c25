import { countAllSales } from './flows.js';
import { printCounts } from './print.js';
import { openStage } from './stage.js';

const SALES = 200;

/** `npm run bench -- counts`: what a sale costs in counts, which a busy machine cannot change. */
export async function printAllCounts(sales = SALES): Promise<void> {
  const stage = await openStage();
  try {
    const counts = await countAllSales(stage, sales);
    printCounts('guest checkout', counts.guestCheckout);
    printCounts('till sale', counts.tillSale);
    printCounts('till sale at once', counts.tillSaleAtOnce);
    printCounts('till sale by journal', counts.tillSaleByJournal);
  } finally {
    await stage.close();
  }
}

import type { Caller } from '../load.js';
import { fillShelves, placeOrder } from '../scenarios/storefront.js';
import { TillJournal } from '../scenarios/till-journal.js';
import { payCash, ringUp, sellForCash } from '../scenarios/till-sale.js';
import { type Counts, countSales } from './count.js';
import type { Stage } from './stage.js';

/** Enough sales for the caches to be full and every statement to be prepared. */
const WARM_UP = 16;
const SKUS = 8;

export type SaleCounts = {
  guestCheckout: Counts;
  tillSale: Counts;
  tillSaleAtOnce: Counts;
  tillSaleByJournal: Counts;
};

/**
 * Counts guest checkouts (four requests), till sales (two requests), till sales in one request, and
 * till sales as entries of the journal, which is how the register sells for cash; one at a time.
 */
export async function countAllSales(stage: Stage, sales: number): Promise<SaleCounts> {
  const { call } = stage;
  await fillShelves(call, await logIn(call, '/auth/login/', MANAGER));
  const till = await logIn(call, '/pos/auth/terminal-login/', CASHIER);
  const order = (iteration: number): Promise<void> => placeOrder(call, iteration % SKUS);
  const sell = async (): Promise<void> => payCash(call, till, await ringUp(call, till), '20.00');
  await countSales(stage, WARM_UP, order);
  await countSales(stage, WARM_UP, sell);
  const sellAtOnce = (): Promise<void> => sellForCash(call, till);
  await countSales(stage, WARM_UP, sellAtOnce);
  const journal = new TillJournal(CASHIER.terminal_id);
  const sellByJournal = (): Promise<void> => journal.sell(call, till);
  await countSales(stage, WARM_UP, sellByJournal);
  return {
    guestCheckout: await countSales(stage, sales, order),
    tillSale: await countSales(stage, sales, sell),
    tillSaleAtOnce: await countSales(stage, sales, sellAtOnce),
    tillSaleByJournal: await countSales(stage, sales, sellByJournal),
  };
}

const MANAGER = { username: 'manager', password: 'manager-demo' };
const CASHIER = {
  employee_id: 'EMP001',
  pin_code: '1234',
  store_id: 'DOWNTOWN',
  terminal_id: 'T-COUNT',
};

async function logIn(call: Caller, path: string, body: object): Promise<string> {
  const { status, text } = await call('POST', path, body);
  if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`);
  const { token, access } = JSON.parse(text) as { token?: string; access?: string };
  return token ?? access ?? '';
}

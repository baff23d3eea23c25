import { DOWNTOWN_ID } from '../../src/seed/data.js';
import { mustAnswer } from '../bare-route.js';
import { type Bench, LANES, type Row } from '../bench.js';
import { compareWithSql } from '../compare.js';
import type { Caller } from '../load.js';

export const saleOf = (sku: string) => ({
  store_id: DOWNTOWN_ID,
  employee_id: 'EMP001',
  line_items: [{ sku, quantity: 1, unit_price: '18.00', subtotal: '18.00' }],
  subtotal: '18.00',
  tax_amount: '0.00',
  total_amount: '18.00',
});

/** Creates a sale and returns its number; `more` are further fields of the body. */
export async function ringUp(
  call: Caller,
  till: string,
  sku = 'BEANS-1KG',
  more: object = {},
): Promise<string> {
  const body = { ...saleOf(sku), ...more };
  const created = await call('POST', '/pos/transactions/create/', body, till);
  if (created.status !== 201) throw new Error(`create answered ${created.status}: ${created.text}`);
  return JSON.parse(created.text).transaction.transaction_id;
}

export async function payCash(
  call: Caller,
  till: string,
  id: string,
  tendered: string,
): Promise<void> {
  const body = { payment_method_id: 'cash', tendered_amount: tendered };
  const paid = await call('POST', `/pos/transactions/${id}/payment/`, body, till);
  if (paid.status !== 202) throw new Error(`payment answered ${paid.status}: ${paid.text}`);
}

/** Creates a sale together with its cash payment, in one request. */
export async function sellForCash(call: Caller, till: string): Promise<void> {
  const payment = { payment_method_id: 'cash', tendered_amount: '20.00' };
  const body = { ...saleOf('BEANS-1KG'), payment };
  const sold = await call('POST', '/pos/transactions/create/', body, till);
  if (sold.status !== 201) throw new Error(`create answered ${sold.status}: ${sold.text}`);
  const { status } = JSON.parse(sold.text).transaction;
  if (status !== 'completed') throw new Error(`the paid sale is ${status}`);
}

export const tillPerLane = (bench: Bench): Promise<string[]> =>
  Promise.all(Array.from({ length: LANES }, (_, lane) => bench.till(`T-B${lane}`)));

export async function tillSale(bench: Bench): Promise<Row[]> {
  const tills = await tillPerLane(bench);
  return compareWithSql(bench, {
    scenario: 'till sale',
    measure: 'create + cash payment',
    target: 'main ratio ≤ 3',
    minimal: 'till-sale',
    run: async (call, _ready, lane) => {
      const till = tills[lane] ?? '';
      await payCash(call, till, await ringUp(call, till), '20.00');
    },
  });
}

export async function tillSaleAtOnce(bench: Bench): Promise<Row[]> {
  const tills = await tillPerLane(bench);
  return compareWithSql(bench, {
    scenario: 'till sale at once',
    measure: 'create with its cash payment, one request',
    target: 'main ratio ≤ 3',
    minimal: 'till-sale-at-once',
    run: (call, _ready, lane) => sellForCash(call, tills[lane] ?? ''),
  });
}

export async function splitTender(bench: Bench): Promise<Row[]> {
  const tills = await tillPerLane(bench);
  return compareWithSql(bench, {
    scenario: 'split tender',
    measure: 'create + three part payments',
    target: '≤ 2 × the bare SQL',
    run: async (call, _ready, lane) => {
      const till = tills[lane] ?? '';
      const id = await ringUp(call, till);
      for (const part of ['5.00', '6.00', '10.00']) await payCash(call, till, id, part);
    },
  });
}

/** Voids a cash sale: restock and refund. The sale itself is set-up and not counted. */
export async function voidSale(bench: Bench): Promise<Row[]> {
  const tills = await tillPerLane(bench);
  const manager = await bench.manager();
  return compareWithSql(bench, {
    scenario: 'void',
    measure: 'void of a paid cash sale',
    target: '≤ 3 × the bare SQL',
    ready: async (call, lane) => {
      const till = tills[lane] ?? '';
      const id = await ringUp(call, till);
      await payCash(call, till, id, '18.00');
      return id;
    },
    run: async (call, id) => {
      const body = { reason: 'Bench' };
      const answer = await call('POST', `/transactions/${id}/void/`, body, manager);
      if (answer.status !== 200) throw new Error(`void answered ${answer.status}: ${answer.text}`);
    },
  });
}

/** The newest sales of a store: the first page of the back office. */
export async function listOfTen(bench: Bench): Promise<Row[]> {
  const manager = await bench.manager();
  return compareWithSql(bench, {
    scenario: 'list of 10',
    measure: 'the newest ten sales',
    target: '≤ 3 × the bare SQL',
    minimal: 'list',
    run: call => newestTen(call, manager),
  });
}

export async function newestTen(call: Caller, manager: string): Promise<void> {
  await mustAnswer(call, '/transactions/?limit=10', manager);
}

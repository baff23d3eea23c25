import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type StoreRows, watchStoreRows } from '../support/store-rows.js';
import { cancel, complete, confirm, initiate, lookAtCheckout } from './checkout-commands.js';
import { exchangeGoods } from './exchange-commands.js';
import { sellGiftCard, voidGiftCard } from './gift-card-commands.js';
import { cancelLayaway, keepGoods } from './layaway-commands.js';
import { adjust, consumeEvents, count, moveOrder, pass, runJobs } from './operations-commands.js';
import { cancelOrder, handOver } from './order-commands.js';
import { cancelSale, confirmRefund, payOut } from './pay-out-commands.js';
import { askForReturn, completeReturn, moveReturn, refund } from './return-commands.js';
import { addToCart, changeCart, lookAtCart, promoCode, takeOff, visit } from './shop-commands.js';
import { newModel } from './state.js';
import { tally } from './step.js';
import { pay, repeat, ringUp, voidSale } from './till-commands.js';
import { House, STORE_ID } from './world.js';

/** `MODEL_RUNS=500 FUZZ_SEED=7` for a long run. */
const runs = Number(process.env.MODEL_RUNS ?? 15);
const seed = Number(process.env.FUZZ_SEED ?? 20_261_115);

let house: House;
let rows: StoreRows;
beforeAll(async () => {
  house = await House.open();
  rows = await watchStoreRows(house.shop);
});
afterAll(() => house.shop.close());

const times = <T>(n: number, item: T): T[] => Array.from({ length: n }, () => item);

const commands = fc.commands(
  [
    ...times(4, ringUp),
    ...times(2, sellGiftCard),
    voidGiftCard,
    ...times(8, pay),
    ...times(2, voidSale),
    ...times(2, repeat),
    ...times(5, askForReturn),
    ...times(7, moveReturn),
    ...times(5, completeReturn),
    ...times(2, refund),
    ...times(2, visit),
    ...times(7, addToCart),
    changeCart,
    takeOff,
    ...times(2, promoCode),
    lookAtCart,
    ...times(6, initiate),
    ...times(9, complete),
    ...times(4, confirm),
    cancel,
    lookAtCheckout,
    adjust,
    count,
    ...times(3, consumeEvents),
    pass,
    runJobs,
    ...times(5, moveOrder),
    ...times(2, cancelOrder),
    handOver,
    cancelSale,
    ...times(2, keepGoods),
    ...times(2, exchangeGoods),
    cancelLayaway,
    ...times(2, payOut),
    ...times(2, confirmRefund),
  ],
  { maxCommands: 60, size: 'max' },
);
/**
 * One list after another: a single list is mostly short, and a returned web order takes many steps.
 */
const days = fc.noBias(fc.array(commands, { minLength: 1, maxLength: 4, size: 'max' }));

const setup = fc.record({
  prices: fc.array(
    fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 1, max: 9_999 }) }, fc.constant(0)),
    {
      minLength: 4,
      maxLength: 4,
    },
  ),
  stock: fc.array(fc.nat(15), { minLength: 3, maxLength: 3 }),
});

it(`keeps its records equal to the model's for random commands (seed ${seed})`, {
  timeout: 24 * 3_600_000,
}, async () => {
  tally.clear();
  await fc.assert(
    fc.asyncProperty(setup, days, async (given, lists) => {
      const { world, goods } = await house.begin(given);
      const model = newModel(goods);
      await fc.asyncModelRun(
        () => ({ model, real: world }),
        lists.flatMap(list => [...list]),
      );
      await world.settle(0);
      expect(await world.brokenBooks()).toEqual([]);
    }),
    { seed, numRuns: runs },
  );
  // All of it happened in one store.
  expect(await rows.written(STORE_ID)).toEqual({
    own: expect.arrayContaining(['fulfillments', 'inventory_levels', 'transactions']),
    others: [],
  });
  console.log(`model: ${runs} runs, seed ${seed}`, Object.fromEntries([...tally].sort()));
});

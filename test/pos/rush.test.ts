import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { dropStores } from '../../src/domains/stores/index.js';
import { newId } from '../../src/platform/ids.js';
import { openShop, type Reply, type Shop } from '../support/service.js';
import { type Counter, counterOf, mug } from '../transactions/support.js';

let shop: Shop;
let counter: Counter;

const CONNECTIONS = 4;
const TILLS = 12;

beforeAll(async () => {
  const env = { DATABASE_POOL_SIZE: String(CONNECTIONS) };
  shop = await openShop({ background: false, env });
  counter = counterOf(shop);
  await shop.tillToken();
});
afterAll(() => shop.close());

/** Every till then loads the store concurrently, each in a transaction because of its key. */
beforeEach(() => dropStores(shop.platform));

const keyed = (path: string, body: object): Promise<Reply> =>
  counter.post(path, body, undefined, { 'idempotency-key': newId() });
const statusesOf = (replies: readonly Reply[]) => replies.map(({ status }) => status);

it('sells at more tills than it has connections, right after the store changed', async () => {
  const replies = await Promise.all(
    Array.from({ length: TILLS }, () => keyed('/pos/transactions/create/', mug())),
  );
  expect(statusesOf(replies)).toEqual(Array(TILLS).fill(201));
});

it('takes payments at more tills than it has connections', async () => {
  const sales: string[] = [];
  for (let n = 0; n < TILLS; n += 1) sales.push(await counter.ring());
  await dropStores(shop.platform);
  const cash = { payment_method_id: 'cash', tendered_amount: '20.00' };
  const replies = await Promise.all(
    sales.map(sale => keyed(`/pos/transactions/${sale}/payment/`, cash)),
  );
  expect(statusesOf(replies)).toEqual(Array(TILLS).fill(202));
});

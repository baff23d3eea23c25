import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statement } from '../../src/platform/database/tx.js';
import { firstWords, statementsOf } from '../support/count-statements.js';
import {
  article,
  complete,
  initiate,
  openCheckoutShop,
  shopper,
  status,
} from './checkout-support.js';
import {
  add,
  byToken,
  contents,
  inParallel,
  openShop,
  openVisit,
  readCart,
  type Shop,
  sessionOf,
  tally,
  type Visit,
} from './support.js';

let shop: Shop;
/** A second node of the same shop; what one does reaches the other through the database alone. */
let other: Shop;
beforeAll(async () => {
  shop = await openCheckoutShop();
  other = await openShop({ beside: shop });
  await article(shop, 'KETTLE', { price: '10.00' });
});
afterAll(async () => {
  await other.close();
  await shop.close();
});

/** What some work answers, and the statements that it sends. */
async function sent<T>(work: () => Promise<T>): Promise<{ result: T; texts: string[] }> {
  let result: T | undefined;
  const texts = await statementsOf(async () => {
    result = await work();
  });
  return { result: result as T, texts: firstWords(texts) };
}

const execute = (text: string, values: unknown[] = []) => statement(shop.platform.db, text, values);

const setPrice = (price: string) =>
  execute(`update product_variants set price = $1 where sku = 'KETTLE'`, [price]);

const NOT_YOURS = { success: false, error: 'Cart does not belong to this session' };

describe('a guest on the way to the checkout', () => {
  it('costs one statement per step', async () => {
    const first = await shopper(shop, [['KETTLE', 1]]);
    const begun = await initiate(shop, first);
    await status(shop, first, begun.body.checkout.id);
    const visiting = await sent(() => openVisit(shop));
    const visit = visiting.result;
    const adding = await sent(() => add(shop, visit, 'KETTLE', 1));
    const reading = await sent(() => readCart(shop, visit));
    const starting = await sent(() => initiate(shop, visit));
    const { id } = starting.result.body.checkout;
    const asking = await sent(() => status(shop, visit, id));
    expect([adding, reading, starting, asking].map(({ result }) => result.status)).toEqual([
      200, 200, 201, 200,
    ]);
    const counts = [visiting, adding, reading, starting, asking].map(({ texts }) => texts.length);
    expect(counts).toEqual([1, 1, 1, 1, 1]);
    expect(starting.result.body.checkout.totals).toMatchObject({ subtotal: '10.00' });
  });
});

describe('two nodes', () => {
  it('add to one cart at once without losing a quantity', async () => {
    const visit = await openVisit(shop);
    await add(shop, visit, 'KETTLE', 1);
    const replies = await inParallel(30, n => add(n % 2 ? shop : other, visit, 'KETTLE', 2));
    expect(tally(replies)).toEqual({ 200: 30 });
    expect(await contents(shop, visit.cartId)).toEqual({ KETTLE: 61 });
  });

  it('start a checkout of what the cart holds now', async () => {
    const visit = await shopper(shop, [['KETTLE', 1]]);
    await add(other, visit, 'KETTLE', 2);
    const begun = await initiate(shop, visit);
    expect(begun.status).toBe(201);
    expect(begun.body.checkout.totals).toMatchObject({ subtotal: '30.00' });
    const [row] = await execute('select quote from checkout_sessions where id = $1', [
      begun.body.checkout.id,
    ]);
    expect(row).toMatchObject({
      quote: { lines: { KETTLE: { quantity: 3, unit_price: '10.00' } } },
    });
  });

  it('agree on a price that was changed between add and checkout', async () => {
    const visit = await shopper(shop, [['KETTLE', 1]]);
    await initiate(other, visit);
    const token = await other.officeToken('admin');
    const body = { price: '12.00' };
    await other.call('PATCH', '/product-variants/KETTLE/', { token, body });
    const begun = await initiate(shop, visit);
    expect(begun.body.checkout.totals).toMatchObject({ subtotal: '12.00' });
    await setPrice('15.00');
    const refused = await complete(shop, visit, begun.body.checkout.id);
    expect([refused.status, refused.body.code]).toEqual([409, 'PRICE_CHANGED']);
    await setPrice('10.00');
    const placed = await complete(other, visit, begun.body.checkout.id);
    expect(placed.status).toBe(200);
  });

  it('show a price as it is now', async () => {
    const visit = await shopper(shop, [['KETTLE', 1]]);
    await setPrice('11.00');
    expect((await readCart(shop, visit)).body).toMatchObject({ subtotal: '11.00' });
    expect((await add(other, visit, 'KETTLE', 1)).body.cart).toMatchObject({ subtotal: '22.00' });
    await setPrice('10.00');
    expect((await add(shop, visit, 'KETTLE', 1)).body.cart).toMatchObject({ subtotal: '30.00' });
  });

  it('refuse an article that was taken off sale on the other one', async () => {
    const visit = await shopper(shop, [['KETTLE', 1]]);
    await execute(`update product_variants set is_active = false where sku = 'KETTLE'`);
    const refused = await add(shop, visit, 'KETTLE', 1);
    expect([refused.status, refused.body.code]).toEqual([400, 'PRODUCT_INACTIVE']);
    await execute(`update product_variants set is_active = true where sku = 'KETTLE'`);
    expect((await add(shop, visit, 'KETTLE', 1)).status).toBe(200);
  });

  it('let nobody in whose visit was ended on the other one', async () => {
    const visit = await shopper(shop, [['KETTLE', 1]]);
    const { id } = (await initiate(shop, visit)).body.checkout;
    await execute('update sessions set ended_at = now() where id = $1', [
      await sessionOf(shop, visit.cartId),
    ]);
    const refused = [
      await add(shop, visit, 'KETTLE', 1),
      await readCart(shop, visit),
      await initiate(shop, visit),
      await initiate(shop, visit, { store_id: '00000000-0000-7000-8000-000000000000' }),
    ];
    for (const reply of refused) {
      expect([reply.status, reply.body]).toEqual([403, { ...NOT_YOURS, code: 'CART_NOT_OWNED' }]);
    }
    expect((await status(shop, visit, id)).status).toBe(404);
    expect((await complete(shop, visit, id)).status).toBe(403);
    expect(await contents(shop, visit.cartId)).toEqual({ KETTLE: 1 });
  });
});

describe('a stranger', () => {
  it('learns nothing from what a node remembers of a cart', async () => {
    const owner = await shopper(shop, [['KETTLE', 1]]);
    const stranger: Visit = { ...(await openVisit(shop)), cartId: owner.cartId };
    for (const body of [{}, { store_id: '00000000-0000-7000-8000-000000000000' }]) {
      const reply = await initiate(shop, stranger, body);
      expect([reply.status, reply.body.code]).toEqual([403, 'CART_NOT_OWNED']);
    }
    expect((await readCart(shop, stranger)).status).toBe(403);
  });
});

describe('a repeated request', () => {
  it('starts a second checkout, of which one can be paid', async () => {
    const visit = await shopper(shop, [['KETTLE', 1]]);
    const [first, second] = [await initiate(shop, visit), await initiate(shop, visit)];
    expect(first.body.checkout.id).not.toBe(second.body.checkout.id);
    expect((await complete(shop, visit, first.body.checkout.id)).status).toBe(200);
    const refused = await complete(shop, visit, second.body.checkout.id);
    expect([refused.status, refused.body.code]).toEqual([400, 'CART_NOT_ACTIVE']);
    expect((await initiate(shop, visit)).status).toBe(403);
    expect((await add(shop, visit, 'KETTLE', 1)).status).toBe(403);
  });
});

describe('commits', () => {
  /** Notes `synchronous_commit` when a transaction that wrote to the table commits. */
  async function watch(node: Shop): Promise<void> {
    const run = (text: string) => statement(node.platform.db, text);
    await run('create table commits (relation text, setting text)');
    await run(`create function note_commit() returns trigger language plpgsql as $$
      begin
        insert into commits values (tg_argv[0], current_setting('synchronous_commit'));
        return null;
      end $$`);
    for (const table of ['sessions', 'carts', 'checkout_sessions', 'payments', 'transactions']) {
      await run(`create constraint trigger note_commit after insert or update on ${table}
        deferrable initially deferred for each row execute function note_commit('${table}')`);
    }
  }

  const settings = async (node: Shop, work: () => Promise<unknown>): Promise<string[]> => {
    await statement(node.platform.db, 'delete from commits');
    await work();
    const rows = await statement<{ seen: string }>(
      node.platform.db,
      `select distinct relation || ' ' || setting as seen from commits order by seen`,
    );
    return rows.map(row => row.seen);
  };

  let node: Shop;
  beforeAll(async () => {
    // Another default than the one of these tests, for connections that are opened from now on.
    await execute(`do $$ begin
      execute format('alter database %I set synchronous_commit = local', current_database());
    end $$`);
    await watch(shop);
    node = await openShop({ beside: shop });
  });
  afterAll(() => node.close());

  it('of visit, add and initiate do not wait for the disk, those of an order do', async () => {
    let visit = await openVisit(node);
    const visiting = await settings(node, async () => {
      visit = await openVisit(node);
    });
    expect(visiting).toEqual(['carts off', 'sessions off']);
    const adding = await settings(node, () => add(node, visit, 'KETTLE', 1));
    expect(adding).toEqual(['carts off']);
    const changing = await settings(node, () =>
      node.call('POST', `/web-commerce/cart/${visit.cartId}/remove/`, {
        headers: byToken(visit),
        body: { sku: 'MUG-WHITE' },
      }),
    );
    expect(changing).toEqual(['carts local']);
    let id = '';
    const starting = await settings(node, async () => {
      id = (await initiate(node, visit)).body.checkout.id;
    });
    expect(starting).toEqual(['checkout_sessions off']);
    const paying = await settings(node, () => complete(node, visit, id));
    expect(paying).toContain('transactions local');
    expect(paying).toContain('payments local');
    expect(paying.filter(seen => seen.endsWith(' off'))).toEqual([]);
  });

  it('all wait for the disk if the operator says so', async () => {
    const careful = await openShop({ beside: shop, env: { CART_SYNC_COMMIT: 'true' } });
    const seen = await settings(shop, async () => {
      const visit = await openVisit(careful);
      await add(careful, visit, 'KETTLE', 1);
      expect((await initiate(careful, visit)).status).toBe(201);
    });
    expect(seen).toEqual(['carts local', 'checkout_sessions local', 'sessions local']);
    await careful.close();
  });
});

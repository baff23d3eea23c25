import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveList } from '../../src/domains/prices/lists/save-list.js';
import { savePrice } from '../../src/domains/prices/records/save-price.js';
import { atomically, statement } from '../../src/platform/database/tx.js';
import { article, complete, crowd, openCheckoutShop } from '../storefront/checkout-support.js';
import { inParallel, type Reply, type Shop } from '../storefront/support.js';
import { waitingForLocks } from '../support/locks.js';
import { soon } from '../support/soon.js';
import { basket } from '../transactions/support.js';

/** Both nodes share one database. */
let shop: Shop;
let other: Shop;
beforeAll(async () => {
  shop = await openCheckoutShop();
  other = await openCheckoutShop({ beside: shop });
});
afterAll(async () => {
  await other.close();
  await shop.close();
});

const nodeOf = (n: number): Shop => (n % 2 === 0 ? shop : other);

const send = async (method: string, path: string, body?: object, node = shop): Promise<Reply> =>
  node.call(method, path, { token: await shop.officeToken(), body });

async function make(path: string, body: object): Promise<{ id: string }> {
  const reply = await send('POST', path, body);
  if (reply.status !== 201) throw new Error(reply.text);
  return reply.body;
}

const newList = (code: string, priority: number, more: object = {}) =>
  make('/price-lists/', { code, name: code, currency: 'USD', priority, ...more });

const outcomes = (replies: readonly Reply[]) =>
  replies.map(({ status, body }) => `${status} ${body.code ?? ''}`.trim()).sort();

const prioritiesOf = async (prefix: string): Promise<number[]> =>
  (
    await statement<{ priority: number }>(
      shop.platform.db,
      'select priority from price_lists where starts_with(code, $1) order by priority',
      [prefix],
    )
  ).map(({ priority }) => priority);

describe('price lists of equal priority', () => {
  it('that managers create at once for the same stores: one is created', async () => {
    const replies = await inParallel(8, n =>
      send(
        'POST',
        '/price-lists/',
        { code: `RIVAL-${n}`, name: 'Rival', currency: 'USD', priority: 70 },
        nodeOf(n),
      ),
    );
    const refused = Array<string>(7).fill('409 LISTS_OVERLAP');
    const created = replies.find(({ status }) => status === 201);
    expect(outcomes(replies)).toEqual([`201 ${created?.body.code}`, ...refused]);
    expect(await prioritiesOf('RIVAL-')).toEqual([70]);
  });

  it('that two managers give the same priority at once: one keeps its own', async () => {
    const lists = [await newList('TWIN-A', 81), await newList('TWIN-B', 82)];
    const replies = await inParallel(2, n =>
      send('PATCH', `/price-lists/${lists[n]?.id}/`, { priority: 83 }, nodeOf(n)),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [kept, moved] = await prioritiesOf('TWIN-');
    expect([81, 82]).toContain(kept);
    expect(moved).toBe(83);
  });

  it('for other customers are no rivals, whoever comes first', async () => {
    const replies = await inParallel(4, n =>
      send(
        'POST',
        '/price-lists/',
        {
          code: `GROUP-${n}`,
          name: 'Group',
          currency: 'USD',
          priority: 90,
          customer_group: `group-${n}`,
        },
        nodeOf(n),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  });
});

describe('a price and the currency of its list', () => {
  const price = (list: string) => ({ variant: 'MUG-WHITE', price_list: list, amount: '9.50' });

  beforeAll(async () => {
    const body = { code: 'TOKYO', name: 'Tokyo', time_zone: 'Asia/Tokyo', currency: 'JPY' };
    const token = await shop.officeToken('admin');
    expect((await shop.call('POST', '/stores/', { token, body })).status).toBe(201);
  });

  const whileOpen = (work: () => void) => async () => {
    work();
    await expect.poll(() => waitingForLocks(shop.platform.db), soon).toBe(1);
  };

  it('agree when the currency changes first', async () => {
    const { id } = await newList('TURN-A', 101);
    const replies: Promise<Reply>[] = [];
    await atomically(shop.platform.db, async tx => {
      await saveList(tx, id, { currency: 'JPY' });
      await whileOpen(() => replies.push(send('POST', '/prices/', price('TURN-A'), other)))();
    });
    const [reply] = await Promise.all(replies);
    expect([reply?.status, Object.keys(reply?.body.errors)]).toEqual([400, ['amount']]);
    expect((await send('GET', '/prices/?price_list=TURN-A')).body).toEqual([]);
  });

  it('agree when the price comes first', async () => {
    const { id } = await newList('TURN-B', 102);
    const replies: Promise<Reply>[] = [];
    await atomically(shop.platform.db, async tx => {
      await savePrice(tx, undefined, price('TURN-B'));
      const change = { currency: 'JPY' };
      await whileOpen(() => replies.push(send('PATCH', `/price-lists/${id}/`, change, other)))();
    });
    const [reply] = await Promise.all(replies);
    expect([reply?.status, Object.keys(reply?.body.errors)]).toEqual([400, ['currency']]);
    expect((await send('GET', `/price-lists/${id}/`)).body.currency).toBe('USD');
  });
});

describe('sales while a price list changes', () => {
  const TILLS = 40;
  const SHOPPERS = 20;
  const CHANGES = 30;
  /** Bread and butter together, by the regular list or by the sale. */
  const PAIRS = ['10.00 1.00', '20.00 2.00'];

  const pairOf = (lines: readonly { sku: string; unit_price: string }[]): string =>
    [...lines]
      .sort((one, another) => one.sku.localeCompare(another.sku))
      .map(line => line.unit_price)
      .join(' ');

  const soldPairs = async (): Promise<{ pair: string; subtotal: string; n: number }[]> =>
    statement(
      shop.platform.db,
      `select pair, subtotal, count(*)::int as n from (
         select string_agg(l.unit_price::text, ' ' order by l.sku) as pair, t.subtotal::text
         from transactions t join transaction_lines l on l.transaction_id = t.id
         where l.sku in ('RACE-BREAD', 'RACE-BUTTER') group by t.id, t.subtotal) sale
       group by pair, subtotal order by pair`,
    );

  it('have the prices of one list or of the other, never one of each', {
    timeout: 240_000,
  }, async () => {
    for (const sku of ['RACE-BREAD', 'RACE-BUTTER']) await article(shop, sku, { stock: 1_000 });
    const regular = await newList('RACE-REGULAR', 201);
    const summer = await newList('RACE-SUMMER', 200);
    for (const [list, bread, butter] of [
      [regular, '10.00', '1.00'],
      [summer, '20.00', '2.00'],
    ] as const) {
      await make('/prices/', { variant: 'RACE-BREAD', price_list: list.id, amount: bread });
      await make('/prices/', { variant: 'RACE-BUTTER', price_list: list.id, amount: butter });
    }
    const people = await crowd(shop, SHOPPERS, [
      [
        ['RACE-BREAD', 1],
        ['RACE-BUTTER', 1],
      ],
    ]);
    const toggle = async (): Promise<number[]> => {
      const statuses: number[] = [];
      for (let n = 0; n < CHANGES; n += 1) {
        const body = { priority: n % 2 === 0 ? 202 : 200 };
        const path = `/price-lists/${summer.id}/`;
        statuses.push((await send('PATCH', path, body, nodeOf(n))).status);
      }
      return statuses;
    };
    const line_items = ['RACE-BREAD', 'RACE-BUTTER'].map(sku => ({ sku, quantity: 1 }));
    const atTill = async (n: number): Promise<Reply[]> => {
      const token = await shop.tillToken();
      const call = (path: string, body: object) => nodeOf(n).call('POST', path, { token, body });
      const quote = await call('/pos/quote/', { line_items });
      expect([quote.status, PAIRS]).toEqual([
        200,
        expect.arrayContaining([pairOf(quote.body.lines)]),
      ]);
      const sale = await call('/pos/transactions/create/', {
        ...basket([], '0.00'),
        line_items: quote.body.lines.map((line: Record<string, string>) => ({
          sku: line.sku,
          quantity: 1,
          unit_price: line.unit_price,
          subtotal: line.subtotal,
        })),
        subtotal: quote.body.subtotal,
        tax_amount: quote.body.tax_amount,
        total_amount: quote.body.total_amount,
        quote_id: quote.body.quote_id,
      });
      return [sale];
    };
    const [changed, ...sold] = await Promise.all([
      toggle(),
      ...Array.from({ length: TILLS }, (_, n) => atTill(n)),
      ...people.map(async ({ visit, id }, n) => [await complete(nodeOf(n), visit, id)]),
    ]);
    expect(new Set(changed)).toEqual(new Set([200]));
    expect(sold.flat().map(({ status }) => status)).toEqual([
      ...Array<number>(TILLS).fill(201),
      ...Array<number>(SHOPPERS).fill(200),
    ]);
    const pairs = await soldPairs();
    const subtotals = new Map([
      ['10.00 1.00', '11.00'],
      ['20.00 2.00', '22.00'],
    ]);
    for (const { pair, subtotal } of pairs) expect(subtotals.get(pair)).toBe(subtotal);
    expect(pairs.reduce((sum, { n }) => sum + n, 0)).toBe(TILLS + SHOPPERS);
  });
});

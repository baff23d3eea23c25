import { afterAll, beforeAll, expect, it } from 'vitest';
import { statement } from '../../src/platform/database/tx.js';
import { openShop, type Shop } from '../support/service.js';
import { AIRPORT_ID, basket, counterOf, mug, TEE } from '../transactions/support.js';

type Operation = { parameters?: { name: string; in: string; schema: { enum?: string[] } }[] };
type Row = Record<string, string | number>;

/** Its rows are variants in the order of their products. */
const ROWS = '/catalog-rows/';
const CASH = { payment_method_id: 'cash', tendered_amount: '20.00' };

let shop: Shop;
let token: string;
const lists: { path: string; orderings: string[] }[] = [];

beforeAll(async () => {
  shop = await openShop({ background: false });
  token = await shop.officeToken('admin');
  // The demo creates all products at once.
  await statement(
    shop.platform.db,
    `update products set created_at = created_at + id * interval '1 minute'`,
  );
  const counter = counterOf(shop);
  await counter.ring(mug());
  const paid = await counter.ring(basket([TEE], '2.06'));
  await counter.pay(paid, { payment_method_id: 'cash', tendered_amount: '27.06' });
  for (const transaction of [paid, await counter.sold(CASH)]) {
    const body = { transaction, fulfillment_type: 'pickup' };
    expect((await shop.call('POST', '/fulfillments/', { token, body })).status).toBe(201);
  }
  const airport = mug({ store_id: AIRPORT_ID, employee_id: 'EMP005' });
  await counter.ring(airport, await shop.tillToken('EMP005'));
  const { body } = await shop.call('GET', '/openapi.json');
  for (const [path, { get }] of Object.entries<{ get?: Operation }>(body.paths)) {
    const ordering = get?.parameters?.find(({ name }) => name === 'ordering');
    if (ordering && !path.endsWith('/export/') && path !== ROWS)
      lists.push({ path, orderings: ordering.schema.enum ?? [] });
  }
});
afterAll(() => shop.close());

/** Every row of a list, page by page. */
async function walk(path: string, ordering: string): Promise<Row[]> {
  const rows: Row[] = [];
  let next: string | undefined = `${path}?ordering=${ordering}&limit=200`;
  while (next !== undefined) {
    const answer = await shop.call('GET', next, { token });
    expect([path, ordering, answer.status]).toEqual([path, ordering, 200]);
    rows.push(...answer.body);
    next = /<([^>]+)>; rel="next"/.exec(String(answer.headers.link ?? ''))?.[1];
  }
  return rows;
}

const keyOf = (value: string | number | undefined): string | number =>
  /^-?\d+\.\d\d$/.test(String(value)) ? Number(value) : String(value).toLowerCase();

it('every documented ordering of every list sorts by its field, in both directions', async () => {
  expect(lists.map(({ path }) => path).sort()).toEqual([
    '/fulfillments/',
    '/products/',
    '/sale-transactions/',
    '/transactions/',
  ]);
  for (const { path, orderings } of lists) {
    const fields = orderings.filter(ordering => !ordering.startsWith('-'));
    expect(orderings.length).toBe(2 * fields.length);
    for (const field of fields) {
      const rows = await walk(path, field);
      const keys = rows.map(row => keyOf(row[field]));
      expect(new Set(keys).size).toBeGreaterThan(1);
      expect(keys).toEqual([...keys].sort((a, b) => (a < b ? -1 : Number(a > b))));
      const descending = await walk(path, `-${field}`);
      expect(descending).toEqual([...rows].reverse());
    }
  }
});

it('rows of the catalogue follow the order of the products', async () => {
  const orderings = lists.find(({ path }) => path === '/products/')?.orderings ?? [];
  expect(orderings.length).toBeGreaterThan(1);
  for (const ordering of orderings) {
    const products = (await walk('/products/', ordering)).map(({ id }) => id);
    const rows = new Set((await walk(ROWS, ordering)).map(({ product }) => product));
    expect([...rows]).toEqual(products.filter(id => rows.has(id ?? '')));
    expect(rows.size).toBeGreaterThan(1);
  }
});

it('an ordering that is not documented is refused by name', async () => {
  for (const { path, orderings } of lists) {
    const { status, body } = await shop.call('GET', `${path}?ordering=-colour`, { token });
    expect([status, body.code, body.errors.ordering]).toEqual([
      400,
      'UNKNOWN_ORDERING',
      [`Cannot be ordered by colour; choose one of: ${orderings.join(', ')}.`],
    ]);
    const odd = await shop.call('GET', `${path}?ordering=${encodeURIComponent('<b>')}`, { token });
    expect(odd.body.errors.ordering[0]).toContain('Cannot be ordered by this;');
  }
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statement } from '../../src/platform/database/tx.js';
import {
  isNode,
  type Json,
  type Node,
  schemaPartsOf,
} from '../../src/platform/http/schema-tree.js';
import { seedHistory } from '../../src/seed/demo.js';
import { withoutReferences } from '../support/openapi.js';
import { openShop, type Shop } from '../support/service.js';
import { type Callers, logInCallers } from './callers.js';
import { addressOf, routesOf } from './matrix.js';
import { fillMoney, fillWork } from './more-records.js';
import { fillStore } from './records.js';

/** A cost that no price and no total is. */
const COST = '987654.31';
/** The columns with what goods cost. */
const COLUMNS = [
  'product_variants.cost',
  'supplier_articles.cost',
  'transaction_lines.cost_at_sale',
  'purchase_order_lines.unit_cost',
];
const LONG = { timeout: 240_000 };

let shop: Shop;
let callers: Callers;
beforeAll(async () => {
  shop = await openShop({ background: false });
  await seedHistory(shop.platform);
  await fillStore(shop);
  await fillMoney(shop);
  await fillWork(shop);
  for (const column of COLUMNS) {
    const [table, name] = column.split('.');
    await statement(shop.platform.db, `update ${table} set ${name} = ${COST}`);
  }
  callers = await logInCallers(shop);
});
afterAll(() => shop.close());

/** The addresses that answer the caller with the cost. */
async function showing(caller: string): Promise<string[]> {
  const found: string[] = [];
  for (const route of await routesOf(shop)) {
    if (route.method !== 'GET') continue;
    const url = await addressOf(shop, route, callers);
    const { text } = await shop.call('GET', url, { headers: callers.headers[caller] ?? {} });
    if (text.includes(COST)) found.push(route.path);
  }
  return found;
}

describe('a cost', () => {
  it.each(['nobody', 'customer', 'cashier', 'supervisor'])(
    'is in no answer to the %s',
    LONG,
    async caller => {
      expect(await showing(caller)).toEqual([]);
    },
  );

  it('is in the answers to the manager', LONG, async () => {
    expect(await showing('manager of all')).toEqual(
      expect.arrayContaining([
        '/procurement/purchase-orders/',
        '/procurement/purchase-orders/{id}/',
        '/product-variants/',
        '/products/',
        '/supplier-articles/',
        '/transactions/{transactionId}/',
      ]),
    );
  });

  it('is in no file and no answer of a manager whose own role does not read costs', async () => {
    const token = await withoutCosts();
    const { id } = (await shop.call('GET', '/product-variants/MUG-WHITE/', { token })).body;
    const variant = `/product-variants/${id}/`;
    const read = await shop.call('GET', variant, { token });
    expect([read.status, read.body.cost]).toEqual([200, null]);
    const file = await shop.call('GET', '/products/export/', { token });
    expect([file.status, file.text.includes(COST)]).toEqual([200, false]);
    const send = (body: object, tag: unknown) =>
      shop.call('PATCH', variant, { token, body, headers: { 'if-match': String(tag) } });
    const kept = await send({ sort_order: 3, cost: null }, read.headers.etag);
    expect([kept.status, kept.body.cost]).toEqual([200, null]);
    const late = await send({ sort_order: 4 }, read.headers.etag);
    expect([late.status, late.body.current.cost]).toEqual([412, null]);
    const admin = await shop.officeToken('admin');
    expect((await shop.call('GET', variant, { token: admin })).body.cost).toBe(COST);
    const written = await send({ cost: '5.00' }, kept.headers.etag);
    expect([written.status, written.body.cost]).toEqual([200, null]);
    const log = await shop.call('GET', `/audit-log/?record=product-variants/${id}`, {
      token: admin,
    });
    expect(log.body[0].changes).toEqual({ cost: { before: COST, after: '5.00' } });
  });

  it('is marked in every answer that has one', async () => {
    const { paths, components } = (await shop.call('GET', '/openapi.json')).body;
    const found = Object.entries(paths as Node).flatMap(([path, methods]) =>
      Object.entries(methods as Node).flatMap(([method, operation]) => {
        const answers = withoutReferences((operation as Node).responses, components.schemas);
        return Object.values(answers as Node).flatMap(answer =>
          unmarked(answer).map(name => `${method} ${path} ${name}`),
        );
      }),
    );
    expect([...new Set(found)]).toEqual([]);
  });
});

/** A login of a manager who changes the catalogue and reads no costs. */
async function withoutCosts(): Promise<string> {
  const token = await shop.officeToken('admin');
  const permissions = ['store.read', 'catalog.read', 'catalog.manage', 'catalog.chain'];
  const role = { name: 'Texts of goods', base_role: 'manager', permissions };
  const made = await shop.call('POST', '/roles/', { token, body: role });
  const person = {
    role: 'manager',
    own_role_id: made.body.id,
    username: 'writer',
    password: 'writer-demo',
    employee_number: 'EMP079',
    store_ids: [],
    all_stores: true,
  };
  expect((await shop.call('POST', '/users/', { token, body: person })).status).toBe(201);
  return shop.officeToken('writer');
}

const COST_NAME = /(^|_)(cost|margin|stock_value)(_|$)|^costAtSale$|^(ordered|received)_value$/;
/** The currency of a cost, and what has no known cost. */
const NO_COST = /currency$|^below_cost$/;

/** Fields of the answer that are named like a cost and not hidden from anybody. */
function unmarked(part: Json | undefined): string[] {
  if (!isNode(part)) return [];
  const schemas = Object.values((part.content ?? {}) as Node).flatMap(type =>
    isNode(type) && isNode(type.schema) ? [type.schema] : [],
  );
  return schemas.flatMap(schema => unmarkedIn(schema, ''));
}

function unmarkedIn(schema: Node, name: string): string[] {
  if (schema['x-permission'] === 'cost.read') return [];
  const isCost = COST_NAME.test(name) && !NO_COST.test(name);
  const isValue = schema.type !== 'object' && schema.type !== 'array';
  if (isCost && isValue) return [name];
  return schemaPartsOf(schema).flatMap(([part, field]) => unmarkedIn(part, field || name));
}

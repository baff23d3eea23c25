import type { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseSaleRef } from '../../src/domains/transactions/index.js';
import { saleToPayQuery } from '../../src/domains/transactions/payments/repository.js';
import { byRef } from '../../src/domains/transactions/repository.js';
import { atomically, statement } from '../../src/platform/database/tx.js';
import { openShop, type Reply, type Shop } from '../support/service.js';
import {
  AIRPORT_ID,
  basket,
  type Counter,
  counterOf,
  DOWNTOWN_ID,
  MUG,
  mug,
  SALE_NUMBER,
  TEE,
  UUID,
} from './support.js';

let shop: Shop;
let counter: Counter;
let now = Date.parse('2026-03-02T10:00:00.000Z');

beforeAll(async () => {
  shop = await openShop({ background: false, clock: { now: () => new Date(now) } });
  counter = counterOf(shop);
});
afterAll(() => shop.close());

const open = async (body: object, token?: string) =>
  counter.post('/transactions/', body, token ?? (await shop.officeToken()));

/** Follows the next links to the last page. */
async function walk(path: string, token?: string): Promise<{ pages: number; rows: Reply['body'] }> {
  const rows: Reply['body'] = [];
  let pages = 0;
  let next: string | undefined = path;
  while (next !== undefined) {
    const reply: Reply = await counter.get(next, token);
    expect(reply.status).toBe(200);
    rows.push(...reply.body);
    pages += 1;
    next = /^<([^>]+)>; rel="next"$/.exec(String(reply.headers.link ?? ''))?.[1];
  }
  return { pages, rows };
}

describe('a list of sales', () => {
  const SALES = 23;
  let airportSale: string;

  beforeAll(async () => {
    // Equal times and few distinct amounts: the order must be stable all the same.
    for (let n = 0; n < SALES; n += 1) {
      if (n % 5 === 0) now += 1_000;
      const sale = await counter.ring(n % 3 === 0 ? basket([TEE], '2.06') : mug());
      if (n % 4 === 0) {
        await counter.pay(sale, { payment_method_id: 'cash', tendered_amount: '30.00' });
      }
    }
    now += 1_000;
    const token = await shop.tillToken('EMP005');
    const body = mug({ store_id: AIRPORT_ID, employee_id: 'EMP005' });
    airportSale = await counter.ring(body, token);
  });

  it('is an array of objects with ten fields, newest first', async () => {
    const { status, body } = await counter.get('/transactions/');
    expect(status).toBe(200);
    expect(body[0]).toEqual({
      transactionId: airportSale,
      status: 'pending',
      totalAmount: '12.50',
      store: AIRPORT_ID,
      created_at: new Date(now).toISOString(),
      terminal_id: 'T-101',
      source_system: 'pos',
      currency: 'EUR',
      employee_name: 'Jonas Weber',
      customer_name: null,
    });
    const times = body.map((row: { created_at: string }) => row.created_at);
    expect(times).toEqual([...times].sort().reverse());
    expect((await counter.get('/sale-transactions/')).body).toEqual(body);
  });

  it.each([
    'created_at',
    '-created_at',
    'totalAmount',
    '-totalAmount',
    'transactionId',
    '-transactionId',
    'status',
    '-status',
    'store',
    '-store',
  ])('ordered by %s shows every sale once over all pages', async ordering => {
    const { pages, rows } = await walk(`/transactions/?ordering=${ordering}&limit=5`);
    expect(pages).toBe(Math.ceil((SALES + 1) / 5));
    expect(new Set(rows.map((row: { transactionId: string }) => row.transactionId)).size).toBe(
      SALES + 1,
    );
    const field = ordering.replace('-', '');
    const values = rows.map((row: Record<string, string>) => row[field]);
    const sorted = [...values].sort();
    expect(values).toEqual(ordering.startsWith('-') ? sorted.reverse() : sorted);
    const whole = await counter.get(`/transactions/?ordering=${ordering}&limit=200`);
    expect(whole.body).toEqual(rows);
    expect(whole.headers.link).toBeUndefined();
  });

  it('ends when the last page is exactly full', async () => {
    const reply = await counter.get(`/transactions/?limit=${SALES + 1}`);
    expect(reply.body).toHaveLength(SALES + 1);
    expect(reply.headers.link).toBeUndefined();
  });

  it('keeps its filters from page to page', async () => {
    const { rows } = await walk(`/transactions/?status=completed&store=DOWNTOWN&limit=2`);
    expect(rows).toHaveLength(6);
    expect(new Set(rows.map((row: { status: string }) => row.status))).toEqual(
      new Set(['completed']),
    );
  });

  it('filters by store id, code or content id', async () => {
    for (const store of [AIRPORT_ID, 'AIRPORT', 'store-airport']) {
      const { body } = await counter.get(`/transactions/?store=${store}`);
      expect(body.map((row: { transactionId: string }) => row.transactionId)).toEqual([
        airportSale,
      ]);
    }
  });

  it.each([
    ['ordering=price', 'ordering'],
    ['ordering=--created_at', 'ordering'],
    ['ordering=constructor', 'ordering'],
    ['ordering=', 'ordering'],
    ['status=open', 'status'],
    ['store=NOWHERE', 'store'],
    ['limit=0', 'limit'],
    ['limit=201', 'limit'],
    ['cursor=nonsense', 'cursor'],
    ['page=2', 'page'],
  ])('refuses ?%s and names the field', async (query, field) => {
    const reply = await counter.get(`/transactions/?${query}`);
    expect(reply.status).toBe(400);
    expect(Object.keys(reply.body)).toEqual(expect.arrayContaining(['detail', 'code', 'errors']));
    expect(Object.keys(reply.body.errors)).toEqual([field]);
  });

  it('refuses cursors of the right form with invalid contents', async () => {
    for (const key of [
      ['', 'x'],
      ['x', '00000000-0000-4000-8000-000000000001'],
      [null, null],
    ]) {
      const cursor = Buffer.from(JSON.stringify(key)).toString('base64url');
      const reply = await counter.get(`/transactions/?ordering=totalAmount&cursor=${cursor}`);
      expect(reply.status).toBe(400);
    }
  });

  it('shows a till its own store only, and needs a login', async () => {
    const token = await shop.tillToken('EMP005');
    const { body } = await counter.get('/transactions/', token);
    expect(body.map((row: { store: string }) => row.store)).toEqual([AIRPORT_ID]);
    expect((await counter.get('/transactions/?store=DOWNTOWN', token)).status).toBe(400);
    expect((await shop.call('GET', '/transactions/')).status).toBe(401);
  });
});

describe('one sale', () => {
  it('is read with its store, lines, payments and amounts', async () => {
    const number = await counter.ring(basket([{ ...MUG, quantity: 2 }], '2.06'));
    await counter.pay(number, { payment_method_id: 'cash', tendered_amount: '30.00' });
    const { status, body } = await counter.get(`/transactions/${number}/`);
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(UUID),
      transactionId: number,
      documentId: `saleTransaction_${body.id}`,
      status: 'completed',
      source_system: 'pos',
      currency: 'USD',
      subtotal: '25.00',
      appliedPromotionDiscount: '0.00',
      taxAmount: '2.06',
      prices_include_tax: false,
      tax_destination: null,
      tax_exemption: null,
      till_number: null,
      customer_id: null,
      customer_name: null,
      customer_email: null,
      shippingAmount: '0.00',
      totalAmount: '27.06',
      totalPaid: '27.06',
      changeDue: '2.94',
      rounding_amount: '0.00',
      tip: '0.00',
      tax_breakdown: [
        {
          jurisdiction: 'US-NY-NYC',
          tax_class: 'standard',
          taxable_amount: '25.00',
          rate: '0.0825',
          tax_collected: '2.06',
          net: '25.00',
          tax: '2.06',
          gross: '27.06',
        },
      ],
      price_overridden: false,
      tax_variance: '0.00',
      variances: [],
      adjustments: [],
      note: '',
      notes: '',
      pickup_name: '',
      store: { id: DOWNTOWN_ID, name: 'Tillhouse Downtown' },
      employee: '00000000-0000-4000-a002-000000000001',
      employee_name: 'Casey Nguyen',
      terminal_id: 'T-001',
      lineItems: [
        {
          id: expect.stringMatching(UUID),
          transactionId: number,
          productVariantId: expect.any(String),
          sku: 'MUG-WHITE',
          name: 'White Mug',
          product_name: 'White Mug',
          variant_name: '',
          description: 'White Mug',
          quantity: 2,
          unitPrice: '12.50',
          subtotal: '25.00',
          discount: '0.00',
          taxAmount: '2.06',
          isTaxExempt: false,
          taxClass: 'standard',
          costAtSale: expect.stringMatching(/^\d+\.\d\d$/),
          costCurrency: 'USD',
          unit: 'piece',
          returnedQuantity: 0,
          bundle: null,
        },
      ],
      payment_records: [
        {
          id: expect.stringMatching(UUID),
          payment_id: body.payment_records[0].id,
          amount: '27.06',
          rounding: '0.00',
          tip: '0.00',
          status: 'succeeded',
          processor_transaction_id: null,
          card_last_four: null,
          card_brand: null,
          reference: null,
          refunds: [],
        },
      ],
      exchange_of: null,
      expires_at: null,
      created_at: new Date(now).toISOString(),
      completedAt: new Date(now).toISOString(),
      voidedAt: null,
      voidReason: null,
    });
    for (const name of [`saleTransaction_${body.id}`, body.id, body.id.toUpperCase()]) {
      expect((await counter.get(`/transactions/${name}/`)).body).toEqual(body);
    }
    expect((await counter.get(`/sale-transactions/${number}`)).body).toEqual(body);
  });

  it('answers the same for a sale of another store as for an unknown one', async () => {
    const number = await counter.ring();
    const airport = await shop.tillToken('EMP005');
    const foreign = await counter.get(`/transactions/${number}/`, airport);
    const missing = await counter.get('/transactions/TXN-20260101-00000000/', airport);
    expect([foreign.status, missing.status]).toEqual([404, 404]);
    expect(foreign.body).toEqual({
      detail: 'Transaction not found.',
      code: 'TRANSACTION_NOT_FOUND',
    });
    expect(missing.body).toEqual(foreign.body);
    for (const name of [
      'TXN-20261399-00000000',
      'TXN-00000000-00000000',
      'x',
      'saleTransaction_x',
    ]) {
      expect((await counter.get(`/transactions/${name}/`)).status).toBe(404);
    }
  });
});

describe('a sale created in the back office', () => {
  it('starts empty, with notes', async () => {
    const { status, body } = await open({ storeId: 'DOWNTOWN', notes: 'Layaway for Jo' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      transactionId: expect.stringMatching(SALE_NUMBER),
      status: 'pending',
      source_system: 'dashboard',
      subtotal: '0.00',
      taxAmount: '0.00',
      totalAmount: '0.00',
      totalPaid: '0.00',
      changeDue: '0.00',
      notes: 'Layaway for Jo',
      store: { id: DOWNTOWN_ID, name: 'Tillhouse Downtown' },
      lineItems: [],
      created_at: new Date(now).toISOString(),
      completedAt: null,
    });
    expect((await counter.get(`/transactions/${body.transactionId}/`)).body).toEqual(body);
  });

  it('has empty notes by default, and the till as its channel when a till creates it', async () => {
    const { body } = await open({ storeId: DOWNTOWN_ID }, await shop.tillToken());
    expect(body).toMatchObject({ notes: '', source_system: 'api', terminal_id: 'T-001' });
    await shop.settleEvents();
    const event = await shop.platform.db
      .selectFrom('events')
      .select(['event', 'data'])
      .where('subject_id', '=', body.id)
      .executeTakeFirstOrThrow();
    expect(event).toMatchObject({ event: 'transaction.created', data: { source_system: 'api' } });
  });

  it.each([
    ['no store', {}, 'storeId'],
    ['an unknown store', { storeId: 'NOWHERE' }, 'storeId'],
    ['notes that are null', { storeId: 'DOWNTOWN', notes: null }, 'notes'],
    ['notes that are no text', { storeId: 'DOWNTOWN', notes: 7 }, 'notes'],
    ['notes beyond 10,000 characters', { storeId: 'DOWNTOWN', notes: 'x'.repeat(10_001) }, 'notes'],
  ])('is refused with %s', async (_, body, field) => {
    const before = await counter.recordCounts();
    const reply = await open(body);
    expect(reply.status).toBe(400);
    expect(Object.keys(reply.body.errors)).toEqual([field]);
    expect(await counter.recordCounts()).toEqual(before);
  });

  it('is refused for a store that the caller may not see', async () => {
    const before = await counter.recordCounts();
    const reply = await open({ storeId: DOWNTOWN_ID }, await shop.tillToken('EMP005'));
    expect(reply.status).toBe(400);
    expect(await counter.recordCounts()).toEqual(before);
  });

  it('is created once per key', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const token = await shop.officeToken();
    const first = await counter.post('/transactions/', { storeId: DOWNTOWN_ID }, token, headers);
    const again = await counter.post('/transactions/', { storeId: DOWNTOWN_ID }, token, headers);
    expect(again.body).toEqual(first.body);
  });
});

describe('notes', () => {
  const write = async (method: 'PATCH' | 'PUT', number: string, body: object, token?: string) =>
    shop.call(method, `/transactions/${number}/`, {
      token: token ?? (await shop.officeToken()),
      body,
    });

  it.each(['PATCH', 'PUT'] as const)('are the only field that %s changes', async method => {
    const number = await counter.ring();
    const before = (await counter.get(`/transactions/${number}/`)).body;
    const reply = await write(method, number, {
      notes: `By ${method}`,
      status: 'completed',
      totalAmount: '0.01',
      store: AIRPORT_ID,
      created_at: '2001-01-01T00:00:00Z',
    });
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({ ...before, notes: `By ${method}` });
    expect((await counter.get(`/transactions/${number}/`)).body).toEqual(reply.body);
    expect((await write(method, number, { notes: '' })).body.notes).toBe('');
  });

  it.each(['PATCH', 'PUT'] as const)(
    'stay unchanged when %s does not contain them',
    async method => {
      const number = await counter.ring();
      const before = (await counter.get(`/transactions/${number}/`)).body;
      const recordCounts = await counter.recordCounts();
      for (const body of [{}, { status: 'completed' }]) {
        const reply = await write(method, number, body);
        expect([reply.status, reply.body]).toEqual([200, before]);
      }
      expect(await counter.recordCounts()).toEqual(recordCounts);
    },
  );

  it.each([{ notes: null }, { notes: 1 }, { notes: ['x'] }, { notes: 'x'.repeat(10_001) }])(
    'refuse %j',
    async body => {
      const number = await counter.ring();
      const before = await counter.recordCounts();
      for (const method of ['PATCH', 'PUT'] as const) {
        const reply = await write(method, number, body);
        expect(reply.status).toBe(400);
        expect(Object.keys(reply.body.errors)).toEqual(['notes']);
      }
      expect((await counter.row(number)).notes).toBe('');
      expect(await counter.recordCounts()).toEqual(before);
    },
  );

  it('can be changed by managers only', async () => {
    const number = await counter.ring();
    for (const employee of ['EMP001', 'EMP002']) {
      const reply = await write('PATCH', number, { notes: 'x' }, await shop.tillToken(employee));
      expect(reply.status).toBe(403);
      expect(reply.body.code).toBe('PERMISSION_DENIED');
    }
    expect((await counter.row(number)).notes).toBe('');
    const manager = await shop.tillToken('EMP003');
    expect((await write('PATCH', number, { notes: 'x' }, manager)).status).toBe(200);
  });

  it('of a sale of another store answer 404', async () => {
    const token = await shop.tillToken('EMP005');
    const number = await counter.ring(mug({ store_id: AIRPORT_ID, employee_id: 'EMP005' }), token);
    const downtown = await shop.tillToken('EMP003');
    expect((await write('PATCH', number, { notes: 'x' }, downtown)).status).toBe(404);
  });
});

describe('lines', () => {
  it('of one sale are in the order of the receipt', async () => {
    const number = await counter.ring(
      basket([TEE, { ...MUG, quantity: 3 }, { ...TEE, price: '20.00' }], '6.81'),
    );
    const sale = (await counter.get(`/transactions/${number}/`)).body;
    const { status, body } = await counter.get(`/line-items/?transaction=${number}`);
    expect(status).toBe(200);
    expect(body).toEqual(sale.lineItems);
    expect(body.map((line: { sku: string }) => line.sku)).toEqual([
      'TEE-BLACK-M',
      'MUG-WHITE',
      'TEE-BLACK-M',
    ]);
    expect(body[1]).toMatchObject({ transactionId: number, quantity: 3, unitPrice: '12.50' });
    const byId = await counter.get(`/line-items/?transaction=${sale.documentId}`);
    expect(byId.body).toEqual(body);
    const paged = await walk(`/line-items/?transaction=${number}&limit=1`);
    expect([paged.pages, paged.rows]).toEqual([3, body]);
  });

  it('of all sales appear once each, newest sale first', async () => {
    const whole = (await counter.get('/line-items/?limit=200')).body;
    const { pages, rows } = await walk('/line-items/?limit=7');
    expect(pages).toBe(Math.ceil(whole.length / 7));
    expect(rows).toEqual(whole);
    expect(new Set(rows.map((row: { id: string }) => row.id)).size).toBe(rows.length);
  });

  it('of other stores are hidden', async () => {
    const token = await shop.tillToken('EMP005');
    const { body } = await counter.get('/line-items/?limit=200', token);
    const numbers = new Set(body.map((line: { transactionId: string }) => line.transactionId));
    const own = (await counter.get('/transactions/?limit=200', token)).body;
    expect(numbers).toEqual(
      new Set(own.map((row: { transactionId: string }) => row.transactionId)),
    );
    const foreign = await counter.ring();
    expect((await counter.get(`/line-items/?transaction=${foreign}`, token)).status).toBe(404);
    expect((await counter.get('/line-items/?sku=x')).status).toBe(400);
  });
});

it('is found by its number with one index, however many were sold that day', async () => {
  const ref = parseSaleRef(await counter.ring());
  if (ref === undefined) throw new Error('a sale has a number');
  const { db } = shop.platform;
  await statement(
    db,
    `insert into transactions select (jsonb_populate_record(null::transactions, to_jsonb(t) || jsonb_build_object(
       'id', overlay(t.id::text placing lpad(to_hex(n), 12, '0') from 25),
       'transaction_number', left(t.transaction_number, 13) || lpad(to_hex(n), 8, '0')))).*
     from (select * from transactions order by id desc limit 1) as t, generate_series(1, 1000) as n`,
  );
  const plan = await planOf(
    db.selectFrom('transactions as t').selectAll().where(byRef(ref)).compile(),
  );
  const indexes = [...plan.matchAll(/"Index Name":"(\w+)"/g)].map(([, name]) => name);
  expect(indexes).toHaveLength(1);
  expect(indexes[0]).toMatch(/^transactions_\w+_transaction_number_id_idx$/);
  // Number and day are in one index: the narrowest, even before statistics exist.
  expect(plan).toMatch(/"Index Cond":"[^"]*transaction_number = [^"]*id >= [^"]*id < /);
});

it("is read by a till from its own month's partition alone, with its lines", async () => {
  const number = await counter.ring();
  const { body } = await counter.get(`/transactions/${number}/`);
  for (const name of [number, body.id]) {
    const ref = parseSaleRef(name);
    if (ref === undefined) throw new Error('a sale has a number and an id');
    const plan = await planOf(saleToPayQuery(ref, 'cash', null, 'T-001').compile(shop.platform.db));
    const months = plan.match(/"Relation Name":"transaction\w+_(\d{4}_\d{2}|other)"/g);
    expect(months, name).toHaveLength(2);
  }
});

const literal = (value: unknown): string => {
  if (value === null) return 'null';
  return Array.isArray(value) ? `'{${value}}'` : `'${value}'`;
};

/** The generic plan, which the service uses for prepared statements. */
const planOf = ({ sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>): Promise<string> =>
  atomically(shop.platform.db, async tx => {
    await statement(tx, `prepare planned as ${sql}`);
    const values = parameters.map(literal).join(', ');
    const rows = await statement(tx, `explain (format json) execute planned (${values})`);
    await statement(tx, 'deallocate planned');
    return JSON.stringify(rows);
  });

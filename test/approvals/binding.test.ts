import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KINDS, type Kind, type Subjects, type UsedAs } from '../../src/domains/approvals/kinds.js';
import { AIRPORT_ID } from '../../src/seed/data.js';
import { counterOf, type Counter as Sales } from '../transactions/support.js';
import { type Counter, openCounter, userId } from './support.js';

let counter: Counter;
let sales: Sales;
const sold = { first: '', second: '' };
const ids = { first: '', second: '' };
beforeAll(async () => {
  counter = await openCounter();
  sales = counterOf(counter.shop);
  for (const key of ['first', 'second'] as const) {
    sold[key] = await sales.sold(CASH);
    ids[key] = (await sales.row(sold[key])).id;
  }
});
afterAll(() => counter.close());

const CASH = { payment_method_id: 'cash' };
const ACCOUNT = '0190a000-0000-7000-8000-00000000000a';
const OTHER = '0190a000-0000-7000-8000-00000000000b';
const MUG = { sku: 'MUG-WHITE', quantity: 2 };

/** What a request of the kind names, the subject it serves, and others that it must not serve. */
type Example<S> = { details: () => object; serves: () => S; others: () => S[]; unnamed: object[] };

const aboutSale = {
  details: () => ({ transaction_id: sold.first }),
  serves: () => ({ saleId: ids.first }),
  others: () => [{ saleId: ids.second }],
  unnamed: [{}, { transaction_id: '' }, { transaction_id: 7 }, { transaction_id: null }],
};
const broughtBack = {
  ...aboutSale,
  others: () => [{ saleId: ids.second }, { terminalId: 'T-001', goods: [MUG] }],
};
const atTill = {
  details: () => ({}),
  serves: () => ({ terminalId: 'T-001' }),
  others: () => [{ terminalId: 'T-002' }, { terminalId: null }],
  unnamed: [],
};

const raisedTo = (unitPriceMinor: number, sku = 'MUG-WHITE') => ({
  currency: 'USD',
  prices: [{ sku, unitPriceMinor }],
});
const shiftOf = (id: string) => ({
  id,
  terminal_id: 'T-001',
  opened_at: new Date(0),
  currency: 'USD',
});

const EXAMPLES: { [K in Kind]: Example<Subjects[K]> } = {
  void: { ...aboutSale, unnamed: [...aboutSale.unnamed, { without_receipt: true }] },
  refund: broughtBack,
  return: broughtBack,
  price_override: {
    details: () => ({ sku: 'MUG-WHITE', unit_price: '200.00' }),
    serves: () => ({ terminalId: 'T-001', raised: raisedTo(20_000) }),
    others: () => [
      { terminalId: 'T-002' },
      { terminalId: 'T-001', raised: raisedTo(20_001) },
      { terminalId: 'T-001', raised: raisedTo(20_000, 'TEE-BLACK-M') },
    ],
    unnamed: [],
  },
  cash_movement: {
    details: () => ({ shift_id: ACCOUNT, kind: 'paid_out' }),
    serves: () => ({ shift: shiftOf(ACCOUNT), kind: 'paid_out', amountMinor: 4000 }),
    others: () => [
      { shift: shiftOf(OTHER), kind: 'paid_out', amountMinor: 4000 },
      { shift: shiftOf(ACCOUNT), kind: 'paid_in', amountMinor: 4000 },
      { shift: shiftOf(ACCOUNT), kind: 'paid_out', amountMinor: 3999 },
    ],
    unnamed: [],
  },
  discount: atTill,
  tax_variance: atTill,
  value: {
    details: () => ({ account_id: ACCOUNT, change: 'add' }),
    serves: () => ({ accountId: ACCOUNT, change: 'add' }),
    others: () => [
      { accountId: OTHER, change: 'add' },
      { accountId: ACCOUNT, change: 'take_off' },
      { gives: 'gift_card', customerId: null },
    ],
    unnamed: [{}, { account_id: 'x', change: 'add' }, { account_id: ACCOUNT }, { gives: 'money' }],
  },
  agent_write: {
    details: () => ({ call_hash: 'a' }),
    serves: () => ({ callHash: 'a' }),
    others: () => [{ callHash: 'b' }],
    unnamed: [{}, { call_hash: 'a' }],
  },
};
const kinds = Object.keys(KINDS) as Kind[];

async function approved(kind: Kind, details: object): Promise<string> {
  if (kind !== 'agent_write') {
    const id = await counter.asked({ type: kind, details });
    expect((await counter.move('EMP003', id, 'approve')).status).toBe(200);
    return id;
  }
  // Only a program's call asks for it; here the row is as that would leave it.
  const id = await approved('discount', details);
  const { db } = counter.shop.platform;
  await db.updateTable('approvals').set({ request_type: kind }).where('id', '=', id).execute();
  return id;
}

const refusal = { kind: 'forbidden', code: 'APPROVAL_REQUIRED' };

describe.each(kinds)('an approval of the kind %s', kind => {
  const example: Example<Subjects[Kind]> = EXAMPLES[kind];
  const as = (subject: Subjects[Kind]) => ({ subjects: { [kind]: subject } as UsedAs });

  it('is not asked for without its subject', async () => {
    const before = await counter.rows();
    for (const details of example.unnamed) {
      const reply = await counter.ask({
        request_type: kind,
        amount: '40.00',
        reason: 'Scratched',
        details,
      });
      expect([reply.status, JSON.stringify(details)]).toEqual([400, JSON.stringify(details)]);
    }
    expect(await counter.rows()).toBe(before);
  });

  it('serves its subject, up to its amount, once', async () => {
    const id = await approved(kind, example.details());
    const before = await counter.row(id);
    const wrong = [
      ...example.others().map(as),
      { ...as(example.serves()), amountMinor: 4001 },
      { ...as(example.serves()), storeId: AIRPORT_ID },
      { ...as(example.serves()), usedBy: await userId(counter.shop, 'EMP002') },
      ...kinds
        .filter(other => other !== kind)
        .map(other => ({ subjects: { [other]: EXAMPLES[other].serves() } as UsedAs })),
    ];
    for (const change of wrong) {
      await expect(counter.use(id, change), JSON.stringify(change)).rejects.toMatchObject(refusal);
    }
    expect(await counter.row(id)).toEqual(before);
    await counter.use(id, as(example.serves()));
    const used = await counter.row(id);
    expect(used.status).toBe('consumed');
    await expect(counter.use(id, as(example.serves()))).rejects.toMatchObject(refusal);
    expect(await counter.row(id)).toEqual(used);
  });
});

const asked = (details: object, type = 'void', amount = '13.53') =>
  counter.ask({ request_type: type, amount, reason: 'Wrong sale', details });

describe('a request that is for a sale', () => {
  it('names one of the store by its number or its document id', async () => {
    for (const transaction_id of [sold.first, `saleTransaction_${ids.first}`]) {
      const { status, body } = await asked({ transaction_id });
      expect(status).toBe(201);
      expect(await counter.row(body.request_id)).toMatchObject({
        sale_id: ids.first,
        sale_number: sold.first,
      });
    }
  });

  it('is refused for a sale that is not there, or of another store', async () => {
    const { db } = counter.shop.platform;
    const elsewhere = await sales.sold(CASH);
    const before = await counter.rows();
    await db
      .updateTable('transactions')
      .set({ store_id: AIRPORT_ID })
      .where('transaction_number', '=', elsewhere)
      .execute();
    for (const transaction_id of ['TXN-20260101-0000000A', `saleTransaction_${OTHER}`, elsewhere]) {
      const reply = await asked({ transaction_id });
      expect([reply.status, reply.text.includes('details.transaction_id')]).toEqual([400, true]);
    }
    expect(await counter.rows()).toBe(before);
  });

  it('shows its sale and amount to the one who decides', async () => {
    const id = (await asked({ transaction_id: `saleTransaction_${ids.first}` })).body.request_id;
    const shown = { transaction_id: sold.first, amount: '13.53' };
    expect((await counter.list('?limit=1', 'EMP003')).body).toMatchObject([shown]);
    expect((await counter.status(id)).body).toMatchObject(shown);
    expect((await counter.events(id))[0]).toMatchObject({
      event: 'approval.requested',
      data: shown,
    });
  });

  it('of a release that named none is refused', async () => {
    const id = await approved('void', { transaction_id: sold.first });
    await counter.shop.platform.db
      .updateTable('approvals')
      .set({ sale_id: null, sale_number: null })
      .where('id', '=', id)
      .execute();
    const subjects = { void: { saleId: ids.first } };
    await expect(counter.use(id, { subjects })).rejects.toMatchObject(refusal);
  });
});

describe('goods without a receipt', () => {
  const goods = { terminalId: 'T-001', goods: [MUG] };
  it('have an approval of their own, for the goods that it lists', async () => {
    const details = { without_receipt: true };
    expect((await asked({ ...details, transaction_id: sold.first }, 'refund')).status).toBe(400);
    const wrong = [
      { saleId: ids.first },
      { ...goods, terminalId: 'T-002' },
      { ...goods, goods: [{ ...MUG, quantity: 3 }] },
    ];
    const id = await approved('refund', { ...details, line_items: [MUG] });
    for (const refund of wrong) {
      await expect(counter.use(id, { subjects: { refund } })).rejects.toMatchObject(refusal);
    }
    await counter.use(id, { subjects: { refund: goods } });
    await counter.use(await approved('return', details), { subjects: { return: goods } });
  });
});

it('a void with the approval of a cheaper sale changes nothing', async () => {
  const approval = await approved('void', { transaction_id: sold.first });
  const token = await counter.shop.tillToken('EMP001');
  const before = await sales.recordCounts();
  const reply = await sales.voidSale(sold.second, { approval_request_id: approval }, token);
  expect([reply.status, reply.body.code]).toEqual([403, 'APPROVAL_REQUIRED']);
  expect(await sales.recordCounts()).toEqual(before);
  expect(await sales.approvalStatus(approval)).toBe('approved');
  const own = await sales.voidSale(sold.first, { approval_request_id: approval }, token);
  expect(own.status).toBe(200);
});

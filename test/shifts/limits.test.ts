import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { booked, query, syncOf, Till } from '../pos/journal/support.js';
import { cash } from '../stored-value/support.js';
import { basket, MUG, mug } from '../transactions/support.js';
import { openTills, type Tills } from './support.js';

let tills: Tills;
let shift: string;
beforeAll(async () => {
  tills = await openTills();
});
afterAll(() => tills.shop.close());
beforeEach(async () => {
  await tills.closeOpenShift();
  shift = await tills.open('100.00');
});

const move = (action: string, amount: string, approval?: string, token?: string) =>
  tills.act(
    shift,
    action,
    { amount, reason: 'Bank', ...(approval && { approval_request_id: approval }) },
    token,
  );
const approve = (amount: string, details: object = {}, type = 'cash_movement') =>
  tills.counter.approved(type, amount, details);
const movements = () =>
  query<{ kind: string; amount: string }>(
    tills.shop,
    'select kind, amount::text from cash_movements where shift_id = $1 order by id',
    [shift],
  );
const setLimit = async (amount: string) => {
  const token = await tills.shop.officeToken('admin');
  const reply = await tills.shop.call('PATCH', '/stores/DOWNTOWN/', {
    token,
    body: { cash_movement_limit: amount },
  });
  expect([reply.status, reply.body.cash_movement_limit]).toEqual([200, amount]);
};

describe('cash in and out of a drawer', () => {
  it('up to the limit of the store needs no approval', async () => {
    expect((await move('paid-in', '500.00')).status).toBe(200);
    expect((await move('paid-out', '500.00')).status).toBe(200);
    expect(await movements()).toEqual([
      { kind: 'paid_in', amount: '500.00' },
      { kind: 'paid_out', amount: '500.00' },
    ]);
  });

  it('above the limit, or above what the drawer holds, is refused in the same words', async () => {
    const supervisor = await tills.supervisor();
    const replies = [
      await move('paid-in', '500.01'),
      await move('paid-in', '500.01', undefined, supervisor),
      await move('paid-out', '500.01'),
      await move('paid-out', '100.01'),
    ];
    for (const { status, body } of replies) {
      expect([status, body.code]).toEqual([403, 'APPROVAL_REQUIRED']);
    }
    expect(replies[3]?.body.details).toEqual({
      request_type: 'cash_movement',
      amount: '100.01',
      details: { shift_id: shift, kind: 'paid_out' },
    });
    expect(replies[2]?.body.error).toBe(replies[3]?.body.error);
    expect(await movements()).toEqual([]);
    await setLimit('1000.00');
    expect((await move('paid-in', '500.01')).status).toBe(200);
    await setLimit('500.00');
  });

  it('takes an approval of this shift, kind and amount, once', async () => {
    const named = { shift_id: shift, kind: 'paid_out' };
    const wrong = [
      await approve('700.00', { ...named, kind: 'paid_in' }),
      await approve('700.00', { ...named, shift_id: crypto.randomUUID() }),
      await approve('700.01', named),
      await approve('700.00', named, 'discount'),
    ];
    for (const id of wrong) expect((await move('paid-out', '700.00', id)).status).toBe(403);
    const earlier = await approve('700.00');
    await tills.closeOpenShift();
    shift = await tills.open('100.00');
    expect((await move('paid-out', '700.00', earlier)).status).toBe(403);
    expect(await movements()).toEqual([]);
    const id = await approve('700.00', { shift_id: shift, kind: 'paid_out' });
    expect((await move('paid-out', '700.00', id)).status).toBe(200);
    expect((await move('paid-out', '700.00', id)).status).toBe(403);
    expect(await tills.counter.approvalStatus(id)).toBe('consumed');
    expect(await movements()).toEqual([{ kind: 'paid_out', amount: '700.00' }]);
  });
});

describe('a price of more than ten times the list price', () => {
  const at = (price: string, tax: string, more = {}) => basket([{ ...MUG, price }], tax, more);
  const create = (body: object) => tills.counter.post('/pos/transactions/create/', body);

  it('needs an approval that names the goods and the price', async () => {
    expect((await create(at('125.00', '10.31'))).status).toBe(201);
    const before = await booked(tills.shop);
    const { status, body } = await create(at('125.01', '10.31'));
    expect([status, body.code]).toEqual([403, 'APPROVAL_REQUIRED']);
    expect(body.details).toEqual({
      request_type: 'price_override',
      amount: '112.51',
      details: { prices: [{ sku: MUG.sku, unit_price: '125.01' }] },
    });
    const right = { sku: MUG.sku, unit_price: '125.01' };
    const wrong = [
      await approve('112.51', {}, 'price_override'),
      await approve('112.51', { ...right, unit_price: '125.02' }, 'price_override'),
      await approve('112.51', { ...right, sku: 'BEANS-1KG' }, 'price_override'),
      await approve('112.50', right, 'price_override'),
      await approve('112.51', right, 'discount'),
    ];
    for (const id of wrong) {
      const refused = await create(at('125.01', '10.31', { approval_request_id: id }));
      expect([refused.status, refused.body.code]).toEqual([403, 'APPROVAL_REQUIRED']);
    }
    expect(await booked(tills.shop)).toEqual(before);
    const id = await approve('112.51', { prices: [right] }, 'price_override');
    expect((await create(at('125.01', '10.31', { approval_request_id: id }))).status).toBe(201);
    expect((await create(at('125.01', '10.31', { approval_request_id: id }))).status).toBe(403);
  });
});

describe('the journal of a till', () => {
  it('holds such entries, and a manager books them', async () => {
    const till = new Till('T-001');
    const now = new Date();
    const sync = syncOf(tills.shop, tills.cashier);
    const dear = basket([{ ...MUG, price: '200.00' }], '16.50');
    const entries = [
      till.write('cash_in', { amount: '500.01', reason: 'Bank' }, now),
      till.write('cash_out', { amount: '100.01', reason: 'Bank' }, now),
      till.sale(now, { ...dear, payments: [cash('216.50')] }),
      till.sale(now, mug()),
    ];
    const before = await booked(tills.shop);
    const { body } = await sync('T-001', entries.slice(0, 3));
    for (const result of body.results) {
      expect(result).toMatchObject({ status: 'held', reason: 'APPROVAL_REQUIRED' });
    }
    expect(await booked(tills.shop)).toEqual(before);
    const office = await tills.shop.officeToken();
    const held = await query<{ id: string }>(
      tills.shop,
      `select id from till_journal where status = 'held' order by counter`,
    );
    for (const { id } of held) {
      const { status } = await tills.counter.post(`/pos/journal/${id}/retry/`, undefined, office);
      expect(status).toBe(200);
    }
    expect(await movements()).toEqual([
      { kind: 'paid_in', amount: '500.01' },
      { kind: 'paid_out', amount: '100.01' },
    ]);
    expect((await sync('T-001', entries)).body.results[3]).toMatchObject({ status: 'accepted' });
    // With an approval that was given at the till it is booked at once.
    const approval = await approve('900.00', { shift_id: shift, kind: 'paid_in' });
    const data = { amount: '900.00', reason: 'Bank', approval_request_id: approval };
    const [result] = (await sync('T-001', [till.write('cash_in', data, new Date())])).body.results;
    expect(result).toMatchObject({ status: 'accepted' });
    // A manager who sent an entry does not approve it.
    const own = till.write('cash_in', { amount: '600.00', reason: 'Bank' }, new Date());
    const asManager = syncOf(tills.shop, () => tills.shop.tillToken('EMP003', 'T-001'));
    const sent = await asManager('T-001', [own]);
    expect(sent.body.results?.[0], JSON.stringify(sent.body)).toMatchObject({ status: 'held' });
    const [ownEntry] = await query<{ id: string }>(
      tills.shop,
      `select id from till_journal where status = 'held'`,
    );
    const again = `/pos/journal/${ownEntry?.id}/retry/`;
    const refused = await tills.counter.post(again, undefined, office);
    expect([refused.status, refused.body.code]).toEqual([403, 'APPROVAL_REQUIRED']);
    const admin = await tills.shop.officeToken('admin');
    expect((await tills.counter.post(again, undefined, admin)).status).toBe(200);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statement } from '../../src/platform/database/tx.js';
import { AIRPORT_ID, customer, DOWNTOWN_ID } from '../../src/seed/data.js';
import { airportManager } from '../reconciliation/support.js';
import { openShop, type Reply, type Shop } from '../support/service.js';
import { type Counter, counterOf, MUG_TOTAL, mug } from '../transactions/support.js';
import { byGiftCard, CODE, cardOf, entriesOf, fieldsOf, sellCard } from './support.js';

let shop: Shop;
let counter: Counter;
let manager: string;
let elsewhere: string;
beforeAll(async () => {
  shop = await openShop({ background: false });
  counter = counterOf(shop);
  manager = await shop.officeToken();
  elsewhere = await airportManager(shop);
});
afterAll(() => shop.close());

const give = (body: object, token = manager, key?: string): Promise<Reply> =>
  shop.call('POST', '/value-accounts/', {
    token,
    body: { kind: 'gift_card', store_id: 'DOWNTOWN', amount: '20.00', reason: 'Late', ...body },
    ...(key && { headers: { 'idempotency-key': key } }),
  });
const correct = (id: string, body: object, token = manager): Promise<Reply> =>
  shop.call('POST', `/value-accounts/${id}/correct/`, { token, body: { reason: 'Typo', ...body } });
const list = async (query: string, token = manager) => {
  const { status, body } = await shop.call('GET', `/value-accounts/?${query}`, { token });
  expect(status).toBe(200);
  return body;
};
const idsIn = async (query: string, token = manager): Promise<string[]> =>
  (await list(query, token)).map(({ id }: { id: string }) => id);
const entries = async (id: string) =>
  (await shop.call('GET', `/value-accounts/${id}/entries/`, { token: manager })).body;
const count = async () =>
  (
    await statement<{ n: number }>(shop.platform.db, 'select count(*)::int as n from value_entries')
  )[0]?.n;

describe('value that staff give', () => {
  it('is a gift card with a code that is shown once, and pays at a till', async () => {
    const given = await give(
      { reason: 'Parcel was late', customer_id: customer.id },
      manager,
      'k1',
    );
    expect(given.status).toBe(201);
    const { id, code } = given.body;
    expect(code).toMatch(CODE);
    expect(given.body).toMatchObject({
      kind: 'gift_card',
      balance: '20.00',
      currency: 'USD',
      store: DOWNTOWN_ID,
      customer_id: customer.id,
      sold_by: null,
      given: { reason: 'Parcel was late', by: { name: 'Morgan Reyes' } },
    });
    expect(
      (await give({ reason: 'Parcel was late', customer_id: customer.id }, manager, 'k1')).body,
    ).toEqual(given.body);
    const shown = await shop.call('GET', `/value-accounts/${id}/`, { token: manager });
    expect(shown.text).not.toContain(code);
    expect(await entries(id)).toMatchObject([
      { kind: 'issued', amount: '20.00', reason: 'Parcel was late', by: { name: 'Morgan Reyes' } },
    ]);
    const log = await shop.call('GET', `/audit-log/?record=value-accounts/${id}`, {
      token: manager,
    });
    expect(log.body.map(({ action }: { action: string }) => action)).toEqual(['create']);
    expect(log.text).not.toContain(code);
    // Entries outlive the erasure of the customer, whom the reason may name.
    expect(log.text).not.toContain('Parcel was late');
    const sale = await counter.ring(mug());
    expect((await counter.pay(sale, byGiftCard(code, MUG_TOTAL))).status).toBe(202);
    expect(await cardOf(shop, code)).toMatchObject({ balance: '6.47' });
  });

  it('is a store credit of a customer, which has an event', async () => {
    const given = await give({ kind: 'store_credit', customer_id: customer.id, amount: 5 });
    expect(given.body).toMatchObject({ kind: 'store_credit', balance: '5.00', expires_at: null });
    await shop.settleEvents();
    const [event] = await statement<{ data: object }>(
      shop.platform.db,
      `select data from events where event = 'store_credit.saved' and subject_id = $1`,
      [given.body.id],
    );
    expect(event?.data).toMatchObject({ return_id: null, transaction_id: null, amount: '5.00' });
  });

  it.each([
    [{ amount: '0.00' }, 400, 'amount'],
    [{ amount: '-1.00' }, 400, 'amount'],
    [{ amount: '1.005' }, 400, 'amount'],
    [{ reason: ' ' }, 400, 'reason'],
    [{ kind: 'points' }, 400, 'kind'],
    [{ store_id: 'NOWHERE' }, 400, 'store_id'],
    [{ customer_id: DOWNTOWN_ID }, 400, 'customer_id'],
  ])('is refused for %j', async (change, status, field) => {
    const before = await count();
    const reply = await give(change);
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([status, [field]]);
    expect(await count()).toBe(before);
  });

  it('is given by managers, for their own stores', async () => {
    const before = await count();
    expect((await give({}, await shop.tillToken())).status).toBe(403);
    expect((await give({}, elsewhere)).status).toBe(400);
    expect(await count()).toBe(before);
    expect((await give({ store_id: 'AIRPORT' }, elsewhere)).body).toMatchObject({
      store: AIRPORT_ID,
      currency: 'EUR',
    });
  });
});

describe('a corrected balance', () => {
  it('goes up and down with a reason, and never below zero', async () => {
    const { id } = (await give({})).body;
    expect((await correct(id, { amount: '5.00' })).body).toMatchObject({ balance: '25.00' });
    expect((await correct(id, { amount: '-25.00' })).body).toMatchObject({ balance: '0.00' });
    expect(fieldsOf(await correct(id, { amount: '-0.01' }))).toEqual([409, 'BALANCE_TOO_LOW', []]);
    expect((await entries(id)).slice(0, 2)).toMatchObject([
      { kind: 'corrected', amount: '-25.00', balance: '0.00', reason: 'Typo' },
      { kind: 'corrected', amount: '5.00', balance: '25.00', reason: 'Typo' },
    ]);
    for (const amount of ['0.00', '1.005', '1e3', '', 5]) {
      expect((await correct(id, { amount })).status).toBe(400);
    }
    expect((await correct(id, { amount: '1.00', reason: '' })).status).toBe(400);
  });

  it('and payments of the same card add up, whichever comes first', async () => {
    const { id, code } = (await give({ amount: '13.53' })).body;
    const sale = await counter.ring(mug());
    const [paid, corrected] = await Promise.all([
      counter.pay(sale, byGiftCard(code, MUG_TOTAL)),
      correct(id, { amount: '-13.53' }),
    ]);
    expect([paid.status === 202, corrected.status === 200].filter(Boolean)).toHaveLength(1);
    expect(await cardOf(shop, code)).toMatchObject({ balance: '0.00' });
    expect(await entriesOf(shop, id)).toHaveLength(2);
  });

  it('is refused for a card that expired or was taken back, and in other stores', async () => {
    const { code, sale } = await sellCard(counter, '20.00');
    const { id } = await cardOf(shop, code);
    expect((await correct(id, { amount: '1.00' }, elsewhere)).status).toBe(404);
    await shop.call('POST', `/transactions/${sale}/void/`, {
      token: manager,
      body: { reason: 'Wrong amount' },
    });
    expect(fieldsOf(await correct(id, { amount: '1.00' }))).toEqual([409, 'ACCOUNT_CLOSED', []]);
    const old = (await give({})).body;
    await statement(
      shop.platform.db,
      `update value_accounts set expires_at = now() - interval '1 day' where id = $1`,
      [old.id],
    );
    expect(fieldsOf(await correct(old.id, { amount: '1.00' }))).toEqual([
      409,
      'ACCOUNT_CLOSED',
      [],
    ]);
    expect(await entriesOf(shop, old.id)).toHaveLength(1);
  });

  it('downwards is no debt of the customer when the sale of the card is voided', async () => {
    const debts = async (sale: string) =>
      statement<{ description: string }>(
        shop.platform.db,
        `select description from tasks where title like $1 and task_id like 'gift-card-%'`,
        [`%${sale}%`],
      ).then(rows => rows.map(row => /owes (\S+ USD)/.exec(row.description)?.[1]));
    const [kept, used] = [await sellCard(counter, '50.00'), await sellCard(counter, '50.00')];
    for (const { code } of [kept, used]) {
      const { id } = await cardOf(shop, code);
      expect((await correct(id, { amount: '-20.00' })).body).toMatchObject({ balance: '30.00' });
    }
    await counter.sold(byGiftCard(used.code, MUG_TOTAL));
    for (const { sale } of [kept, used]) expect((await counter.voidSale(sale)).status).toBe(200);
    expect([await debts(kept.sale), await debts(used.sale)]).toEqual([[], [`${MUG_TOTAL} USD`]]);
    expect(await cardOf(shop, kept.code)).toMatchObject({ balance: '0.00', status: 'blocked' });
    expect(await cardOf(shop, used.code)).toMatchObject({ balance: '0.00', status: 'blocked' });
  });

  it('of a blocked card is possible, as after its replacement', async () => {
    const { id } = (await give({})).body;
    const block = { token: manager, body: { reason: 'Ms Byron lost it' } };
    expect((await shop.call('POST', `/value-accounts/${id}/block/`, block)).status).toBe(200);
    expect((await correct(id, { amount: '-20.00' })).body).toMatchObject({ balance: '0.00' });
    const log = await shop.call('GET', `/audit-log/?record=value-accounts/${id}`, {
      token: manager,
    });
    expect(log.text).not.toContain('Byron');
    const [corrected, blocked] = log.body;
    expect([corrected.changes.reason, blocked.changes['block.reason']]).toEqual([
      { before: null, after: '[personal]' },
      { before: null, after: '[personal]' },
    ]);
  });
});

describe('the approval policy', () => {
  const policy = async (approval_policy: object) => {
    const token = await shop.officeToken('admin');
    const reply = await shop.call('PATCH', '/stores/DOWNTOWN/', {
      token,
      body: { approval_policy },
    });
    expect(reply.status).toBe(200);
    return reply.body.approval_policy;
  };
  const approved = async (amount: string, details: object, type = 'value') => {
    const asked = await shop.call('POST', '/pos/approvals/request/', {
      token: manager,
      body: { request_type: type, amount, reason: 'Complaint', store_id: 'DOWNTOWN', details },
    });
    const { request_id: id } = asked.body;
    const token = await shop.officeToken('admin');
    expect((await shop.call('POST', `/pos/approvals/${id}/approve/`, { token })).status).toBe(200);
    return id;
  };

  it('asks for a second person above the amount of the store', async () => {
    expect(await policy({ value_above: 50 })).toEqual({ value_above: '50.00' });
    expect((await give({ amount: '50.00' })).status).toBe(201);
    const before = await count();
    expect(fieldsOf(await give({ amount: '50.01' })).slice(0, 2)).toEqual([
      403,
      'APPROVAL_REQUIRED',
    ]);
    const card = { gives: 'gift_card' };
    const tooLittle = await approved('50.00', card);
    const otherKind = await approved('60.00', {}, 'discount');
    const otherValue = await approved('60.00', { gives: 'store_credit' });
    const ofCustomer = await approved('60.00', { ...card, customer_id: customer.id });
    for (const approval_request_id of [tooLittle, otherKind, otherValue, ofCustomer]) {
      const reply = await give({ amount: '60.00', approval_request_id });
      expect([reply.status, reply.body.code]).toEqual([403, 'APPROVAL_REQUIRED']);
    }
    expect(await count()).toBe(before);
    const approval_request_id = await approved('60.00', card);
    const given = await give({ amount: '60.00', approval_request_id });
    expect(given.status).toBe(201);
    expect((await give({ amount: '60.00', approval_request_id })).status).toBe(403);
    const [entry] = await entries(given.body.id);
    expect(entry.approved_by).toMatchObject({ name: expect.any(String) });
    const { id } = given.body;
    expect((await correct(id, { amount: '-50.01' })).status).toBe(403);
    const added = await approved('50.01', { account_id: id, change: 'add' });
    expect((await correct(id, { amount: '-50.01', approval_request_id: added })).status).toBe(403);
    const second = await approved('50.01', { account_id: id, change: 'take_off' });
    const done = await correct(id, { amount: '-50.01', approval_request_id: second });
    expect(done.body).toMatchObject({ balance: '9.99' });
    await policy({});
  });
});

describe('the list of gift cards and credits', () => {
  it('filters by kind, state, customer, end of the code, sale and text, page by page', async () => {
    const { code, sale } = await sellCard(counter, '12.34');
    const { id } = await cardOf(shop, code);
    const [card] = await list(`sale=${sale}`);
    expect(card).toMatchObject({ id, sold_by: sale, balance: '12.34', given: null });
    expect(JSON.stringify(await list('limit=200'))).not.toContain(code);
    expect(await idsIn(`q=${sale.toLowerCase()}`)).toEqual([id]);
    expect(await idsIn(`last_four=${code.slice(-4)}`)).toContain(id);
    expect(await idsIn(`q=${code.slice(-4).toLowerCase()}`)).toContain(id);
    expect(await idsIn(`last_four=${code.slice(-4)}&kind=store_credit`)).not.toContain(id);
    const mine = await list(`customer=${customer.id}&limit=200`);
    expect(mine.length).toBeGreaterThan(1);
    expect(new Set(mine.map((one: { customer_id: string }) => one.customer_id))).toEqual(
      new Set([customer.id]),
    );
    const name = mine[0].customer_name;
    expect(name).toMatch(/\S/);
    expect(await idsIn(`q=${encodeURIComponent(name)}&limit=200`)).toEqual(
      mine.map((one: { id: string }) => one.id),
    );
    expect(await idsIn('q=nobody-has-this-name')).toEqual([]);
    const states = ['active', 'empty', 'expired', 'blocked'];
    const parts = await Promise.all(states.map(state => idsIn(`state=${state}&limit=200`)));
    const all = await idsIn('limit=200');
    expect(parts.flat().sort()).toEqual([...all].sort());
    expect(parts.every(part => part.length > 0)).toBe(true);
    expect(all).toEqual([...all].sort().reverse());

    const first = await shop.call('GET', '/value-accounts/?limit=3', { token: manager });
    expect(first.body.map((one: { id: string }) => one.id)).toEqual(all.slice(0, 3));
    const next = /<([^>]+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? '';
    const { pathname, search } = new URL(next, 'http://shop');
    const second = await shop.call('GET', pathname + search, { token: manager });
    expect(second.body.map((one: { id: string }) => one.id)).toEqual(all.slice(3, 6));
  });

  it('has what the stores of the caller issued or took, and is for managers', async () => {
    const own = (await give({ store_id: 'AIRPORT' }, elsewhere)).body.id;
    const foreign = (await give({})).body.id;
    const seen = await idsIn('limit=200', elsewhere);
    expect([seen.includes(own), seen.includes(foreign)]).toEqual([true, false]);
    expect(await idsIn('store=DOWNTOWN', elsewhere)).toEqual([]);
    expect(await idsIn('store=AIRPORT&limit=200')).toContain(own);
    const till = await shop.call('GET', '/value-accounts/', { token: await shop.tillToken() });
    expect(till.status).toBe(403);
    const unknown = await shop.call('GET', '/value-accounts/?colour=red', { token: manager });
    expect(unknown.status).toBe(400);
  });
});

it('the books of a day balance with what staff gave and took', async () => {
  const { body } = await shop.call('GET', '/reports/journal/?store=DOWNTOWN', { token: manager });
  const [day] = body.days.filter((one: { currency: string }) => one.currency === 'USD');
  const sum = (side: 'debit' | 'credit', kinds?: string[]): number =>
    day.entries
      .filter((one: { kind: string }) => kinds?.includes(one.kind) ?? true)
      .reduce(
        (all: number, one: Record<string, string>) => all + Math.round(Number(one[side]) * 100),
        0,
      );
  expect(sum('debit')).toBe(sum('credit'));
  const rows = await statement<{ up: string; down: string }>(
    shop.platform.db,
    `select sum(e.amount) filter (where e.amount > 0) as up, -sum(e.amount) filter (where e.amount < 0) as down
     from value_adjustments j join value_entries e on e.id = j.entry_id where e.store_id = $1`,
    [DOWNTOWN_ID],
  );
  expect(sum('debit', ['given_vouchers'])).toBe(Math.round(Number(rows[0]?.up) * 100));
  expect(sum('credit', ['given_vouchers'])).toBe(Math.round(Number(rows[0]?.down) * 100));
  const owed = await shop.call('GET', '/value-accounts/liability/', { token: manager });
  for (const row of owed.body.liabilities) expect(Number(row.balance)).toBeGreaterThanOrEqual(0);
});

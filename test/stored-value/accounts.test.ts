import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { airportManager } from '../reconciliation/support.js';
import { openShop, type Shop } from '../support/service.js';
import { type Counter, counterOf, MUG_TOTAL, mug } from '../transactions/support.js';
import { byGiftCard, cardOf, cash, entriesOf, fieldsOf, sellCard } from './support.js';

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

const byCode = (code: string, token = manager) =>
  shop.call('GET', `/value-accounts/by-code/?code=${code}`, { token });
const account = (id: string, token = manager, path = '') =>
  shop.call('GET', `/value-accounts/${id}/${path}`, { token });
const block = (id: string, reason: unknown = 'Lost', token = manager) =>
  shop.call('POST', `/value-accounts/${id}/block/`, { token, body: { reason } });
const unblock = (id: string, token = manager) =>
  shop.call('POST', `/value-accounts/${id}/unblock/`, { token, body: {} });

describe('a gift card at the desk', () => {
  it('is found by its code and shows its history, newest first', async () => {
    const { code, sale } = await sellCard(counter, '40.00');
    const paid = await counter.ring(mug());
    expect((await counter.pay(paid, byGiftCard(code, MUG_TOTAL))).status).toBe(202);
    const found = await byCode(code.toLowerCase());
    expect(found.body).toMatchObject({
      kind: 'gift_card',
      currency: 'USD',
      balance: '26.47',
      status: 'active',
      code_last_four: code.slice(-4),
      block: null,
    });
    expect(JSON.stringify(found.body)).not.toContain(code);
    const { id } = found.body;
    expect((await account(id)).body).toEqual(found.body);
    const entries = (await account(id, manager, 'entries/')).body;
    expect(entries).toMatchObject([
      { kind: 'spent', amount: '-13.53', balance: '26.47', transaction_id: paid },
      { kind: 'issued', amount: '40.00', balance: '40.00', transaction_id: sale },
    ]);
    const first = await account(id, manager, 'entries/?limit=1');
    expect(first.body).toEqual(entries.slice(0, 1));
    const next = /<([^>]+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? '';
    const { pathname, search } = new URL(next, 'http://shop');
    expect((await shop.call('GET', pathname + search, { token: manager })).body).toEqual(
      entries.slice(1),
    );
  });

  it('is found by its code in every store, but belongs to the stores that used it', async () => {
    const { code } = await sellCard(counter, '10.00');
    const found = await byCode(code, elsewhere);
    expect(found.status).toBe(200);
    const { id } = found.body;
    for (const reply of [
      await account(id, elsewhere),
      await account(id, elsewhere, 'entries/'),
      await block(id, 'Stolen', elsewhere),
      await unblock(id, elsewhere),
    ]) {
      expect([reply.status, reply.body.code]).toEqual([404, 'NOT_FOUND']);
    }
    expect(await cardOf(shop, code)).toMatchObject({ status: 'active', balance: '10.00' });
  });

  it('is for managers only, and points are no such account', async () => {
    const { code } = await sellCard(counter, '10.00');
    const { id } = (await byCode(code)).body;
    const cashier = await shop.tillToken();
    for (const reply of [
      await byCode(code, cashier),
      await account(id, cashier),
      await block(id, 'Lost', cashier),
    ]) {
      expect(reply.status).toBe(403);
    }
    const points = await shop.platform.db
      .selectFrom('value_accounts')
      .select('id')
      .where('kind', '=', 'points')
      .executeTakeFirstOrThrow();
    expect((await account(points.id)).status).toBe(404);
    expect((await block(points.id)).status).toBe(404);
  });

  it('counts wrong codes towards the block of the address', async () => {
    const wrong = await byCode('WRONGWRONGWRONGW');
    expect([wrong.status, wrong.body.code]).toEqual([404, 'NOT_FOUND']);
    expect((await byCode('')).status).toBe(400);
  });
});

describe('a blocked gift card', () => {
  it('keeps its balance, pays nothing, and pays again after the block was lifted', async () => {
    const { code } = await sellCard(counter, '20.00');
    const { id } = (await byCode(code)).body;
    const blocked = await block(id, 'Lost by the customer');
    expect([blocked.status, blocked.body]).toMatchObject([
      200,
      {
        status: 'blocked',
        balance: '20.00',
        block: { reason: 'Lost by the customer', by: { name: expect.any(String) } },
      },
    ]);
    const sale = await counter.ring(mug());
    expect(fieldsOf(await counter.pay(sale, byGiftCard(code, '5.00')))[0]).toBe(400);
    expect(await entriesOf(shop, id)).toEqual([['issued', '20.00']]);
    expect(fieldsOf(await block(id)).slice(0, 2)).toEqual([409, 'ALREADY_BLOCKED']);
    expect((await unblock(id)).body).toMatchObject({ status: 'active', block: null });
    expect(fieldsOf(await unblock(id)).slice(0, 2)).toEqual([409, 'NOT_BLOCKED_BY_STAFF']);
    expect((await counter.pay(sale, byGiftCard(code, '13.53'))).status).toBe(202);
    expect(await cardOf(shop, code)).toMatchObject({ balance: '6.47', status: 'active' });
  });

  it('needs a reason', async () => {
    const { code } = await sellCard(counter, '20.00');
    const { id } = (await byCode(code)).body;
    for (const reason of ['', null, 'x'.repeat(501)]) {
      expect((await block(id, reason)).status).toBe(400);
    }
    expect(await cardOf(shop, code)).toMatchObject({ status: 'active' });
  });

  it('stays blocked if its sale was taken back, also if a manager had blocked it before', async () => {
    const { code, sale } = await sellCard(counter, '20.00');
    const { id } = (await byCode(code)).body;
    expect((await block(id)).status).toBe(200);
    const voided = await shop.call('POST', `/transactions/${sale}/void/`, {
      token: manager,
      body: { reason: 'Wrong amount' },
    });
    expect(voided.status).toBe(200);
    expect(await cardOf(shop, code)).toMatchObject({ balance: '0.00', status: 'blocked' });
    expect(fieldsOf(await unblock(id)).slice(0, 2)).toEqual([409, 'NOT_BLOCKED_BY_STAFF']);
    expect((await account(id)).body).toMatchObject({ status: 'blocked', block: null });
  });

  it('is paid or blocked first, never both halves of one', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { code } = await sellCard(counter, '5.00');
      const { id } = (await byCode(code)).body;
      const sale = await counter.ring(mug());
      const [paid, blocked] = await Promise.all([
        counter.pay(sale, byGiftCard(code, '5.00')),
        block(id),
      ]);
      expect(blocked.status).toBe(200);
      expect([202, 400]).toContain(paid.status);
      const balance = paid.status === 202 ? '0.00' : '5.00';
      expect(await cardOf(shop, code)).toMatchObject({ balance, status: 'blocked' });
      expect((await counter.pay(sale, cash('1.00'))).status).toBe(202);
    }
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expireGiftCards } from '../../src/domains/stored-value/gift-cards/expire-gift-cards.js';
import { hashesOfCode, revealGiftCards } from '../../src/domains/stored-value/index.js';
import { atomically, statement } from '../../src/platform/database/tx.js';
import { openShop, type Shop } from '../support/service.js';
import { basket, type Counter, counterOf, MUG_TOTAL } from '../transactions/support.js';
import { byGiftCard, cardOf, cash, entriesOf, giftCard, returnOne, sellCard } from './support.js';

let shop: Shop;
let counter: Counter;
beforeAll(async () => {
  shop = await openShop({ background: false });
  counter = counterOf(shop);
});
afterAll(() => shop.close());

const balanceOf = (code: string, at: Shop = shop) =>
  at.call('GET', `/value-accounts/balance/?code=${encodeURIComponent(code)}`);
const setMonths = async (gift_card_months: number | null) => {
  const token = await shop.officeToken('admin');
  return shop.call('PATCH', '/stores/DOWNTOWN/', { token, body: { gift_card_months } });
};
const yearsValid = async (code: string): Promise<number | null> => {
  const { expires_at: end } = (await balanceOf(code)).body;
  return end === null ? null : new Date(end).getUTCFullYear() - new Date().getUTCFullYear();
};

describe('gift cards expire', () => {
  it('after the months of the store that sold them; a top-up begins a new term', async () => {
    expect((await setMonths(0)).status).toBe(400);
    expect((await setMonths(36)).body.gift_card_months).toBe(36);
    const { code } = await sellCard(counter, '20.00');
    expect(await yearsValid(code)).toBe(3);
    await setMonths(60);
    const body = basket([giftCard('5.00')], '0.00', { payment: cash('5.00') });
    const topUp = await counter.post('/pos/transactions/create/', {
      ...body,
      line_items: body.line_items.map(line => ({ ...line, gift_card_code: code })),
    });
    expect(topUp.status).toBe(201);
    expect(await yearsValid(code)).toBe(5);
    await setMonths(null);
    expect(await yearsValid((await sellCard(counter, '20.00')).code)).toBeNull();
  });

  it('and lose their rest once by an entry; a refund gives them a year', async () => {
    const { code } = await sellCard(counter, '20.00');
    const sale = await counter.sold(byGiftCard(code, MUG_TOTAL));
    const { id } = await cardOf(shop, code);
    await expireGiftCards(shop.platform);
    expect((await cardOf(shop, code)).balance).toBe('6.47');
    await statement(
      shop.platform.db,
      `update value_accounts set expires_at = now() - interval '1 day' where id = $1`,
      [id],
    );
    await Promise.all([expireGiftCards(shop.platform), expireGiftCards(shop.platform)]);
    expect(await entriesOf(shop, id)).toEqual([
      ['issued', '20.00'],
      ['spent', '-13.53'],
      ['expired', '-6.47'],
    ]);
    const token = await shop.officeToken('admin');
    const report = await shop.call('GET', '/value-accounts/liability/', { token });
    const cards = report.body.liabilities.find(
      (row: { kind: string; currency: string }) =>
        row.kind === 'gift_card' && row.currency === 'USD',
    );
    expect(cards.expired).toBe('6.47');
    await counter.voidSale(sale);
    expect(await cardOf(shop, code)).toMatchObject({ balance: '13.53', status: 'active' });
    expect((await balanceOf(code)).body.status).toBe('active');
  });

  it('and a reversal of their sale makes a debt of what was spent, not of what expired', async () => {
    const expire = (code: string) =>
      statement(
        shop.platform.db,
        `update value_accounts set expires_at = now() - interval '1 day'
         where code_hash = any($1::bytea[])`,
        [hashesOfCode(shop.platform.config, code)],
      );
    const debts = async (sale: string): Promise<string[]> => {
      const rows = await statement<{ description: string }>(
        shop.platform.db,
        `select description from tasks where title like $1 and task_id like 'gift-card-%'`,
        [`%${sale}%`],
      );
      return rows.map(row => /owes (\S+ USD)/.exec(row.description)?.[1] ?? 'none');
    };
    const [spent, unspent] = [await sellCard(counter, '20.00'), await sellCard(counter, '20.00')];
    await counter.sold(byGiftCard(spent.code, MUG_TOTAL));
    for (const { code } of [spent, unspent]) await expire(code);
    await expireGiftCards(shop.platform);
    expect((await counter.voidSale(spent.sale)).status).toBe(200);
    await returnOne(shop, counter, unspent.sale, 0);
    expect(await cardOf(shop, spent.code)).toMatchObject({ balance: '0.00', status: 'blocked' });
    expect(await cardOf(shop, unspent.code)).toMatchObject({ balance: '0.00', status: 'blocked' });
    expect([await debts(spent.sale), await debts(unspent.sale)]).toEqual([['13.53 USD'], []]);
  });
});

describe('the key of gift card codes', () => {
  const NEW = 'another secret key of this test';
  const node = async (env: Record<string, string>): Promise<Shop> =>
    openShop({ background: false, beside: shop, env });

  it('outlives a change of SECRET_KEY, for cards that nobody used meanwhile', async () => {
    const { code } = await sellCard(counter, '20.00');
    const hidden = await counter.ring(basket([giftCard('9.00')], '0.00'));
    const office = await shop.officeToken();
    const report = { transaction: hidden, payment_method: 'cash', amount: '9.00' };
    await counter.post('/payments/payments/', report, office);
    const both = await node({ SECRET_KEY: NEW, SECRET_KEY_OLD: shop.platform.config.secretKey });
    await both.close();
    const alone = await node({ SECRET_KEY: NEW });
    try {
      expect((await balanceOf(code, alone)).body.balance).toBe('20.00');
      expect((await balanceOf('GIFT-DEMO-0000-0001', alone)).body.balance).toBe('50.00');
      const { db, config } = alone.platform;
      const { id } = await counter.row(hidden);
      const [card] = await atomically(db, tx => revealGiftCards(tx, config, id));
      expect((await balanceOf(card?.code ?? '', alone)).body.balance).toBe('9.00');
    } finally {
      await alone.close();
    }
  });

  it('is of no use to a node with another secret, which gets one of its own', async () => {
    const { code } = await sellCard(counter, '20.00');
    const stranger = await node({ SECRET_KEY: 'a secret that reads nothing' });
    try {
      expect((await balanceOf(code, stranger)).status).toBe(404);
      const rows = await statement(shop.platform.db, 'select id from gift_card_keys');
      expect(rows).toHaveLength(2);
    } finally {
      await stranger.close();
    }
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statement } from '../../src/platform/database/tx.js';
import { customer } from '../../src/seed/data.js';
import { openShop, type Shop } from '../support/service.js';
import { basket, type Counter, counterOf, MUG_TOTAL, mug } from '../transactions/support.js';
import { byGiftCard, cardOf, cash, giftCard, sellCard } from './support.js';

let shop: Shop;
let counter: Counter;
let token: string;
beforeAll(async () => {
  shop = await openShop({ background: false, env: { BLOCK_LOOPBACK: 'true' } });
  counter = counterOf(shop);
  token = await shop.officeToken('shopper@example.com');
});
afterAll(() => shop.close());

const PATH = '/web-commerce/gift-cards/';
const list = async (by = token, query = '') => shop.call('GET', `${PATH}${query}`, { token: by });
const save = (code: string, by = token) => shop.call('POST', PATH, { token: by, body: { code } });
const remove = (id: string, by = token) => shop.call('DELETE', `${PATH}${id}/`, { token: by });

describe('the gift cards of a customer', () => {
  it('are those that the customer bought, with what is left', async () => {
    expect((await list()).body).toEqual([]);
    const items = basket([giftCard('40.00')], '0.00', { customer_id: customer.id });
    const sale = await counter.ring(items);
    const { code } = (await counter.pay(sale, cash('40.00'))).body.gift_cards[0];
    const paid = await counter.ring(mug());
    await counter.pay(paid, byGiftCard(code, MUG_TOTAL));
    const reply = await list();
    expect(reply.body).toEqual([
      {
        id: (await cardOf(shop, code)).id,
        kind: 'gift_card',
        last_four: code.slice(-4),
        balance: '26.47',
        currency: 'USD',
        status: 'active',
        expires_at: null,
        origin: 'bought',
        order_number: sale,
        can_remove: false,
        created_at: expect.any(String),
      },
    ]);
    expect(reply.text).not.toContain(code);
  });

  it('are saved by their code, once, and removed again', async () => {
    const { code } = await sellCard(counter, '15.00');
    const saved = await save(` ${code.toLowerCase()} `);
    expect([saved.status, saved.body]).toEqual([
      201,
      expect.objectContaining({
        last_four: code.slice(-4),
        balance: '15.00',
        origin: 'saved',
        order_number: null,
        can_remove: true,
      }),
    ]);
    expect(saved.text).not.toContain(code);
    expect((await save(code)).body).toEqual(saved.body);
    const { body } = await list();
    expect(body.map(({ origin }: { origin: string }) => origin)).toEqual(['saved', 'bought']);
    const first = await list(token, '?limit=1');
    expect(first.body).toEqual(body.slice(0, 1));
    expect(first.headers.link).toContain('rel="next"');
    const { id } = saved.body;
    expect((await remove(id)).status).toBe(204);
    expect((await remove(id)).status).toBe(404);
    expect((await list()).body).toEqual(body.slice(1));
    // The bought one stays.
    expect((await remove(body[1].id)).status).toBe(404);
    expect(await cardOf(shop, code)).toMatchObject({ balance: '15.00', status: 'active' });
  });

  it('are seen by nobody else, and not without a login', async () => {
    const { code } = await sellCard(counter, '15.00');
    const { id } = (await save(code)).body;
    const other = await shop.officeToken('admin');
    expect((await list(other)).body).toEqual([]);
    expect((await remove(id, other)).status).toBe(404);
    expect((await shop.call('GET', PATH)).status).toBe(401);
    expect((await shop.call('POST', PATH, { body: { code } })).status).toBe(401);
    const till = await shop.tillToken();
    expect((await save(code, till)).body.code).toBe('WEB_SESSION_REQUIRED');
    expect((await remove(id)).status).toBe(204);
  });

  it('are at most fifty saved ones', async () => {
    const { code } = await sellCard(counter, '15.00');
    await statement(
      shop.platform.db,
      `with made as (
         insert into value_accounts (id, kind, code_hash, code_last_four, store_id, currency)
         select gen_random_uuid(), 'gift_card', sha256(n::text::bytea), 'ABCD', s.id, 'USD'
         from generate_series(1, 50) n, stores s where s.code = 'DOWNTOWN' returning id)
       insert into saved_gift_cards select $1, id, now() from made`,
      [customer.id],
    );
    const refused = await save(code);
    expect([refused.status, refused.body.code]).toEqual([409, 'TOO_MANY_GIFT_CARDS']);
    const [{ id }] = (await list(token, '?limit=1')).body;
    expect((await remove(id)).status).toBe(204);
    const second = (await sellCard(counter, '15.00')).code;
    const replies = await Promise.all([save(code), save(second)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409]);
    await statement(shop.platform.db, 'delete from saved_gift_cards');
  });

  it('are not saved a second time by their buyer', async () => {
    const items = basket([giftCard('40.00')], '0.00', { customer_id: customer.id });
    const { code } = (await counter.pay(await counter.ring(items), cash('40.00'))).body
      .gift_cards[0];
    expect((await save(code)).body).toMatchObject({ origin: 'bought', can_remove: false });
  });

  it('leave no code in the audit log', async () => {
    const { code } = await sellCard(counter, '15.00');
    expect((await save(code)).status).toBe(201);
    const rows = await statement<{ entry: string }>(
      shop.platform.db,
      'select e::text as entry from audit_entries e',
    );
    expect(rows.filter(({ entry }) => entry.includes(code.slice(0, -4)))).toEqual([]);
  });

  // The last one: it blocks the address.
  it('cost guesses at codes the block of the address, as guesses at balances do', async () => {
    const { code } = await sellCard(counter, '15.00');
    const admin = await shop.officeToken('admin');
    const balanceOf = (guess: string, by?: string) =>
      shop.call('GET', `/value-accounts/balance/?code=${guess}`, { token: by });
    for (let tries = 0; tries < 4; tries += 1) {
      expect((await save('WRONGWRONGWRONGW')).body.code).toBe('NOT_FOUND');
      expect((await save('WRONGWRONGWRONGX', admin)).status).toBe(404);
    }
    expect((await balanceOf('WRONGWRONGWRONGY')).status).toBe(404);
    await save('WRONGWRONGWRONGZ');
    for (const blocked of [await save(code), await save(code, admin), await balanceOf(code)]) {
      expect([blocked.status, blocked.body.code]).toEqual([429, 'FAILURE_BLOCKED']);
    }
    const rows = await statement(
      shop.platform.db,
      `select 1 from saved_gift_cards s join value_accounts a on a.id = s.account_id
       where a.id = $1`,
      [(await cardOf(shop, code)).id],
    );
    expect(rows).toEqual([]);
  });
});

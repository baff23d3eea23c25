import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statement } from '../../src/platform/database/tx.js';
import { customer } from '../../src/seed/data.js';
import { type Account, mailsAbout, OWN, orderAs, signIn } from '../storefront/account-support.js';
import { article, openCheckoutShop } from '../storefront/checkout-support.js';
import { movableClock, type Reply, type Shop } from '../storefront/support.js';

let shop: Shop;
let account: Account;
const clock = movableClock();
beforeAll(async () => {
  shop = await openCheckoutShop({ clock });
  await article(shop, 'DATA-1', { stock: 10 });
  account = await signIn(shop);
});
afterAll(() => shop.close());

const ask = (password: string): Promise<Reply> =>
  account.call('POST', '/web-commerce/account/deletion/', { password });
const confirm = (token: string, by: Account = account): Promise<Reply> =>
  by.call('POST', '/web-commerce/account/deletion/confirm/', { token });
const erasedAt = async (): Promise<Date | null> => {
  const sql = 'select erased_at from users where id = $1';
  const [row] = await statement<{ erased_at: Date | null }>(shop.platform.db, sql, [customer.id]);
  return row?.erased_at ?? null;
};
/** The token of the last mail. */
async function mailed(): Promise<string> {
  const mail = (await mailsAbout(shop, 'account-deletion')).at(-1);
  return /delete-account#(\S+)/.exec(mail?.body_text ?? '')?.[1] ?? '';
}

describe('the data of an account', () => {
  it('is exported to its customer alone, without secrets', async () => {
    const { status, body } = await account.call('GET', '/web-commerce/account/export/');
    expect([status, body.customer_id]).toEqual([200, customer.id]);
    expect(body.data.customer).toMatchObject([{ email: OWN }]);
    expect(body.data.addresses).toHaveLength(2);
    expect(JSON.stringify(body)).not.toMatch(/password_hash|pin_hash|cookie_hash|token_hash/);
    expect((await shop.call('GET', '/web-commerce/account/export/')).status).toBe(401);
    const staff = await signIn(shop, 'manager', 'manager-demo');
    expect((await staff.call('GET', '/web-commerce/account/export/')).status).toBe(403);
  });

  it('is not deleted with a wrong password', async () => {
    expect(await ask('wrong')).toMatchObject({ status: 400, body: { code: 'WRONG_PASSWORD' } });
    expect([await mailsAbout(shop, 'account-deletion'), await erasedAt()]).toEqual([[], null]);
  });

  it('is not deleted by the password alone, a foreign or an old link', async () => {
    expect((await ask('shopper-demo')).status).toBe(202);
    const token = await mailed();
    expect(token).not.toBe('');
    expect(await confirm(`${token.slice(0, -2)}AA`)).toMatchObject({
      status: 410,
      body: { code: 'DELETION_LINK_INVALID' },
    });
    const anonymous = await shop.call('POST', '/web-commerce/account/deletion/confirm/', {
      body: { token },
    });
    expect(anonymous.status).toBe(401);
    const staff = await signIn(shop, 'manager', 'manager-demo');
    expect((await confirm(token, staff)).status).toBe(403);
    clock.advance(30 * 60_000);
    expect((await confirm(token)).status).toBe(410);
    expect(await erasedAt()).toBeNull();
  });

  it('is deleted by password and link, but not while an order is open', async () => {
    await statement(shop.platform.db, 'update transactions set customer_id = null');
    const number = await orderAs(shop, account, [['DATA-1', 1]]);
    await ask('shopper-demo');
    const token = await mailed();
    expect(await confirm(token)).toMatchObject({
      status: 409,
      body: { code: 'ORDER_ON_ITS_WAY' },
    });
    expect(await erasedAt()).toBeNull();
    await account.cancel(number);
    expect((await confirm(token)).status).toBe(200);
    expect(await erasedAt()).not.toBeNull();
    expect((await account.orders()).status).toBe(401);
    const login = await shop.call('POST', '/auth/login/', {
      body: { username: OWN, password: 'shopper-demo' },
    });
    expect(login.status).toBe(401);
  });
});

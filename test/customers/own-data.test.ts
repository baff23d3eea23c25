import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statement } from '../../src/platform/database/tx.js';
import { customer } from '../../src/seed/data.js';
import { type Account, mailsAbout, OWN, orderAs, signIn } from '../storefront/account-support.js';
import { article, openCheckoutShop } from '../storefront/checkout-support.js';
import { movableClock, type Reply, type Shop } from '../storefront/support.js';
import { mailsTo } from '../support/mails.js';

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

const STRANGER = 'stranger@example.com';
/** What the shop holds about somebody who has no account. */
async function plantStranger(): Promise<void> {
  const run = (sql: string) => statement(shop.platform.db, sql);
  await run(`insert into mails (id, purpose, recipient, subject, body_text)
    values (gen_random_uuid(), 'login-code', '${STRANGER}', 'Private', 'A private mail')`);
  await run(`insert into sessions (id, kind, expires_at, email, address, user_agent)
    values (gen_random_uuid(), 'web', now() + interval '1 day', '${STRANGER}', '203.0.113.9', 'X')`);
  await run(`insert into registrations (token_hash, email, password_hash, first_name, last_name,
    code_hash, code_expires_at, expires_at)
    values ('\\x01', '${STRANGER}', 'h', 'Sam', 'Stranger', '\\x02', now(), now())`);
  await run(`insert into stock_alerts (id, variant_id, store_id, email, language, created_at)
    select gen_random_uuid(), v.id, s.id, '${STRANGER}', 'en', now()
    from product_variants v, stores s limit 1`);
}
const heldAboutStranger = async (): Promise<string[]> => {
  const rows = await statement<{ what: string }>(
    shop.platform.db,
    `select 'mail ' || purpose as what from mails where recipient = $1 union all
     select 'visit ' || user_agent from sessions where email = $1 union all
     select 'registration ' || first_name from registrations where email = $1 union all
     select 'alert ' || language from stock_alerts where email = $1 order by 1`,
    [STRANGER],
  );
  return rows.map(({ what }) => what);
};
const STRANGERS_OWN = ['alert en', 'mail login-code', 'registration Sam', 'visit X'];

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

  it('has nothing about a stranger whose address the customer typed in an order', async () => {
    await statement(shop.platform.db, 'update transactions set customer_id = null');
    await plantStranger();
    const number = await orderAs(shop, account, [['DATA-1', 1]], { email: STRANGER });
    await account.cancel(number);
    const { data } = (await account.call('GET', '/web-commerce/account/export/')).body;
    expect(data.sales).toMatchObject([{ transaction_number: number, customer_email: STRANGER }]);
    expect([data.registrations, data.stock_alerts]).toEqual([[], []]);
    const to = (rows: { email?: string; recipient?: string; subject?: string }[]) =>
      rows.filter(row => row.email === STRANGER || row.recipient === STRANGER);
    expect(to(data.logins)).toEqual([]);
    expect(to(data.mails).length).toBeGreaterThan(0);
    for (const mail of to(data.mails)) expect(JSON.stringify(mail)).toContain(number);
    // Stored packed, exported as it was sent.
    expect(data.mails[0].body_html).toMatch(/^<!doctype html>/i);
    expect(Object.keys(data.mails[0])).not.toContain('packed_html');
  });

  it('is not deleted with a wrong password', async () => {
    expect(await ask('wrong')).toMatchObject({ status: 400, body: { code: 'WRONG_PASSWORD' } });
    const without = await account.call('POST', '/web-commerce/account/deletion/', {});
    expect(without).toMatchObject({ status: 400, body: { code: 'WRONG_PASSWORD' } });
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

  it('was deleted without that of the stranger, except the mails about the order', async () => {
    expect(await heldAboutStranger()).toEqual(STRANGERS_OWN);
    const [mail] = await mailsTo(shop, STRANGER);
    expect(mail).toMatchObject({ subject: 'Private', body_text: 'A private mail' });
  });

  it('is deleted without a password by a customer who has none, with the mailed link', async () => {
    const revive = `update users set email = $2, is_active = true, erased_at = null,
      email_verified_at = now(), password_hash = null where id = $1`;
    await statement(shop.platform.db, revive, [customer.id, OWN]);
    const asked = await shop.call('POST', '/auth/login-code/', { body: { email: OWN } });
    const mail = (await mailsAbout(shop, 'login-code')).at(-1);
    const code = /\b\d{8}\b/.exec(mail?.body_text ?? '')?.[0] ?? '';
    const body = { login_token: asked.body.login_token, code };
    const login = await shop.call('POST', '/auth/login-code/confirm/', { body });
    const headers = { authorization: `Bearer ${login.body.access}` };
    const call = (method: string, url: string, sent?: unknown) =>
      shop.call(method, url, { headers, body: sent });
    const mails = (await mailsAbout(shop, 'account-deletion')).length;
    expect((await call('POST', '/web-commerce/account/deletion/', {})).status).toBe(202);
    expect(await mailsAbout(shop, 'account-deletion')).toHaveLength(mails + 1);
    expect(await erasedAt()).toBeNull();
    const token = await mailed();
    const done = await call('POST', '/web-commerce/account/deletion/confirm/', { token });
    expect(done.status).toBe(200);
    expect(await erasedAt()).not.toBeNull();
  });
});

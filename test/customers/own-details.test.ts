import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statement } from '../../src/platform/database/tx.js';
import { customer } from '../../src/seed/data.js';
import { type Account, OWN, signIn } from '../storefront/account-support.js';
import { openCheckoutShop } from '../storefront/checkout-support.js';
import type { Reply, Shop } from '../storefront/support.js';
import { mailsTo } from '../support/mails.js';

let shop: Shop;
let account: Account;
beforeAll(async () => {
  shop = await openCheckoutShop();
  account = await signIn(shop);
});
afterAll(() => shop.close());

type Person = { first_name: string; last_name: string; phone: string; email: string };
const person = async (): Promise<Person | undefined> => {
  const sql = 'select first_name, last_name, phone, email from users where id = $1';
  return (await statement<Person>(shop.platform.db, sql, [customer.id]))[0];
};
const openLogins = async (by: Account): Promise<number> =>
  (await by.call('GET', '/auth/sessions/')).body.length;

describe('the details of an account', () => {
  const change = (body: object, by: Account = account): Promise<Reply> =>
    by.call('PATCH', '/web-commerce/account/', body);

  it('are changed by their customer; what is not sent stays', async () => {
    const before = await person();
    const renamed = await change({ first_name: ' Robin ', phone: '+49 30 901820' });
    expect([renamed.status, renamed.body]).toEqual([
      200,
      {
        success: true,
        user: {
          first_name: 'Robin',
          last_name: before?.last_name,
          email: OWN,
          phone: '+4930901820',
        },
      },
    ]);
    expect(await person()).toEqual({ ...before, first_name: 'Robin', phone: '+4930901820' });
    expect((await change({ phone: '' })).body.user.phone).toBe('');
    const session = await account.call('GET', '/web-commerce/auth/session/');
    expect(session.body.user).toMatchObject({ first_name: 'Robin', phone: '' });
  });

  it.each([
    ['no name', { first_name: '  ' }, 400],
    ['no phone number', { phone: 'none' }, 400],
    ['nothing', {}, 400],
    ['another address of mail', { email: 'other@example.com' }, 200],
  ])('are not changed to %s', async (_kind, body, status) => {
    const before = await person();
    expect((await change(body)).status).toBe(status);
    expect(await person()).toEqual(before);
  });

  it('are changed by customers alone', async () => {
    const url = '/web-commerce/account/';
    expect((await shop.call('PATCH', url, { body: { first_name: 'X' } })).status).toBe(401);
    const staff = await signIn(shop, 'manager', 'manager-demo');
    expect((await change({ first_name: 'X' }, staff)).status).toBe(403);
  });
});

describe('the password of an account', () => {
  const change = (current_password: string, password: string, by: Account = account) =>
    by.call('POST', '/web-commerce/account/password/', { current_password, password });
  const logIn = async (password: string): Promise<number> =>
    (await shop.call('POST', '/auth/login/', { body: { username: OWN, password } })).status;

  it('is not changed by somebody who does not know it', async () => {
    const other = await signIn(shop);
    const wrong = await change('not-it-at-all', 'a-new-password');
    expect([wrong.status, wrong.body]).toMatchObject([403, { code: 'WRONG_PASSWORD' }]);
    expect((await change('shopper-demo', 'short')).status).toBe(400);
    expect(await logIn('a-new-password')).toBe(401);
    expect(await openLogins(other)).toBeGreaterThan(1);
    expect((await mailsTo(shop, OWN)).filter(one => one.purpose === 'password-changed')).toEqual(
      [],
    );
  });

  it('ends all other logins and is mailed; this login goes on', async () => {
    const other = await signIn(shop);
    expect(await openLogins(account)).toBeGreaterThan(1);
    expect((await change('shopper-demo', 'a-new-password')).status).toBe(200);
    expect(await openLogins(account)).toBe(1);
    expect((await other.call('GET', '/auth/sessions/')).status).toBe(401);
    expect([await logIn('shopper-demo'), await logIn('a-new-password')]).toEqual([401, 200]);
    const mails = await mailsTo(shop, OWN);
    expect(mails.filter(one => one.purpose === 'password-changed')).toHaveLength(1);
  });

  it('has a limit on guesses', async () => {
    const codes: unknown[] = [];
    for (let nth = 0; nth < 21; nth++)
      codes.push((await change(`guess-${nth}`, 'x'.repeat(8))).status);
    expect(codes.at(0)).toBe(403);
    expect(codes.at(-1)).toBe(429);
    expect((await change('a-new-password', 'y'.repeat(8))).status).toBe(429);
  });

  it('that does not exist is not changed', async () => {
    const { db } = shop.platform;
    await statement(db, 'update users set password_hash = null where id = $1', [customer.id]);
    expect((await change('', 'a-newer-password')).status).toBe(403);
    const none = await change('anything', 'a-newer-password');
    expect([none.status, none.body]).toMatchObject([409, { code: 'NO_PASSWORD' }]);
  });
});

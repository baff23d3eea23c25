import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { statement } from '../../src/platform/database/tx.js';
import { mailsTo } from '../support/mails.js';
import { MINUTE_MS, movableClock, openShop, type Shop } from './support.js';

const clock = movableClock();
let shop: Shop;
let admin: string;
beforeAll(async () => {
  shop = await openShop({ clock, background: false });
});
beforeEach(async () => {
  // A new window of the limits on guesses.
  clock.advance(11 * MINUTE_MS);
  admin = (await logIn('admin', 'admin-demo')).access;
});
afterAll(() => shop.close());

const PASSWORD = 'harbour-lantern-plum';
const NEW = 'orchard-violin-kettle';
const PIN = '7391';

type Person = { id: string; number: string; username: string; email: string; access: string };

const logIn = async (username: string, password: string) =>
  (await shop.call('POST', '/auth/login/', { body: { username, password } })).body;
const answerOf = ({ status, body }: { status: number; body: { code?: string } }) => [
  status,
  body.code,
];
const subjects = async (email: string) => (await mailsTo(shop, email)).map(mail => mail.subject);
const isLive = async (token: string) =>
  (await shop.call('GET', '/auth/sessions/', { token })).status === 200;

let next = 0;
async function hire(fields: object = {}): Promise<Person> {
  next += 1;
  const username = `own-${next}`;
  const body = {
    role: 'manager',
    employee_number: `OWN-${next}`,
    username,
    email: `${username}@example.com`,
    password: PASSWORD,
    pin_code: PIN,
    store_ids: ['DOWNTOWN'],
    ...fields,
  };
  const reply = await shop.call('POST', '/users/', { token: admin, body });
  expect([reply.status, reply.text]).toEqual([201, reply.text]);
  const { access } = await logIn(username, PASSWORD);
  return { id: reply.body.id, number: `OWN-${next}`, username, email: body.email, access };
}
const patch = (person: Person, body: object, token = person.access) =>
  shop.call('PATCH', `/users/${person.id}/`, { token, body });
const patchOwn = (person: Person, body: object, token = person.access) =>
  shop.call('PATCH', '/auth/me/', { token, body });
/** Everything that the person logs in with. */
const loginOf = async ({ id }: Person) =>
  statement(
    shop.platform.db,
    `select username, email, pin_hash, password_hash,
       (select count(*)::int from totp_secrets where user_id = u.id) as totp,
       (select count(*)::int from passkeys where user_id = u.id) as passkeys
     from users u where id = $1`,
    [id],
  );

describe("one's own login, with a stolen session", () => {
  it.each([
    ['password', { password: NEW }],
    ['PIN', { pin_code: '8642' }],
    ['user name', { username: 'thief' }],
    ['e-mail address', { email: 'thief@example.com' }],
  ])('keeps the %s without the present password, and with a wrong one', async (_name, change) => {
    const person = await hire();
    const before = await loginOf(person);
    for (const call of [patch, patchOwn]) {
      expect(answerOf(await call(person, change))).toEqual([403, 'CURRENT_PASSWORD_REQUIRED']);
      const wrong = await call(person, { ...change, current_password: 'a-guess' });
      expect(answerOf(wrong)).toEqual([403, 'WRONG_PASSWORD']);
      expect(Object.keys(wrong.body.errors)).toEqual(['current_password']);
    }
    const shouted = `/users/${person.id.toUpperCase()}/`;
    const refused = await shop.call('PATCH', shouted, { token: person.access, body: change });
    expect(answerOf(refused)).toEqual([403, 'CURRENT_PASSWORD_REQUIRED']);
    expect(await loginOf(person)).toEqual(before);
    const whole = { role: 'manager', ...change };
    const put = await shop.call('PUT', `/users/${person.id}/`, {
      token: person.access,
      body: whole,
    });
    expect(answerOf(put)).toEqual([403, 'CURRENT_PASSWORD_REQUIRED']);
    expect(await loginOf(person)).toEqual(before);
    expect(await subjects(person.email)).toEqual([]);
  });

  it('gets no codes of an app, and loses none', async () => {
    const person = await hire();
    const before = await loginOf(person);
    const setUp = (body?: object) =>
      shop.call('POST', '/auth/totp/setup/', { token: person.access, ...(body && { body }) });
    expect(answerOf(await setUp())).toEqual([403, 'CURRENT_PASSWORD_REQUIRED']);
    expect(answerOf(await setUp({ current_password: 'a-guess' }))).toEqual([403, 'WRONG_PASSWORD']);
    expect(await loginOf(person)).toEqual(before);
    const off = await shop.call('POST', '/auth/totp/disable/', {
      token: person.access,
      body: { code: '123456' },
    });
    expect(answerOf(off)).toEqual([403, 'CURRENT_PASSWORD_REQUIRED']);
  });

  it('has a limit on guesses, of passwords and of PINs', async () => {
    const person = await hire();
    const before = await loginOf(person);
    const guess = async (body: object) => (await patchOwn(person, body)).status;
    const passwords: number[] = [];
    for (let nth = 0; nth < 21; nth += 1) {
      passwords.push(await guess({ pin_code: '8642', current_password: `guess-${nth}` }));
    }
    expect([passwords.at(0), passwords.at(19), passwords.at(20)]).toEqual([403, 403, 429]);
    expect(await guess({ pin_code: '8642', current_password: PASSWORD })).toBe(429);
    const pins: number[] = [];
    for (let nth = 0; nth < 6; nth += 1) {
      pins.push(await guess({ pin_code: '8642', current_pin: `111${nth}` }));
    }
    expect([pins.at(0), pins.at(4), pins.at(5)]).toEqual([403, 403, 429]);
    expect(await loginOf(person)).toEqual(before);
    const other = await shop.call('POST', '/auth/login/', {
      body: { username: person.username, password: PASSWORD },
    });
    expect(other.status).toBe(429);
  });
});

describe("one's own login, with the present password", () => {
  it('changes, ends the other logins and is mailed once to the former address', async () => {
    const person = await hire();
    const other = await logIn(person.username, PASSWORD);
    const shown = { current_password: PASSWORD };
    const email = `new-${person.email}`;
    expect((await patch(person, { ...shown, username: `${person.username}-b` })).status).toBe(200);
    expect([await isLive(person.access), await isLive(other.access)]).toEqual([true, false]);
    expect((await patchOwn(person, { ...shown, pin_code: '8642' })).status).toBe(200);
    expect((await patchOwn(person, { ...shown, email })).body).toMatchObject({ email });
    expect((await patch(person, { ...shown, password: NEW })).status).toBe(200);
    expect(await subjects(person.email)).toEqual([
      'Your account has a new user name',
      'Your account has a new PIN',
      'Your account has a new e-mail address',
    ]);
    expect(await subjects(email)).toEqual(['Your password was changed']);
    expect(await isLive(person.access)).toBe(true);
    const again = await logIn(`${person.username}-b`, NEW);
    expect(await isLive(again.access)).toBe(true);
    const till = await shop.call('POST', '/pos/auth/terminal-login/', {
      body: {
        employee_id: person.number,
        pin_code: '8642',
        store_id: 'DOWNTOWN',
        terminal_id: 'T-001',
      },
    });
    expect(till.status).toBe(200);
  });

  it('asks for nothing when a form sends the same user name and address again', async () => {
    const person = await hire();
    const same = { username: person.username, email: person.email, first_name: 'Ola' };
    expect((await patch(person, same)).body).toMatchObject({ first_name: 'Ola' });
    expect(await subjects(person.email)).toEqual([]);
  });

  it('changes a PIN with the present PIN too, and nothing else', async () => {
    const person = await hire();
    const before = await loginOf(person);
    const wrong = await patchOwn(person, { pin_code: '8642', current_pin: '0000' });
    expect(answerOf(wrong)).toEqual([403, 'WRONG_PIN']);
    expect(Object.keys(wrong.body.errors)).toEqual(['current_pin']);
    for (const more of [{ password: NEW }, { email: 'thief@example.com' }]) {
      const reply = await patchOwn(person, { pin_code: '8642', current_pin: PIN, ...more });
      expect(answerOf(reply)).toEqual([403, 'CURRENT_PASSWORD_REQUIRED']);
    }
    expect(await loginOf(person)).toEqual(before);
    expect((await patchOwn(person, { pin_code: '8642', current_pin: PIN })).status).toBe(200);
  });

  it('changes the PIN at a till, and nothing else there', async () => {
    const person = await hire({ role: 'cashier' });
    const till = await shop.call('POST', '/pos/auth/terminal-login/', {
      body: {
        employee_id: person.number,
        pin_code: PIN,
        store_id: 'DOWNTOWN',
        terminal_id: 'T-002',
      },
    });
    const { token } = till.body;
    const name = await patchOwn(person, { username: 'till', current_password: PASSWORD }, token);
    expect(answerOf(name)).toEqual([403, 'WEB_SESSION_REQUIRED']);
    const pin = await patchOwn(person, { pin_code: '8642', current_pin: PIN }, token);
    expect(pin.status).toBe(200);
    expect(await isLive(token)).toBe(true);
  });

  it('is not taken from a person without a password', async () => {
    const person = await hire();
    await statement(shop.platform.db, 'update users set password_hash = null where id = $1', [
      person.id,
    ]);
    const before = await loginOf(person);
    const email = 'thief@example.com';
    expect(answerOf(await patchOwn(person, { email }))).toEqual([403, 'CURRENT_PASSWORD_REQUIRED']);
    const sent = await patchOwn(person, { email, current_password: 'anything' });
    expect(answerOf(sent)).toEqual([409, 'NO_PASSWORD']);
    expect(await loginOf(person)).toEqual(before);
  });
});

describe('the login of a colleague', () => {
  it('is changed by a manager, and each change is mailed to its owner', async () => {
    const person = await hire({ role: 'cashier' });
    const email = `moved-${person.email}`;
    for (const change of [
      { pin_code: '8642' },
      { password: NEW },
      { username: `${person.username}-c` },
      { role: 'supervisor' },
      { role: 'cashier' },
      { first_name: 'Ola', username: `${person.username}-c`, role: 'cashier' },
      { email },
    ]) {
      expect((await patch(person, change, admin)).status).toBe(200);
    }
    expect(await subjects(person.email)).toEqual([
      'Your account has a new PIN',
      'Your password was changed',
      'Your account has a new user name',
      'Your account has more rights',
      'Your account has a new e-mail address',
    ]);
    expect(await subjects(email)).toEqual([]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailsTo as mailsToAddress } from '../support/mails.js';
import { movableClock, openShop, type Reply, type Shop } from './support.js';

const clock = movableClock();
let shop: Shop;
let admin: string;
beforeAll(async () => {
  shop = await openShop({ clock, background: false, env: { PUBLIC_URL: 'https://shop.test' } });
  admin = await shop.officeToken();
});
afterAll(() => shop.close());

const PASSWORD = 'a long password';
let people = 0;
/** A member of staff with a mail address. */
async function newCustomer(): Promise<string> {
  people += 1;
  const username = `device${people}`;
  const body = {
    role: 'cashier',
    employee_number: `DEV${people}`,
    username,
    email: `${username}@example.com`,
    password: PASSWORD,
  };
  expect((await shop.call('POST', '/users/', { token: admin, body })).status).toBe(201);
  return username;
}

const logIn = (username: string, headers: Record<string, string> = {}): Promise<Reply> =>
  shop.call('POST', '/auth/login/', { body: { username, password: PASSWORD }, headers });
const browser = (name: string, cookie?: string) => ({
  'user-agent': name,
  'sec-fetch-mode': 'cors',
  ...(cookie && { cookie }),
});
const cookiesOf = (reply: Reply): string[] =>
  [reply.headers['set-cookie'] ?? []].flat().map(String);
const mailsTo = (username: string) => mailsToAddress(shop, `${username}@example.com`);

describe('a login from a device', () => {
  it('that the account does not know is mailed, once', async () => {
    const name = await newCustomer();
    await logIn(name, { 'user-agent': 'First/1' });
    expect(await mailsTo(name)).toEqual([]);
    await logIn(name, { 'user-agent': 'First/1' });
    expect(await mailsTo(name)).toEqual([]);
    await logIn(name, { 'user-agent': 'Second/2 4242424242424242' });
    const [mail, ...others] = await mailsTo(name);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      purpose: 'new-device',
      subject: 'A new device logged in to your account',
    });
    expect(mail?.body_text).toContain('Device: Second/2');
    expect(mail?.body_text).not.toContain('4242424242424242');
    await logIn(name, { 'user-agent': 'Second/2 4242424242424242' });
    expect(await mailsTo(name)).toHaveLength(1);
  });

  it('is mailed in the language of the devices that the person uses, as text and HTML', async () => {
    const name = await newCustomer();
    const german = 'de-AT,de;q=0.9,en;q=0.5';
    await logIn(name, { 'user-agent': 'First/1', 'accept-language': german });
    // The language of an unknown device is somebody else's choice.
    const chrome =
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36';
    await logIn(name, { 'user-agent': chrome, 'accept-language': 'en' });
    const [mail] = await mailsTo(name);
    expect(mail?.subject).toBe('Ein neues Gerät hat sich in Ihrem Konto angemeldet');
    expect(mail?.body_text).toContain('\nGerät: Chrome, Windows\nAdresse: 127.0.0.1\n');
    expect(mail?.body_text).toContain('https://shop.test/app/desk/devices');
    expect(mail?.body_html).toContain('<html lang="de">');
    expect(mail?.body_html).toContain('<tr><td>Gerät</td><td>Chrome, Windows</td></tr>');
    expect(mail?.body_html).toContain(
      '<a href="https://shop.test/app/desk/devices">https://shop.test/app/desk/devices</a>',
    );
    // Known devices may change it.
    await logIn(name, { 'user-agent': 'First/1', 'accept-language': 'en-GB' });
    await logIn(name, { 'user-agent': '<b>Third</b>/3', 'accept-language': german });
    const [, second] = await mailsTo(name);
    expect(second?.subject).toBe('A new device logged in to your account');
    expect(second?.body_html).toContain('<td>&lt;b&gt;Third&lt;/b&gt;/3</td>');
  });

  it('that does not know the password is no news', async () => {
    const name = await newCustomer();
    await logIn(name, { 'user-agent': 'First/1' });
    const body = { username: name, password: 'wrong password' };
    await shop.call('POST', '/auth/login/', { body, headers: { 'user-agent': 'Thief/9' } });
    expect(await mailsTo(name)).toEqual([]);
  });

  it('with a cookie of its own is known after an update of the browser', async () => {
    const name = await newCustomer();
    const first = await logIn(name, browser('Browser/1'));
    const [session, device] = cookiesOf(first).sort().reverse();
    expect(session).toMatch(/^web_session=.+; HttpOnly; Secure; SameSite=Lax$/);
    expect(device).toMatch(/^device=.+; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    const cookie = device?.split(';')[0] ?? '';
    const second = await logIn(name, browser('Browser/2', cookie));
    expect(cookiesOf(second)).toHaveLength(1);
    expect(await mailsTo(name)).toEqual([]);
    // The cookie of one account says nothing about another.
    const other = await newCustomer();
    await logIn(other, browser('Browser/7'));
    await logIn(other, browser('Browser/8', cookie));
    expect(await mailsTo(other)).toHaveLength(1);
  });
});

describe("one's own logins", () => {
  const list = async (token: string) => (await shop.call('GET', '/auth/sessions/', { token })).body;

  it('are listed with their devices and ended one by one', async () => {
    const name = await newCustomer();
    const [a, b] = [
      (await logIn(name, { 'user-agent': 'A/1' })).body.access,
      (await logIn(name, { 'user-agent': 'B/2' })).body.access,
    ];
    const rows: { id: string; device: string; is_current: boolean }[] = await list(a);
    expect(rows[0]).toMatchObject({ address: '127.0.0.1', terminal_id: null, kind: 'web' });
    expect(rows.map(({ device, is_current }) => [device, is_current]).sort()).toEqual([
      ['A/1', true],
      ['B/2', false],
    ]);
    const other = rows.find(({ device }) => device === 'B/2')?.id;
    const stranger = (await logIn(await newCustomer())).body.access;
    const path = `/auth/sessions/${other}/`;
    expect((await shop.call('DELETE', path, { token: stranger })).status).toBe(404);
    expect((await shop.call('GET', '/auth/me/', { token: b })).status).toBe(200);
    expect((await shop.call('DELETE', path, { token: a })).status).toBe(204);
    expect((await shop.call('GET', '/auth/me/', { token: b })).status).toBe(401);
    expect((await shop.call('DELETE', path, { token: a })).status).toBe(404);
    expect(await list(a)).toHaveLength(1);
  });

  it('end all at once, but for the one that asks', async () => {
    const name = await newCustomer();
    const logins = [];
    for (let n = 0; n < 3; n += 1) logins.push((await logIn(name)).body);
    const [mine, ...others] = logins;
    const answer = await shop.call('DELETE', '/auth/sessions/', { token: mine.access });
    expect([answer.status, answer.body]).toEqual([200, { ended: 2 }]);
    expect((await shop.call('GET', '/auth/me/', { token: mine.access })).status).toBe(200);
    for (const { access, refresh } of others) {
      expect((await shop.call('GET', '/auth/me/', { token: access })).status).toBe(401);
      const renewed = await shop.call('POST', '/auth/refresh/', { body: { refresh } });
      expect(renewed.status).toBe(401);
    }
  });
});

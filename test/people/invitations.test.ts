import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cleanUp } from '../../src/domains/people/clean-up.js';
import { statement } from '../../src/platform/database/tx.js';
import { AIRPORT_ID, DOWNTOWN_ID } from '../../src/seed/data.js';
import { mailsTo } from '../support/mails.js';
import { inParallel, MINUTE_MS, movableClock, openShop, type Shop, tally } from './support.js';

const DAY_MS = 24 * 60 * MINUTE_MS;
const CHOSEN = 'chosen-by-the-person';

const clock = movableClock();
let shop: Shop;
beforeAll(async () => {
  // A mail server that nobody asks: the queue does not run.
  const env = { SMTP_URL: 'smtp://127.0.0.1:9' };
  shop = await openShop({ clock, background: false, env });
});
afterAll(() => shop.close());

const logIn = (username: string, password: string) =>
  shop.call('POST', '/auth/login/', { body: { username, password } });
/** A new login each time, because the tests move the clock past the end of the last one. */
const as = async (name: string): Promise<string> => (await logIn(name, `${name}-demo`)).body.access;
const confirm = (token: string, password = CHOSEN) =>
  shop.call('POST', '/auth/password-reset/confirm/', { body: { token, password } });
const code = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

let next = 0;
async function hire(fields: object = {}, token?: string) {
  next += 1;
  const body = {
    role: 'cashier',
    employee_number: `I-${next}`,
    email: `invited-${next}@example.com`,
    first_name: 'Ida',
    store_ids: ['DOWNTOWN'],
    ...fields,
  };
  const reply = await shop.call('POST', '/users/', { token: token ?? (await as('admin')), body });
  expect([reply.status, reply.text]).toEqual([201, reply.text]);
  return reply.body;
}
const invite = async (id: string, token?: string, headers: Record<string, string> = {}) =>
  shop.call('POST', `/users/${id}/invite/`, { token: token ?? (await as('admin')), headers });
const read = async (id: string) =>
  (await shop.call('GET', `/users/${id}/`, { token: await as('admin') })).body;
const invitations = async (email: string) =>
  (await mailsTo(shop, email)).filter(({ purpose }) => purpose === 'invitation');
const tokenIn = (text = ''): string =>
  /reset-password\?invitation#([\w-]{43})/.exec(text)?.[1] ?? '';
const lastToken = async (email: string) => tokenIn((await invitations(email)).at(-1)?.body_text);
const links = (id: string) =>
  statement<{ is_invitation: boolean; text: string }>(
    shop.platform.db,
    'select is_invitation, r::text as text from password_resets r where user_id = $1',
    [id],
  );

describe('an invitation', () => {
  it('mails a link with which a person without a password chooses one, once', async () => {
    const { id, email, invitation } = await hire();
    expect(invitation).toBeNull();
    const sentAt = clock.now();
    const reply = await invite(id);
    expect(reply.status).toBe(200);
    expect(reply.body.invitation).toEqual({
      sent_at: sentAt.toISOString(),
      expires_at: new Date(sentAt.getTime() + 7 * DAY_MS).toISOString(),
    });
    expect((await read(id)).invitation).toEqual(reply.body.invitation);
    const [mail, ...more] = await invitations(email);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Your account at Tillhouse Downtown');
    expect(mail?.body_text).toMatch(
      /^Tillhouse Downtown has created an account for you\.\n.*\/app\/desk\/reset-password\?invitation#/s,
    );
    const token = tokenIn(mail?.body_text);
    expect(mail?.body_html).toContain(`#${token}">`);
    const [link] = await links(id);
    expect([link?.is_invitation, link?.text.includes(token)]).toEqual([true, false]);
    expect(reply.text).not.toContain(token);

    expect((await confirm(token)).status).toBe(200);
    expect((await logIn(email, CHOSEN)).status).toBe(200);
    expect(await read(id)).toMatchObject({ has_password: true, invitation: null });
    expect(code(await confirm(token, 'another-password'))).toEqual([410, 'RESET_LINK_USED']);
    expect((await logIn(email, CHOSEN)).status).toBe(200);
    expect(code(await invite(id))).toEqual([409, 'HAS_PASSWORD']);
    expect(await invitations(email)).toHaveLength(1);
  });

  it('lets one of four people with the same link win', async () => {
    const { id, email } = await hire();
    await invite(id);
    const token = await lastToken(email);
    const replies = await inParallel(4, index => confirm(token, `password-of-${index}`));
    expect(tally(replies)).toEqual({ 200: 1, 410: 3 });
  });

  it('is sent with the new person in one step, or not at all', async () => {
    const { id, email, invitation } = await hire({ invite: true, store_ids: ['AIRPORT'] });
    expect(invitation).not.toBeNull();
    expect((await invitations(email))[0]?.subject).toBe('Ihr Zugang bei Tillhouse Airport');
    expect((await read(id)).has_password).toBe(false);
    const count = async () =>
      (await statement<{ n: number }>(shop.platform.db, 'select count(*)::int as n from users'))[0];
    const before = await count();
    for (const [field, fields] of [
      ['invite', { email: 'both@example.com', password: 'typed-by-the-admin' }],
      ['invite', { email: 'off@example.com', is_active: false }],
      ['email', { email: null }],
    ] as const) {
      const body = { role: 'cashier', employee_number: 'I-X', invite: true, ...fields };
      const reply = await shop.call('POST', '/users/', { token: await as('admin'), body });
      expect([reply.status, Object.keys(reply.body.errors)]).toEqual([400, [field]]);
    }
    expect(await count()).toEqual(before);
    expect(await mailsTo(shop, 'both@example.com')).toEqual([]);
  });

  it('is sent again, and once per key', async () => {
    const { id, email } = await hire();
    await invite(id);
    clock.advance(MINUTE_MS);
    const token = await as('admin');
    const headers = { 'idempotency-key': `invite-${id}` };
    const again = await invite(id, token, headers);
    expect(again.body.invitation.sent_at).toBe(clock.now().toISOString());
    const repeated = await invite(id, token, headers);
    expect([repeated.headers['idempotent-replayed'], repeated.body]).toEqual(['true', again.body]);
    const mails = await invitations(email);
    expect(mails).toHaveLength(2);
    // The person may open the older mail.
    expect((await confirm(tokenIn(mails[0]?.body_text))).status).toBe(200);
    expect(code(await confirm(tokenIn(mails[1]?.body_text), 'another'.repeat(2)))).toEqual([
      410,
      'RESET_LINK_INVALID',
    ]);
  });

  it('is valid for seven days, and the list says for a month that it has expired', async () => {
    const { id, email } = await hire();
    const { body } = await invite(id);
    const token = await lastToken(email);
    clock.advance(7 * DAY_MS);
    expect(code(await confirm(token))).toEqual([410, 'RESET_LINK_INVALID']);
    await cleanUp.run(shop.platform, {});
    expect((await read(id)).invitation).toEqual(body.invitation);
    clock.advance(31 * DAY_MS);
    await cleanUp.run(shop.platform, {});
    expect([(await read(id)).invitation, await links(id)]).toEqual([null, []]);
    expect((await logIn(email, CHOSEN)).status).toBe(401);
  });

  it.each([
    ['is switched off', { is_active: false }],
    ['has a new e-mail address', { email: 'moved-on@example.com' }],
    ['has another role', { role: 'supervisor' }],
  ])('does nothing once the person %s', async (_what, change) => {
    const { id, email } = await hire();
    await invite(id);
    const token = await lastToken(email);
    const path = `/users/${id}/`;
    const changed = await shop.call('PATCH', path, { token: await as('admin'), body: change });
    expect([changed.status, changed.body.invitation]).toEqual([200, null]);
    expect(code(await confirm(token))).toEqual([410, 'RESET_LINK_INVALID']);
    expect((await read(id)).has_password).toBe(false);
  });

  it('is refused for people who are inactive or have no address', async () => {
    const off = await hire({ is_active: false });
    const unknown = await hire({ email: null });
    expect(code(await invite(off.id))).toEqual([409, 'PERSON_INACTIVE']);
    expect(code(await invite(unknown.id))).toEqual([409, 'NO_EMAIL']);
    expect([await links(off.id), await links(unknown.id)]).toEqual([[], []]);
    expect(await mailsTo(shop, off.email)).toEqual([]);
    expect(code(await invite(DOWNTOWN_ID))).toEqual([404, 'NOT_FOUND']);
  });

  it('is not sent to people above the sender or of other stores', async () => {
    const local = { username: 'downtown', password: 'downtown-demo' };
    await hire({ role: 'manager', ...local });
    const token = (await logIn(local.username, local.password)).body.access;
    const boss = await hire({ role: 'admin', store_ids: [] });
    const elsewhere = await hire({ store_ids: [AIRPORT_ID] });
    const both = await hire({ store_ids: [AIRPORT_ID, DOWNTOWN_ID] });
    const own = await hire();
    expect(code(await invite(boss.id, await as('manager')))).toEqual([403, 'ROLE_ABOVE_YOURS']);
    expect(code(await invite(elsewhere.id, token))).toEqual([404, 'NOT_FOUND']);
    expect(code(await invite(both.id, token))).toEqual([403, 'OTHER_STORES']);
    expect((await invite(own.id, await shop.tillToken('EMP001'))).status).toBe(403);
    for (const { id, email } of [boss, elsewhere, both, own]) {
      expect([await links(id), await mailsTo(shop, email)]).toEqual([[], []]);
    }
    expect((await invite(own.id, token)).status).toBe(200);
  });

  it('is refused to a mailbox after ten mails in an hour', async () => {
    const { id, email } = await hire();
    const token = await as('admin');
    for (let i = 0; i < 10; i += 1) expect((await invite(id, token)).status).toBe(200);
    const refused = await invite(id, token);
    expect([refused.status, refused.body.detail]).toEqual([
      429,
      'Too many invitations for this address.',
    ]);
    expect(await invitations(email)).toHaveLength(10);
    // Not even by asking for a reset: staff without a password get no link.
    await shop.call('POST', '/auth/password-reset/', { body: { email } });
    expect(await mailsTo(shop, email)).toHaveLength(10);
  });

  it('is in the audit log without the link, and refuses nobody’s change', async () => {
    const { id, email } = await hire();
    const path = `/users/${id}/`;
    const token = await as('admin');
    const { etag } = (await shop.call('GET', path, { token })).headers;
    await invite(id, token);
    const headers = { 'if-match': String(etag) };
    const body = { first_name: 'Ina' };
    expect((await shop.call('PATCH', path, { token, headers, body })).status).toBe(200);
    const log = await shop.call('GET', `/audit-log/?record=users/${id}&action=invite`, { token });
    expect(log.body).toHaveLength(1);
    expect(Object.keys(log.body[0].changes).join()).toMatch(/^invitation/);
    expect(log.text).not.toContain(await lastToken(email));
  });
});

describe('the invitation of a customer', () => {
  const create = async (fields: object) => {
    const body = { name: 'Carla Counter', ...fields };
    const token = await shop.tillToken('EMP005', 'T-101');
    const reply = await shop.call('POST', '/customers/', { token, body });
    expect(reply.status).toBe(201);
    return reply.body.id as string;
  };
  const ask = async (id: string) =>
    shop.call('POST', `/customers/${id}/invite/`, {
      token: await shop.tillToken('EMP005', 'T-101'),
    });

  it('opens the record of the counter in the shop, in the language of the store', async () => {
    const email = 'carla@example.com';
    const template = { closing: 'Bis bald, {store}' };
    const path = '/mail-templates/AIRPORT/customer_invitation/de/';
    await shop.call('PUT', path, { token: await as('admin'), body: template });
    const id = await create({ email });
    const reply = await ask(id);
    expect([reply.status, reply.body.invitation.sent_at]).toEqual([200, clock.now().toISOString()]);
    const [mail] = await invitations(email);
    expect(mail?.subject).toBe('Ihr Kundenkonto bei Tillhouse Airport');
    expect(mail?.body_text).toContain('/app/shop/reset-password?invitation#');
    expect(mail?.body_text.trimEnd()).toMatch(/Bis bald, Tillhouse Airport$/);
    expect((await confirm(tokenIn(mail?.body_text))).status).toBe(200);
    const login = await logIn(email, CHOSEN);
    const me = await shop.call('GET', '/auth/me/', { token: login.body.access });
    expect([me.body.id, me.body.role]).toEqual([id, 'customer']);
    expect(code(await ask(id))).toEqual([409, 'HAS_PASSWORD']);
  });

  it('is refused for one who is erased, is unknown or has no address', async () => {
    const erased = await create({ email: 'gone@example.com' });
    await ask(erased);
    const token = await lastToken('gone@example.com');
    const admin = await as('admin');
    const gone = await shop.call('POST', `/customers/${erased}/erase/`, { token: admin });
    expect(gone.status).toBe(200);
    expect(code(await ask(erased))).toEqual([409, 'CUSTOMER_ERASED']);
    expect(code(await confirm(token))).toEqual([410, 'RESET_LINK_INVALID']);
    const byPhone = await create({ phone: '+491701112223' });
    expect(code(await ask(byPhone))).toEqual([409, 'NO_EMAIL']);
    expect(code(await ask((await hire()).id))).toEqual([404, 'NOT_FOUND']);
    expect(await links(byPhone)).toEqual([]);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { kindOf, SENT_KINDS } from '../../src/domains/ops/mails/kinds.js';
import { atomically, statement } from '../../src/platform/database/tx.js';
import { newId } from '../../src/platform/ids.js';
import { mailQueue } from '../../src/platform/mail/deliver-mails.js';
import { type Mail, queueMail } from '../../src/platform/mail/queue-mail.js';
import { copyMail, eraseMails, lockMail } from '../../src/platform/mail/repository.js';
import { drainQueue } from '../../src/platform/work/queues/run-queue.js';
import { AIRPORT_ID, DOWNTOWN_ID } from '../../src/seed/data.js';
import { localManager } from '../promotions/support.js';
import { atCheckout, complete, openCheckoutShop } from '../storefront/checkout-support.js';
import { createMailbox } from '../support/mailbox.js';
import type { Shop } from '../support/service.js';
import { read, sourcesBelow } from '../support/sources.js';

const mailbox = createMailbox();
let shop: Shop;
let admin: string;
let airport: string;

beforeAll(async () => {
  const port = await mailbox.listen();
  shop = await openCheckoutShop({
    background: false,
    env: { SMTP_URL: `smtp://127.0.0.1:${port}` },
  });
  admin = await shop.officeToken('admin');
  airport = await localManager(shop, AIRPORT_ID);
});
beforeEach(async () => {
  mailbox.replies.recipient = undefined;
  mailbox.mails.length = 0;
  await statement(shop.platform.db, 'delete from mails');
});
afterAll(async () => {
  await shop.close();
  await mailbox.close();
});

const post = (mail: Partial<Mail>, ...secrets: string[]): Promise<string> =>
  atomically(shop.platform.db, tx =>
    queueMail(
      tx,
      shop.platform,
      {
        to: 'kim@example.com',
        subject: 'Hello',
        text: 'Hello Kim',
        html: '<p>Hello Kim</p>',
        purpose: 'test',
        ...mail,
      },
      ...secrets,
    ),
  );
const drain = (): Promise<number> => drainQueue(shop.platform, mailQueue);
const get = async (path: string, token = admin) => shop.call('GET', path, { token });
const again = (id: string, token = admin, key = newId()) =>
  shop.call('POST', `/mails/${id}/send-again/`, { token, headers: { 'idempotency-key': key } });
const subjectsAt = async (query: string, token?: string): Promise<string[]> =>
  (await get(`/mails/${query}`, token)).body.map((mail: { subject: string }) => mail.subject);
const count = async (): Promise<number> =>
  (await statement(shop.platform.db, 'select id from mails')).length;

/** An order at DOWNTOWN that is paid, with its confirmation. */
async function order() {
  const { visit, id } = await atCheckout(shop, [['MUG-WHITE', 1]]);
  const done = await complete(shop, visit, id);
  expect([done.status, done.text]).toEqual([200, done.text]);
  const [mail] = (await get('/mails/?kind=order_confirmation')).body;
  return mail;
}

/** The login of a new employee of DOWNTOWN with these permissions only. */
async function employeeWith(level: string, permissions: readonly string[]): Promise<string> {
  const made = async (path: string, body: object) => {
    const reply = await shop.call('POST', path, { token: admin, body });
    expect([reply.status, reply.text]).toEqual([201, reply.text]);
    return reply.body;
  };
  const name = `own-${newId()}`;
  const { id } = await made('/roles/', { name, base_role: level, permissions });
  const login = { username: name, password: 'a-long-password-for-tests' };
  await made('/users/', {
    ...login,
    role: level,
    own_role_id: id,
    employee_number: name.slice(-20),
    first_name: 'Own',
    last_name: 'Role',
    store_ids: [DOWNTOWN_ID],
  });
  return (await shop.call('POST', '/auth/login/', { body: login })).body.access;
}

describe('the list of mails', () => {
  it('shows the mail of an order with its sale, and the history of the sale names it', async () => {
    const mail = await order();
    expect(mail).toMatchObject({
      kind: 'order_confirmation',
      state: 'waiting',
      store_id: DOWNTOWN_ID,
      sent_at: null,
      attempts: 0,
      error: null,
    });
    expect(mail.subject).toContain(mail.transaction_number);
    expect(await drain()).toBe(1);
    const history = await get(`/transactions/${mail.transaction_id}/history/`);
    expect(history.body.filter((step: { kind: string }) => step.kind === 'mail')).toMatchObject([
      {
        kind: 'mail',
        status: 'sent',
        subject: 'order-confirmation',
        mail_id: mail.id,
        mail_kind: 'order_confirmation',
      },
    ]);
    for (const ref of [mail.transaction_id, mail.transaction_number]) {
      expect(await subjectsAt(`?transaction=${ref}`)).toEqual([mail.subject]);
    }
    expect((await get('/mails/?transaction=TXN-20260101-00000000')).status).toBe(404);
  });

  it('filters by kind, state, address and store', async () => {
    mailbox.replies.recipient = command => (command.includes('no@') ? '550 unknown' : '250 ok');
    await post({ subject: 'sent', purpose: 'receipt', about: { storeId: DOWNTOWN_ID } });
    await post({ subject: 'refused', to: 'no@example.com', about: { storeId: AIRPORT_ID } });
    await drain();
    await post({ subject: 'waiting', to: 'Ada@Example.com' });
    const parked = await post({ subject: 'failed' });
    await statement(
      shop.platform.db,
      'update mails set due_at = null, parked_at = now(), error = $2 where id = $1',
      [parked, 'no answer'],
    );
    await statement(shop.platform.db, 'update mails set due_at = null where id = $1', [
      await post({ subject: 'kept' }),
    ]);
    for (const state of ['sent', 'refused', 'waiting', 'failed', 'kept']) {
      expect(await subjectsAt(`?state=${state}`)).toEqual([state]);
    }
    expect(await subjectsAt('?kind=receipt')).toEqual(['sent']);
    expect(await subjectsAt('?search=ada@ex')).toEqual(['waiting']);
    expect(await subjectsAt('?store=AIRPORT')).toEqual(['refused']);
    const [refused] = (await get('/mails/?state=refused')).body;
    expect(refused).toMatchObject({ state: 'refused', sent_at: null });
    expect(refused.error).toContain('550 unknown');
    expect((await get('/mails/?store=NOWHERE')).status).toBe(400);
  });

  it('goes page by page', async () => {
    for (const subject of ['one', 'two', 'three']) await post({ subject });
    const first = await get('/mails/?limit=2');
    const next = /<([^>]+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? '';
    const seen = [...first.body, ...(await get(next)).body];
    expect(seen.map(({ subject }) => subject)).toEqual(['three', 'two', 'one']);
  });

  it('shows staff of a store neither mails of others nor those about accounts', async () => {
    const theirs = await post({ subject: 'theirs', about: { storeId: AIRPORT_ID } });
    const others = await post({ subject: 'other', about: { storeId: DOWNTOWN_ID } });
    const account = await post({ subject: 'account', purpose: 'password-changed' });
    expect(await subjectsAt('', airport)).toEqual(['theirs']);
    expect((await get(`/mails/${theirs}/`, airport)).status).toBe(200);
    for (const id of [others, account]) {
      expect((await get(`/mails/${id}/`, airport)).status).toBe(404);
      expect((await again(id, airport)).status).toBe(404);
    }
    expect((await get('/mails/?store=DOWNTOWN', airport)).status).toBe(400);
    expect(await count()).toBe(3);
  });

  it('hides addresses and texts from people who may not see customers', async () => {
    const id = await post({ subject: 'Receipt', about: { storeId: DOWNTOWN_ID } });
    await statement(shop.platform.db, `update mails set error = '550 kim@example.com'`);
    const token = await employeeWith('manager', ['store.read', 'audit.read', 'customer.manage']);
    const list = await get('/mails/', token);
    expect(list.body).toMatchObject([{ id, recipient: null, error: null }]);
    const one = await get(`/mails/${id}/`, token);
    expect(one.body).toMatchObject({ recipient: null, error: null, text: null, html: null });
    expect(one.text + list.text).not.toContain('kim');
    expect((await get('/mails/?search=kim', token)).status).toBe(403);
  });
});

describe('a mail', () => {
  it('is shown without its codes, before and after it is sent', async () => {
    const text = 'Your code is 424242';
    const id = await post({ subject: 'Code 424242', text, html: `<p>${text}</p>` }, '424242');
    for (const state of ['waiting', 'sent']) {
      const { body } = await get(`/mails/${id}/`);
      expect(body).toMatchObject({
        state,
        subject: 'Code ••••••',
        text: 'Your code is ••••••',
        html: '<p>Your code is ••••••</p>',
      });
      await drain();
    }
  });

  it('of an order is sent again once per key, with its link', async () => {
    const mail = await order();
    await drain();
    const whole = (await get(`/mails/${mail.id}/`)).body;
    expect(whole.sending_again).toBe('allowed');
    expect(whole.text).toContain('/app/shop/order#••••••');
    const first = await again(mail.id, admin, 'once');
    expect([first.status, first.text]).toEqual([201, first.text]);
    expect(first.body).toMatchObject({
      kind: 'order_confirmation',
      state: 'waiting',
      recipient: whole.recipient,
      transaction_id: mail.transaction_id,
      store_id: DOWNTOWN_ID,
      text: whole.text,
      html: whole.html,
      sending_again: 'waiting',
    });
    expect((await again(mail.id, admin, 'once')).body).toEqual(first.body);
    const second = await again(mail.id);
    expect([second.status, second.body.code]).toEqual([409, 'MAIL_NOT_SENT_AGAIN']);
    expect(await count()).toBe(2);
    expect(await drain()).toBe(1);
    const [before, after] = mailbox.mails.map(
      one => /order#([0-9A-Za-z]{32})/.exec(one.replaceAll('=\r\n', ''))?.[1],
    );
    expect(before).toHaveLength(32);
    expect(after).toBe(before);
  });

  it('that failed goes back into the queue with its code', async () => {
    const { transaction_id: saleId } = await order();
    await drain();
    const about = { storeId: DOWNTOWN_ID, saleId };
    const card = { purpose: 'gift-card', subject: 'Card', text: 'Code 4711', html: '4711', about };
    const id = await post(card, '4711');
    await statement(
      shop.platform.db,
      'update mails set due_at = null, parked_at = now(), attempts = 12 where id = $1',
      [id],
    );
    expect((await again(id)).body).toMatchObject({ id, state: 'waiting', attempts: 0 });
    mailbox.mails.length = 0;
    expect(await drain()).toBe(1);
    expect(mailbox.mails[0]).toContain('Code 4711');
    const sent = await again(id);
    expect([sent.status, sent.body.details]).toEqual([409, { reason: 'secret' }]);
  });

  it.each([
    ['about an account', {}, 'not_of_sale'],
    ['with a file', { attachment: { name: 'q.pdf', content: Buffer.from('x') } }, 'attachment'],
  ])('%s is not sent again', async (_name, part, reason) => {
    const { transaction_id: saleId } = await order();
    const about = reason === 'attachment' ? { storeId: DOWNTOWN_ID, saleId } : undefined;
    const id = await post({ ...part, about });
    await drain();
    const before = await count();
    expect((await get(`/mails/${id}/`)).body.sending_again).toBe(reason);
    const refused = await again(id);
    expect([refused.status, refused.body.details]).toEqual([409, { reason }]);
    expect(await count()).toBe(before);
  });

  it('of somebody who was erased is not sent again, and two people send one once', async () => {
    const mail = await order();
    await drain();
    const replies = await Promise.all([again(mail.id), again(mail.id)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    await atomically(shop.platform.db, tx => eraseMails(tx, [mail.recipient.toLowerCase()]));
    const { body } = await get(`/mails/${mail.id}/`);
    expect(body).toMatchObject({ recipient: null, text: '', sending_again: 'erased' });
    expect((await again(mail.id)).body.details).toEqual({ reason: 'erased' });
  });

  it('is erased with the copy that is being made of it', async () => {
    const mail = await order();
    await drain();
    const { db } = shop.platform;
    let erasing: Promise<void> | undefined;
    await atomically(db, async tx => {
      await lockMail(tx, mail.id);
      erasing = atomically(db, other => eraseMails(other, [mail.recipient.toLowerCase()]));
      await expect
        .poll(() =>
          statement(db, 'select 1 from pg_locks where not granted and pid <> pg_backend_pid()'),
        )
        .toHaveLength(1);
      await copyMail(tx, mail.id, { id: newId(), secret: null });
    });
    await erasing;
    const rows = await statement(db, 'select recipient, body_text, due_at from mails');
    expect(rows).toEqual([
      { recipient: 'erased', body_text: '', due_at: null },
      { recipient: 'erased', body_text: '', due_at: null },
    ]);
  });

  it('with the figures of a report is read with the permission `report.read` only', async () => {
    const id = await post({
      purpose: 'report',
      text: 'Net 100.00',
      about: { storeId: DOWNTOWN_ID },
    });
    const permissions = ['store.read', 'audit.read', 'customer.read'];
    const textFor = async (token: string) => {
      const { text, html } = (await get(`/mails/${id}/`, token)).body;
      return [text, html];
    };
    expect(await textFor(await employeeWith('manager', permissions))).toEqual([null, null]);
    const reader = await employeeWith('manager', [...permissions, 'report.read']);
    expect(await textFor(reader)).toEqual(['Net 100.00', '<p>Hello Kim</p>']);
  });

  it('is sent again only with the permission `customer.manage`', async () => {
    const mail = await order();
    const reader = await employeeWith('manager', ['store.read', 'audit.read', 'customer.read']);
    expect((await get(`/mails/${mail.id}/`, reader)).status).toBe(200);
    expect((await again(mail.id, reader)).status).toBe(403);
    expect(await count()).toBe(1);
  });
});

it('every kind of mail in the source has a name in the list', () => {
  const purposes = sourcesBelow('src')
    .map(read)
    .filter(text => text.includes('mail/queue-mail.js'))
    .flatMap(text => [...text.matchAll(/purpose: '([\w-]+)'/g)].map(([, name = '']) => name));
  expect(new Set(purposes).size).toBe(SENT_KINDS.length);
  expect(purposes.filter(name => kindOf(name) === null)).toEqual([]);
});

import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mailDueReports } from '../../src/domains/analytics/schedules/mail-due-reports.js';
import { dueAround } from '../../src/domains/analytics/schedules/repository.js';
import { periodBefore } from '../../src/domains/analytics/schedules/rules.js';
import { statement } from '../../src/platform/database/tx.js';
import { AIRPORT_ID, DOWNTOWN_ID } from '../../src/seed/data.js';
import { localManager } from '../promotions/support.js';
import { openShop, type Shop } from '../support/service.js';
import { forgetSales, writeSale } from './support.js';

// 09:30 on Monday 6 May in New York.
const START = new Date('2030-05-06T13:30:00Z');
let now = START;

let shop: Shop;
let local: string;
beforeAll(async () => {
  // Without a mail server a mail keeps no file; nothing is delivered here.
  const env = { SMTP_URL: 'smtp://127.0.0.1:9' };
  shop = await openShop({ background: false, clock: { now: () => now }, env });
  const { db } = shop.platform;
  await forgetSales(db);
  await statement(
    db,
    `update users set email = lower(employee_number) || '@shop.test' where employee_number is not null`,
  );
  local = await localManager(shop, AIRPORT_ID);
  await statement(
    db,
    `update users set email = 'local@shop.test', language = 'de' where first_name = 'Lo'`,
  );
  const mug = { sku: 'MUG-WHITE', price: '12.50', cost: '4.00' };
  await writeSale(db, { at: '2030-05-06T15:00:00Z', lines: [{ ...mug, quantity: 2 }] });
  const berlin = { store: AIRPORT_ID, currency: 'EUR' };
  await writeSale(db, { ...berlin, at: '2030-05-06T15:00:00Z', lines: [mug] });
});
afterAll(() => shop.close());
beforeEach(async () => {
  now = START;
  await statement(shop.platform.db, 'delete from report_schedules');
  await statement(shop.platform.db, 'delete from mails');
});

const DAILY = {
  name: 'Yesterday',
  store: 'DOWNTOWN',
  report: 'comparison',
  frequency: 'daily',
  recipients: ['EMP003'],
};

const call = async (method: string, path: string, body?: object, token?: string) =>
  shop.call(method, `/report-schedules/${path}`, {
    token: token ?? (await shop.officeToken('admin')),
    ...(body && { body }),
  });
const made = async (body: object = DAILY) => {
  const reply = await call('POST', '', body);
  expect([reply.status, reply.text]).toEqual([201, reply.text]);
  return reply.body;
};

type Sent = { recipient: string; subject: string; body_text: string; name: string; file: Buffer };
const sent = () =>
  statement<Sent>(
    shop.platform.db,
    `select recipient, subject, body_text, attachment_name as name, attachment as file from mails
     where purpose = 'report' order by recipient, id`,
  );
const rows = async () =>
  statement(
    shop.platform.db,
    `select s.*, array(select user_id from report_schedule_recipients where schedule_id = s.id) as people
     from report_schedules s order by id`,
  );

describe('a report schedule', () => {
  it('mails the day before at seven by the clock of the store, once on two nodes', async () => {
    const schedule = await made();
    expect(schedule).toMatchObject({
      store: 'DOWNTOWN',
      by: 'store',
      compared_with: 'previous_period',
      hour: 7,
      time_zone: 'America/New_York',
      next_at: '2030-05-07T11:00:00.000Z',
      last_sent_at: null,
      recipients: [{ email: 'emp003@shop.test', may_read: true }],
    });
    now = new Date('2030-05-07T10:59:00Z');
    await mailDueReports(shop.platform);
    expect(await sent()).toEqual([]);

    now = new Date('2030-05-07T11:04:00Z');
    await Promise.all([mailDueReports(shop.platform), mailDueReports(shop.platform)]);
    await mailDueReports(shop.platform);
    const [mail, ...others] = await sent();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      recipient: 'emp003@shop.test',
      subject: 'Yesterday: 2030-05-06',
      name: 'comparison-DOWNTOWN-2030-05-06-to-2030-05-06.csv',
    });
    expect(mail?.body_text).toContain('Net revenue: 25.00 USD');
    expect(mail?.body_text).toContain('Margin: 17.00 USD');
    const [row] = parse(mail?.file ?? '', { columns: true }) as Record<string, string>[];
    expect(row).toMatchObject({ key: 'DOWNTOWN', sales: '1', revenue: '25.00', margin: '17.00' });
    expect(await rows()).toMatchObject([
      { due_at: new Date('2030-05-08T11:00:00Z'), last_sent_at: now, error: null },
    ]);
  });

  it('is sent once after days without the service, for the last period', async () => {
    await made();
    now = new Date('2030-05-10T18:00:00Z');
    await mailDueReports(shop.platform);
    await mailDueReports(shop.platform);
    expect((await sent()).map(mail => mail.subject)).toEqual(['Yesterday: 2030-05-09']);
    expect(await rows()).toMatchObject([{ due_at: new Date('2030-05-11T11:00:00Z') }]);
  });

  it('does not send a period again after its hour was moved', async () => {
    const { id } = await made();
    now = new Date('2030-05-07T11:00:00Z');
    await mailDueReports(shop.platform);
    await statement(
      shop.platform.db,
      `update report_schedules set hour = 9, due_at = '2030-05-07T13:00:00Z' where id = $1`,
      [id],
    );
    now = new Date('2030-05-07T13:00:00Z');
    await mailDueReports(shop.platform);
    expect(await sent()).toHaveLength(1);
    expect(await rows()).toMatchObject([{ due_at: new Date('2030-05-08T13:00:00Z') }]);
  });

  it('about every store shows each recipient the stores they work at', async () => {
    const [person] = await statement<{ id: string }>(
      shop.platform.db,
      `select id from users where email = 'local@shop.test'`,
    );
    await made({ ...DAILY, store: null, recipients: ['EMP004', person?.id] });
    now = new Date('2030-05-07T08:00:00Z');
    await mailDueReports(shop.platform);
    const [chain, berlin] = await sent();
    expect(chain).toMatchObject({ recipient: 'emp004@shop.test' });
    expect(chain?.body_text).toContain('Sales in CHF, EUR are not included.');
    expect(berlin).toMatchObject({
      recipient: 'local@shop.test',
      subject: 'Yesterday (06.05.2030)',
    });
    const files = [chain, berlin].map(mail => parse(mail?.file ?? '', { columns: true }));
    expect(files).toMatchObject([[{ key: 'DOWNTOWN' }], [{ key: 'AIRPORT', revenue: '12.50' }]]);
  });

  it('is not made by somebody who may change settings and not read reports', async () => {
    const { id } = await made();
    const admin = await shop.officeToken('admin');
    const role = await shop.call('POST', '/roles/', {
      token: admin,
      body: {
        name: 'Settings',
        base_role: 'manager',
        permissions: ['store.read', 'store.settings'],
      },
    });
    const login = { username: 'settings', password: 'a long pass phrase' };
    await shop.call('POST', '/users/', {
      token: admin,
      body: {
        ...login,
        role: 'manager',
        own_role_id: role.body.id,
        employee_number: 'EMP-S',
        email: 'settings@shop.test',
        store_ids: [AIRPORT_ID, DOWNTOWN_ID],
      },
    });
    const token = (await shop.call('POST', '/auth/login/', { body: login })).body.access;
    const wish = { ...DAILY, other_recipients: ['settings@home.example'] };
    const before = await rows();
    const answers = [
      await call('POST', '', wish, token),
      await call('PATCH', `${id}/`, { other_recipients: ['settings@home.example'] }, token),
      await call('POST', `${id}/test/`, {}, token),
    ];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      answers.map(() => [403, 'PERMISSION_DENIED']),
    );
    expect(await rows()).toEqual(before);
    expect(await sent()).toEqual([]);
  });

  it('shows an accountant outside no store that no recipient sees any more', async () => {
    const { db } = shop.platform;
    const [person] = await statement<{ id: string }>(
      db,
      `select id from users where email = 'local@shop.test'`,
    );
    const recipients = ['EMP003', person?.id];
    await made({ ...DAILY, store: null, recipients, other_recipients: ['books@tax.example'] });
    const storesOf = async () => {
      await mailDueReports(shop.platform);
      const mails = await sent();
      await statement(db, 'delete from mails');
      const mail = mails.find(({ recipient }) => recipient === 'books@tax.example');
      return ['Downtown', 'Airport', 'Zürich'].filter(name => mail?.body_text.includes(name));
    };
    now = new Date('2030-05-07T08:00:00Z');
    expect(await storesOf()).toEqual(['Downtown', 'Airport', 'Zürich']);
    await statement(db, `update users set is_active = false where employee_number = 'EMP003'`);
    try {
      now = new Date('2030-05-08T08:00:00Z');
      expect(await storesOf()).toEqual(['Airport']);
    } finally {
      await statement(db, `update users set is_active = true where employee_number = 'EMP003'`);
    }
  });

  it('is mailed to an accountant outside too, as long as somebody of the staff gets it', async () => {
    const others = ['Books@Tax.example', 'emp003@shop.test'];
    const { id, other_recipients } = await made({ ...DAILY, other_recipients: others });
    expect(other_recipients).toEqual(['books@tax.example', 'emp003@shop.test']);
    now = new Date('2030-05-07T11:00:00Z');
    await Promise.all([mailDueReports(shop.platform), mailDueReports(shop.platform)]);
    const mails = await sent();
    expect(mails.map(mail => mail.recipient)).toEqual(['books@tax.example', 'emp003@shop.test']);
    expect(mails[0]?.file).toEqual(mails[1]?.file);
    expect(mails.map(mail => mail.body_text.includes('/app/desk/'))).toEqual([false, true]);

    now = START;
    const changed = await call('PATCH', `${id}/`, { other_recipients: ['new@tax.example'] });
    expect([changed.status, changed.body.other_recipients]).toEqual([200, ['new@tax.example']]);
    const token = await shop.officeToken('admin');
    const log = await shop.call('GET', `/audit-log/?record=report-schedules/${id}`, { token });
    expect(log.body[0].changes.other_recipients).toEqual({
      before: others.map(one => one.toLowerCase()),
      after: ['new@tax.example'],
    });
    const { db } = shop.platform;
    await statement(db, `update users set is_active = false where employee_number = 'EMP003'`);
    try {
      now = new Date('2030-05-08T11:00:00Z');
      await mailDueReports(shop.platform);
      expect(await sent()).toHaveLength(2);
    } finally {
      await statement(db, `update users set is_active = true where employee_number = 'EMP003'`);
    }
  });

  it('sends nothing to somebody who lost the right', async () => {
    const { id } = await made({ ...DAILY, recipients: ['EMP003', 'EMP004'] });
    const { db } = shop.platform;
    await statement(db, `update users set is_active = false where employee_number = 'EMP003'`);
    try {
      now = new Date('2030-05-07T11:00:00Z');
      await mailDueReports(shop.platform);
      expect((await sent()).map(mail => mail.recipient)).toEqual(['emp004@shop.test']);
      now = START;
      const paused = await call('PATCH', `${id}/`, { is_active: false });
      expect([paused.status, paused.body.recipients]).toMatchObject([
        200,
        [{ may_read: false }, { may_read: true }],
      ]);
      expect((await call('PATCH', `${id}/`, { recipients: ['EMP003'] })).status).toBe(400);
    } finally {
      await statement(db, `update users set is_active = true where employee_number = 'EMP003'`);
    }
  });

  it('pauses, and goes on from the next time', async () => {
    const { id } = await made();
    expect((await call('PATCH', `${id}/`, { is_active: false })).body.next_at).toBeNull();
    now = new Date('2030-05-08T12:00:00Z');
    await mailDueReports(shop.platform);
    expect(await sent()).toEqual([]);
    now = START;
    const resumed = await call('PATCH', `${id}/`, { is_active: true, hour: 22 });
    expect(resumed.body).toMatchObject({ hour: 22, next_at: '2030-05-07T02:00:00.000Z' });
  });

  it('mails a test to the caller and stays as it is', async () => {
    const { id } = await made();
    const before = await rows();
    const reply = await call('POST', `${id}/test/`);
    expect([reply.status, reply.body]).toEqual([200, { sent_to: 'emp004@shop.test' }]);
    expect(await sent()).toMatchObject([
      { recipient: 'emp004@shop.test', subject: 'Yesterday: 2030-05-05' },
    ]);
    expect(await rows()).toEqual(before);
    expect(await statement(shop.platform.db, 'select * from report_mails')).toEqual([]);
  });

  it('keeps its reason when it fails, and the others are sent', async () => {
    const { id } = await made({ ...DAILY, name: 'Broken' });
    await made();
    await statement(
      shop.platform.db,
      `update report_schedules set group_by = 'colour' where id = $1`,
      [id],
    );
    now = new Date('2030-05-07T11:00:00Z');
    await mailDueReports(shop.platform);
    expect((await sent()).map(mail => mail.subject)).toEqual(['Yesterday: 2030-05-06']);
    expect(await rows()).toMatchObject([
      { name: 'Broken', error: expect.any(String), due_at: now },
      { name: 'Yesterday', error: null },
    ]);
  });
});

describe('who may schedule what', () => {
  it.each([
    [{ recipients: ['EMP001'] }, 'recipients'],
    [{ recipients: ['EMP999'] }, 'recipients'],
    [{ recipients: [] }, 'recipients'],
    [{ other_recipients: ['books'] }, 'other_recipients.0'],
    [{ other_recipients: 'abcdef'.split('').map(a => `${a}@tax.example`) }, 'other_recipients'],
    [{ store: 'NOWHERE' }, 'store'],
    [{ report: 'secrets' }, 'report'],
    [{ hour: 24 }, 'hour'],
    [{ name: '' }, 'name'],
  ])('refuses %j', async (change, field) => {
    const { status, body } = await call('POST', '', { ...DAILY, ...change });
    expect([status, Object.keys(body.errors)]).toEqual([400, [field]]);
    expect(await rows()).toEqual([]);
  });

  it('refuses a customer', async () => {
    const [person] = await statement<{ id: string }>(
      shop.platform.db,
      `select id from users where email = 'shopper@example.com'`,
    );
    const { status } = await call('POST', '', { ...DAILY, recipients: [person?.id] });
    expect(status).toBe(400);
    expect(await rows()).toEqual([]);
  });

  it('keeps the manager of another store out', async () => {
    const { id } = await made();
    const chain = await made({ ...DAILY, store: null, recipients: ['EMP004'] });
    const before = await rows();
    expect((await call('GET', '', undefined, local)).body).toEqual([]);
    for (const one of [id, chain.id]) {
      expect((await call('GET', `${one}/`, undefined, local)).status).toBe(404);
      expect((await call('PATCH', `${one}/`, { name: 'Mine' }, local)).status).toBe(404);
      expect((await call('POST', `${one}/test/`, undefined, local)).status).toBe(404);
      expect((await call('DELETE', `${one}/`, undefined, local)).status).toBe(404);
    }
    expect((await call('POST', '', DAILY, local)).status).toBe(400);
    const everywhere = await call('POST', '', { ...DAILY, store: null }, local);
    expect([everywhere.status, everywhere.body.code]).toEqual([403, 'OTHER_STORES']);
    expect(await rows()).toEqual(before);
    expect(await sent()).toEqual([]);
  });

  it('lets the manager of a store schedule reports about it', async () => {
    const reply = await call('POST', '', { ...DAILY, store: 'AIRPORT' }, local);
    expect([reply.status, reply.body.time_zone]).toEqual([201, 'Europe/Berlin']);
    const moved = await call('PATCH', `${reply.body.id}/`, { store: 'DOWNTOWN' }, local);
    expect(moved.status).toBe(400);
    expect((await call('DELETE', `${reply.body.id}/`, undefined, local)).status).toBe(204);
    expect(await rows()).toEqual([]);
  });
});

describe('the time of a report', () => {
  const zone = { weekday: 1, hour: 7, timeZone: 'America/New_York' };
  it.each([
    ['daily', '2030-05-06T13:30:00Z', '2030-05-06', '2030-05-07T11:00:00.000Z'],
    // Clocks go back on 3 November.
    ['daily', '2030-11-02T13:00:00Z', '2030-11-02', '2030-11-03T12:00:00.000Z'],
    ['weekly', '2030-05-06T10:59:59Z', '2030-04-29', '2030-05-06T11:00:00.000Z'],
    ['weekly', '2030-05-06T11:00:00Z', '2030-05-06', '2030-05-13T11:00:00.000Z'],
    ['monthly', '2030-05-06T13:30:00Z', '2030-05-01', '2030-06-01T11:00:00.000Z'],
    ['monthly', '2030-03-31T13:30:00Z', '2030-03-01', '2030-04-01T11:00:00.000Z'],
  ] as const)('%s at %s', async (frequency, at, last, next) => {
    const due = await dueAround(shop.platform.db, { ...zone, frequency }, new Date(at));
    expect([due.last.day, due.next.toISOString()]).toEqual([last, next]);
  });

  it.each([
    ['daily', '2030-05-01', '2030-04-30', '2030-04-30'],
    ['weekly', '2030-05-06', '2030-04-29', '2030-05-05'],
    ['monthly', '2030-03-01', '2030-02-01', '2030-02-28'],
    ['monthly', '2030-01-01', '2029-12-01', '2029-12-31'],
  ] as const)('%s on %s covers whole days', (frequency, day, from, to) => {
    expect(periodBefore(frequency, day)).toEqual({ from, to });
  });
});

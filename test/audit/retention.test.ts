import { afterAll, beforeAll, expect, it } from 'vitest';
import { retention } from '../../src/domains/audit/jobs.js';
import { ops } from '../../src/domains/ops/index.js';
import { statement } from '../../src/platform/database/tx.js';
import { newId } from '../../src/platform/ids.js';
import { openShop, type Shop } from '../support/service.js';
import { auditOf, newList } from './support.js';

const DAY_MS = 86_400_000;
const clock = { at: Date.now(), now: () => new Date(clock.at) };

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ clock, background: false });
});
afterAll(() => shop.close());

const admin = async (): Promise<string> => {
  const body = { username: 'admin', password: 'admin-demo' };
  return (await shop.call('POST', '/auth/login/', { body })).body.access;
};
const path = (kind: string): string => `/retention/${kind}/`;
const change = async (kind: string, days: unknown, headers: Record<string, string> = {}) =>
  shop.call('PATCH', path(kind), { token: await admin(), body: { days }, headers });
const settings = () =>
  statement<{ kind: string; kept_days: number | null }>(
    shop.platform.db,
    'select kind, kept_days from retention_settings order by kind',
  );
const runJob = async (jobs: typeof ops.jobs, name: string): Promise<void> => {
  const job = jobs?.find(one => one.name === name);
  if (job === undefined) throw new Error(`there is no job ${name}`);
  await job.run(shop.platform, {}, { isLast: false });
};

it('lists what is kept how long, to administrators only', async () => {
  const list = await shop.call('GET', '/retention/', { token: await admin() });
  expect(list.status).toBe(200);
  const byKind = Object.fromEntries(
    list.body.map((one: { kind: string; days: unknown; is_fixed: boolean }) => [
      one.kind,
      [one.days, one.is_fixed],
    ]),
  );
  expect(byKind).toEqual({
    mails: [null, false],
    audit_log: [400, false],
    ended_logins: [30, false],
    checkout_forms: [90, false],
    agent_checkouts: [30, false],
    agent_orders: [365, false],
    stock_alerts: [180, false],
    held_sales: [7, false],
    print_jobs: [14, false],
    import_reports: [30, false],
    webhook_deliveries: [30, false],
    searches: [90, false],
    reservations: [90, false],
    cart_reminders: [2, true],
    sales: [null, true],
    stock_movements: [null, true],
    events: [60, true],
    idempotency_keys: [1, true],
  });
  const manager = await shop.officeToken('manager');
  expect((await shop.call('GET', '/retention/', { token: manager })).status).toBe(403);
  const refused = await shop.call('PATCH', path('mails'), { token: manager, body: { days: 30 } });
  expect(refused.status).toBe(403);
  expect((await change('unknown', 30)).status).toBe(404);
  expect(await settings()).toEqual([]);
});

it('refuses periods that are fixed or out of range, and changes nothing', async () => {
  for (const [kind, days] of [
    ['audit_log', 399],
    ['audit_log', 3_651],
    ['audit_log', null],
    ['audit_log', '500'],
    ['sales', 3_650],
    ['idempotency_keys', 2],
    ['events', 90],
    ['mails', 29],
  ] as const) {
    const reply = await change(kind, days);
    expect([kind, days, reply.status]).toEqual([kind, days, 400]);
    expect(Object.keys(reply.body.errors)).toEqual(['days']);
  }
  expect(await settings()).toEqual([]);
});

it('records who changed a period, and refuses to overwrite a change', async () => {
  const before = await shop.call('GET', path('print_jobs'), { token: await admin() });
  const tag = { 'if-match': String(before.headers.etag) };
  expect((await change('print_jobs', 3, tag)).body).toMatchObject({ days: 3, default_days: 14 });
  const late = await change('print_jobs', 90, tag);
  expect([late.status, late.body.code, late.body.current.days]).toEqual([412, 'CHANGED', 3]);
  expect(await settings()).toEqual([{ kind: 'print_jobs', kept_days: 3 }]);
  const entries = await auditOf(shop).log('record=retention/print_jobs', await admin());
  expect(entries.map(({ action, changes }) => [action, changes.days])).toEqual([
    ['update', { before: 14, after: 3 }],
  ]);
});

it('deletes by the period that was chosen', async () => {
  const { db } = shop.platform;
  const mail = async (daysAgo: number, waits: boolean): Promise<string> => {
    const id = newId(new Date(clock.at - daysAgo * DAY_MS));
    await statement(
      db,
      `insert into mails (id, purpose, recipient, subject, body_text, due_at)
       values ($1, 'test', 'old@example.com', 'Old', 'Old', case when $2 then now() end)`,
      [id, waits],
    );
    return id;
  };
  const [old, waiting, recent] = [
    await mail(31, false),
    await mail(31, true),
    await mail(29, false),
  ];
  const left = async () => {
    const rows = await statement<{ id: string }>(
      db,
      `select id from mails where recipient = 'old@example.com' order by id`,
    );
    return rows.map(({ id }) => id);
  };
  const all = [old, waiting, recent].toSorted();
  await runJob(ops.jobs, 'ops:purge');
  expect(await left()).toEqual(all);
  expect((await change('mails', 30)).status).toBe(200);
  await runJob(ops.jobs, 'ops:purge');
  expect(await left()).toEqual([waiting, recent].toSorted());
  expect((await change('mails', null)).body.days).toBeNull();
  // A limit of an earlier release below what the rule allows now deletes nothing too early.
  await statement(db, `insert into retention_settings (kind, kept_days) values ('audit_log', 1)`);
  const entries = async () =>
    (await statement(db, 'select id from audit_entries where seq is not null')).length;
  await shop.call('GET', '/audit-log/verify/', { token: await admin() });
  const known = await entries();
  clock.at += 2 * DAY_MS;
  await retention.run(shop.platform, {});
  expect(await entries()).toBeGreaterThanOrEqual(known);
  await statement(db, `delete from retention_settings where kind = 'audit_log'`);
});

it('removes chained entries after 400 days, and the rest still verifies', async () => {
  const audit = auditOf(shop);
  const make = async (code: string) => audit.made('/price-lists/', newList(code), await admin());
  const verify = async () => {
    const reply = await shop.call('GET', '/audit-log/verify/', { token: await admin() });
    return reply.body;
  };
  const codes = async () =>
    (
      await audit.rows<{ code: string }>(
        `select changes->'code'->>'after' as code from audit_entries
         where record_type = 'price-lists' order by id`,
      )
    ).map(({ code }) => code);

  await make('OLD');
  expect((await verify()).holds).toBe(true);
  clock.at += 200 * DAY_MS;
  await make('NEW');
  await retention.run(shop.platform, {});
  expect(await codes()).toEqual(['OLD', 'NEW']);
  clock.at += 199 * DAY_MS;
  await retention.run(shop.platform, {});
  expect(await codes()).toEqual(['OLD', 'NEW']);
  clock.at += 2 * DAY_MS;
  // NEW and the logins after it are not chained yet.
  await retention.run(shop.platform, {});
  expect(await codes()).toEqual(['NEW']);
  const verified = await verify();
  expect(verified).toMatchObject({ holds: true, first_broken: null });
  const [first] = await audit.rows<{ first_seq: number; first_hash: string }>(
    'select first_seq, first_hash from audit_chain',
  );
  expect(first?.first_seq).toBeGreaterThan(1);
  const [entry] = await audit.rows<{ seq: number; previous_hash: string }>(
    'select seq, previous_hash from audit_entries where seq is not null order by seq limit 1',
  );
  expect(entry).toEqual({ seq: first?.first_seq, previous_hash: first?.first_hash });
  clock.at += 900 * DAY_MS;
  await retention.run(shop.platform, {});
  expect(await codes()).toEqual([]);
  expect((await verify()).holds).toBe(true);
});

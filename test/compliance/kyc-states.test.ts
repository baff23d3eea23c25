import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { compliance } from '../../src/domains/compliance/index.js';
import { statement } from '../../src/platform/database/tx.js';
import { openShop, type Shop } from '../support/service.js';
import { ENV, post, stripeHeader } from '../webhooks/support.js';
import { guest, logIn, SHOPPER } from './support.js';

const PATH = '/compliance/kyc/';
const START = new Date('2027-03-04T05:06:07.890Z');
let now = START;
let shop: Shop;
let office: string;

beforeAll(async () => {
  shop = await openShop({ env: ENV, background: false, clock: { now: () => now } });
});
afterAll(() => shop.close());
beforeEach(async () => {
  now = START;
  office = await shop.officeToken();
  await statement(shop.platform.db, 'delete from kyc_credentials');
});

const own = (token: string, action: string, body?: object) =>
  shop.call(action === 'status' ? 'GET' : 'POST', `${PATH}${action}/`, { token, body });
const step = (key: string, action: string, body?: object) =>
  shop.call('POST', `${PATH}credentials/${key}/${action}/`, { token: office, body });
const vendorSays = (key: string, status: string) => {
  const body = JSON.stringify({
    data: { id: 'inq_1', attributes: { status, 'reference-id': key } },
  });
  const header = stripeHeader(body, { at: now, secret: ENV.KYC_WEBHOOK_SECRET });
  return post(shop, `${PATH}kycvendor/webhook/`, body, { 'kyc-vendor-signature': header });
};
const events = async () =>
  (
    await statement<{ status: string }>(
      shop.platform.db,
      `select data->>'status' as status from outbox cross join unnest(events)
       where event = 'kyc_credential.saved'
       union all select data->>'status' from events where event = 'kyc_credential.saved'`,
    )
  ).length;

describe('a customer', () => {
  it('starts, submits and is verified by the vendor', async () => {
    const token = await logIn(shop);
    expect((await own(token, 'status')).body).toEqual({
      verified: false,
      status: null,
      credential_key: null,
      rejection_reason: null,
    });
    expect((await own(token, 'submit')).body.code).toBe('INVALID_STATE');
    const started = await own(token, 'start');
    const key = started.body.credential_key;
    expect([started.status, started.body.status]).toEqual([201, 'pending_verification']);
    const again = await own(token, 'start');
    expect([again.status, again.body.credential_key]).toEqual([200, key]);
    const submitted = await own(token, 'submit', { vendor_reference_id: 'inq_1' });
    expect(submitted.body.status).toBe('pending_vendor_response');
    expect((await own(token, 'submit')).body.status).toBe('pending_vendor_response');
    expect((await vendorSays(key, 'approved')).body).toEqual({ status: 'active' });
    expect((await own(token, 'status')).body).toMatchObject({ verified: true, status: 'active' });
    expect((await own(token, 'start')).body.verified).toBe(true);
  });

  it('starts one credential from two tabs, and another after a rejection', async () => {
    const token = await logIn(shop);
    const tabs = await Promise.all([own(token, 'start'), own(token, 'start'), own(token, 'start')]);
    expect(new Set(tabs.map(({ body }) => body.credential_key)).size).toBe(1);
    const key = tabs[0]?.body.credential_key;
    await vendorSays(key, 'declined');
    expect((await own(token, 'status')).body).toMatchObject({
      status: 'rejected',
      rejection_reason: 'KYC vendor status: declined',
    });
    const other = await own(token, 'start');
    expect([other.status, other.body.credential_key === key]).toEqual([201, false]);
  });

  it('is someone with a login', async () => {
    const { headers } = await guest(shop);
    for (const [method, action] of [
      ['GET', 'status'],
      ['POST', 'start'],
      ['POST', 'submit'],
    ] as const) {
      expect((await shop.call(method, `${PATH}${action}/`, { headers })).status).toBe(401);
      expect((await shop.call(method, `${PATH}${action}/`)).status).toBe(401);
    }
  });
});

describe('a credential', () => {
  const open = async (): Promise<string> =>
    (await shop.call('POST', `${PATH}credentials/`, { token: office, body: { user: SHOPPER } }))
      .body.credential_key;

  it.each([
    [['submit'], 'pending_vendor_response'],
    [['review'], 'pending_employee_review'],
    [['submit', 'review'], 'pending_employee_review'],
    [['submit', 'review', 'approve'], 'active'],
    [['submit', 'reject'], 'rejected'],
    [['review', 'reject', 'approve'], 'active'],
  ])('goes %s and is then %s', async (steps, status) => {
    const key = await open();
    const before = await events();
    let last: unknown;
    for (const action of steps) {
      const reply = await step(key, action);
      expect([action, reply.status]).toEqual([action, 200]);
      last = reply.body.status;
    }
    expect(last).toBe(status);
    expect(await events()).toBe(before + steps.length);
  });

  it.each([
    [['submit'], 'submit'],
    [['review'], 'submit'],
    [['review'], 'review'],
    [['approve'], 'submit'],
    [['approve'], 'review'],
    [['reject'], 'review'],
  ])('after %s refuses %s', async (steps, action) => {
    const key = await open();
    for (const earlier of steps) await step(key, earlier);
    const before = await shop.call('GET', `${PATH}credentials/${key}/`, { token: office });
    const reply = await step(key, action);
    expect([reply.status, reply.body.code]).toEqual([409, 'INVALID_STATE']);
    const after = await shop.call('GET', `${PATH}credentials/${key}/`, { token: office });
    expect(after.body).toEqual(before.body);
  });

  it('in review is left alone by the vendor', async () => {
    const key = await open();
    await step(key, 'submit', { vendor: 'kycvendor', vendor_reference_id: 'inq_9' });
    const moved = await step(key, 'review');
    expect(moved.body.verificationData).toEqual({
      vendor: 'kycvendor',
      vendorReferenceId: 'inq_9',
    });
    expect((await vendorSays(key, 'approved')).body).toEqual({
      status: 'pending_employee_review',
      detail: 'credential not in vendor-owned pending state',
    });
    expect((await step(key, 'submit', { vendor: 'nobody' })).status).toBe(400);
    expect((await step('nobody', 'review')).status).toBe(404);
  });

  it('goes to a reviewer when the vendor says nothing for a day', async () => {
    const [waiting, fresh, decided] = [await open(), await open(), await open()];
    await step(waiting, 'submit');
    await step(decided, 'submit');
    await vendorSays(decided, 'approved');
    await vendorSays(waiting, 'needs_review');
    now = new Date(START.getTime() + 86_400_000 + 1);
    await compliance.jobs
      ?.find(({ name }) => name === 'compliance:review-overdue')
      ?.run(shop.platform, {});
    const rows = await statement<{ credential_key: string; status: string }>(
      shop.platform.db,
      'select credential_key, status from kyc_credentials',
    );
    const statuses = new Map(rows.map(row => [row.credential_key, row.status]));
    expect([waiting, fresh, decided].map(key => statuses.get(key))).toEqual([
      'pending_employee_review',
      'pending_verification',
      'active',
    ]);
  });

  it('moves by the hand of reviewers only', async () => {
    const key = await open();
    const cashier = await shop.tillToken();
    for (const action of ['submit', 'review']) {
      const path = `${PATH}credentials/${key}/${action}/`;
      expect((await shop.call('POST', path, { token: cashier })).status).toBe(403);
      expect((await shop.call('POST', path, { token: await logIn(shop) })).status).toBe(403);
      expect((await shop.call('POST', path)).status).toBe(401);
    }
  });
});

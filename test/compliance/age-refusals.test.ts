import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ageVerifiedFor, compliance } from '../../src/domains/compliance/index.js';
import { statement } from '../../src/platform/database/tx.js';
import { openShop, type Shop } from '../support/service.js';
import { basket, counterOf, WINE } from '../transactions/support.js';
import { type Guest, guest, logIn, SHOPPER } from './support.js';

const PATH = '/compliance/age-verification/';
const START = new Date('2027-03-04T12:00:00Z');
const DAY = 86_400_000;
const [HERE, THERE] = ['203.0.113.9', '198.51.100.7'];
let now = START;
let shop: Shop;

beforeAll(async () => {
  shop = await openShop({
    background: false,
    env: { TRUST_PROXY: '127.0.0.1' },
    clock: { now: () => now },
  });
});
afterAll(() => shop.close());
beforeEach(async () => {
  now = START;
  await statement(shop.platform.db, 'delete from age_refusals');
  await statement(shop.platform.db, 'delete from age_verifications');
});

const claim = (who: Guest | string, born: string, address = HERE, more: object = {}) =>
  shop.call('POST', PATH, {
    ...(typeof who === 'string' ? { token: who } : {}),
    headers: { 'x-forwarded-for': address, ...(typeof who === 'string' ? {} : who.headers) },
    body: { method: 'self_declared', date_of_birth: born, ...more },
  });
const MINOR = '2010-06-01';
const ADULT = '1990-01-01';
const refusals = () =>
  statement<{ subject: string }>(
    shop.platform.db,
    'select subject, age from age_refusals order by subject',
  );

describe('a refused age', () => {
  it('stands for the visitor, whatever they declare a minute later', async () => {
    const visitor = await guest(shop);
    const refused = await claim(visitor, MINOR);
    const until = new Date(START.getTime() + DAY).toISOString();
    expect(refused.body).toMatchObject({
      verified: false,
      verified_for_age: 16,
      refused_until: until,
    });
    now = new Date(START.getTime() + 60_000);
    for (const more of [{}, { document: { date_of_birth: ADULT }, method: 'id_scan' }]) {
      const again = await claim(visitor, ADULT, THERE, more);
      expect([again.status, again.body]).toMatchObject([
        200,
        { verified: false, verified_for_age: 16, refused_until: until },
      ]);
    }
    const person = { sessionId: visitor.sessionId, userId: null };
    expect(await ageVerifiedFor(shop.platform.db, person, 18, now)).toBe(false);
    const status = await shop.call('GET', `${PATH}status/`, { headers: visitor.headers });
    expect(status.body).toMatchObject({ verified: false, refused_until: until });
  });

  it('stands for the address, also for a new visit, and then for that visit elsewhere', async () => {
    await claim(await guest(shop), MINOR);
    const fresh = await guest(shop);
    expect((await claim(fresh, ADULT)).body.verified).toBe(false);
    expect((await claim(fresh, ADULT)).body.verified).toBe(false);
    expect((await claim(fresh, ADULT, THERE)).body.verified).toBe(false);
    expect((await claim(await guest(shop), ADULT, THERE)).body.verified).toBe(true);
    const subjects = (await refusals()).map(({ subject }) => subject);
    expect(subjects.map(subject => subject.split(':')[0])).toEqual([
      'client',
      'session',
      'session',
    ]);
    expect(JSON.stringify(subjects)).not.toContain(HERE);
  });

  it('stands for the customer on every visit', async () => {
    const token = await logIn(shop);
    expect((await claim(token, MINOR)).body.verified).toBe(false);
    expect((await claim(await logIn(shop), ADULT, THERE)).body.verified).toBe(false);
  });

  it('takes nothing from others at that address who proved their age before', async () => {
    const adult = await guest(shop);
    await claim(adult, ADULT);
    await claim(await guest(shop), MINOR);
    const status = await shop.call('GET', `${PATH}status/`, { headers: adult.headers });
    expect(status.body).toMatchObject({ verified: true, refused_until: null });
    expect((await claim(adult, ADULT)).body.verified).toBe(true);
  });

  it('ends after a day and is then deleted', async () => {
    const visitor = await guest(shop);
    await claim(visitor, MINOR);
    now = new Date(START.getTime() + DAY - 1);
    expect((await claim(visitor, ADULT)).body.verified).toBe(false);
    now = new Date(START.getTime() + DAY);
    expect((await claim(visitor, ADULT)).body.verified).toBe(true);
    await compliance.jobs?.[0]?.run(shop.platform, {});
    expect(await refusals()).toEqual([]);
  });

  it('caps the age: goods for a lower age stay open', async () => {
    const visitor = await guest(shop);
    const nearly = await claim(visitor, '2008-01-01', HERE, { minimum_age: 21 });
    expect(nearly.body).toMatchObject({ verified: false, verified_for_age: 19 });
    const lower = await claim(visitor, ADULT, HERE, { minimum_age: 18 });
    expect(lower.body).toMatchObject({ verified: true, verified_for_age: 19, refused_until: null });
    expect((await claim(visitor, ADULT, HERE, { minimum_age: 21 })).body.verified).toBe(false);
  });

  it('does not count loopback as an address', async () => {
    await shop.call('POST', PATH, {
      headers: (await guest(shop)).headers,
      body: { method: 'form', date_of_birth: MINOR },
    });
    expect((await refusals()).map(({ subject }) => subject.split(':')[0])).toEqual(['session']);
  });

  it('of two claims at once leaves the refusal', async () => {
    const visitor = await guest(shop);
    await Promise.all([claim(visitor, ADULT), claim(visitor, MINOR), claim(visitor, ADULT)]);
    const person = { sessionId: visitor.sessionId, userId: null };
    expect(await ageVerifiedFor(shop.platform.db, person, 18, now)).toBe(false);
  });
});

describe('a refusal is outranked', () => {
  const check = async (body: object, token?: string) =>
    shop.call('POST', '/compliance/age-checks/', {
      token: token ?? (await shop.tillToken()),
      body: { customer: SHOPPER, method: 'id_scan', minimum_age: 21, ...body },
    });

  it('by a check of staff, which no declaration replaces', async () => {
    const token = await logIn(shop);
    await claim(token, MINOR);
    const checked = await check({});
    expect([checked.status, checked.body]).toMatchObject([
      201,
      { verified: true, verified_for_age: 21, method: 'id_scan', refused_until: null },
    ]);
    const person = { sessionId: null, userId: SHOPPER };
    expect(await ageVerifiedFor(shop.platform.db, person, 21, now)).toBe(true);
    expect((await claim(token, MINOR)).body).toMatchObject({ verified: true, method: 'id_scan' });
    const list = await shop.call('GET', '/compliance/checks/?kind=age_online', {
      token: await shop.officeToken(),
    });
    expect(list.body[0]).toMatchObject({ user_id: SHOPPER, checked_by: expect.any(String) });
  });

  it('at the till by the age check of the payment', async () => {
    await claim(await logIn(shop), MINOR);
    const counter = counterOf(shop);
    const sale = await counter.ring(basket([WINE], '1.73', { customer_id: SHOPPER }));
    const cash = { payment_method_id: 'cash', tendered_amount: '22.73' };
    expect((await counter.pay(sale, cash)).body.code).toBe('AGE_CHECK_REQUIRED');
    const age_check = { method: 'id_scan', confirmed: true };
    expect((await counter.pay(sale, { ...cash, age_check })).status).toBe(202);
  });

  it('by an approved credential', async () => {
    const token = await logIn(shop);
    await claim(token, MINOR);
    expect((await claim(token, ADULT)).body.verified).toBe(false);
    await statement(
      shop.platform.db,
      `update kyc_credentials set status = 'active' where credential_key = 'kyc-demo-1'`,
    );
    expect((await claim(token, ADULT)).body).toMatchObject({ verified: true, refused_until: null });
    await statement(
      shop.platform.db,
      `update kyc_credentials set status = 'rejected' where credential_key = 'kyc-demo-1'`,
    );
    const status = await shop.call('GET', `${PATH}status/`, { token });
    expect(status.body.verified).toBe(false);
  });

  it('only by staff, for a customer who exists', async () => {
    expect((await check({}, await logIn(shop))).status).toBe(403);
    expect((await shop.call('POST', '/compliance/age-checks/', { body: {} })).status).toBe(401);
    const unknown = await check({ customer: '00000000-0000-4000-8000-00000000dead' });
    expect([unknown.status, Object.keys(unknown.body.errors)]).toEqual([400, ['customer']]);
    expect((await check({ method: 'hearsay' })).status).toBe(400);
    expect(await refusals()).toEqual([]);
  });
});

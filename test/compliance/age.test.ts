import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ageOn } from '../../src/domains/compliance/age/rules.js';
import { ageVerifiedFor, compliance } from '../../src/domains/compliance/index.js';
import { statement } from '../../src/platform/database/tx.js';
import { openShop, type Shop } from '../support/service.js';
import { DOWNTOWN, guest, logIn, SHOPPER } from './support.js';

const PATH = '/compliance/age-verification/';
const START = new Date('2027-03-04T12:00:00Z');
let now = START;
let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ background: false, clock: { now: () => now } });
});
afterAll(() => shop.close());

const DAY = 86_400_000;
const rows = () =>
  statement<Record<string, unknown>>(shop.platform.db, 'select * from age_verifications');

describe('an age', () => {
  it.each([
    ['2027-03-04', '2006-03-04', 21],
    ['2027-03-04', '2006-03-05', 20],
    ['2027-03-04', '2027-03-04', 0],
    ['2027-02-28', '2008-02-29', 18],
    ['2026-02-28', '2008-02-29', 17],
    ['2026-03-01', '2008-02-29', 18],
    ['2027-03-04', '2027-03-05', undefined],
    ['2027-03-04', '1800-01-01', undefined],
  ])('on %s of a person born on %s is %s', (today, born, age) => {
    expect(ageOn(today, born)).toBe(age);
  });
});

describe('age verification', () => {
  it('stores the outcome and not the birth date', async () => {
    const visitor = await guest(shop);
    const reply = await shop.call('POST', PATH, {
      headers: visitor.headers,
      body: { method: 'self_declared', date_of_birth: '2005-12-24', minimum_age: 21 },
    });
    expect([reply.status, reply.body]).toEqual([
      200,
      {
        verified: true,
        minimum_age: 21,
        verified_for_age: 21,
        method: 'self_declared',
        verified_at: now.toISOString(),
        expires_at: new Date(now.getTime() + 30 * DAY).toISOString(),
        refused_until: null,
      },
    ]);
    const [kept] = (await rows()).filter(row => row.session_id === visitor.sessionId);
    expect(kept).toBeDefined();
    // The digits of an id may contain the year by chance.
    expect(JSON.stringify({ ...kept, id: '', session_id: '' })).not.toMatch(/2005|12-24/);
    const status = await shop.call('GET', `${PATH}status/?minimum_age=21`, {
      headers: visitor.headers,
    });
    expect(status.body).toEqual(reply.body);
  });

  it('refuses minors, and stores no exact age of adults', async () => {
    const prove = async (date_of_birth: string) =>
      shop.call('POST', PATH, {
        headers: (await guest(shop)).headers,
        body: { method: 'form', date_of_birth },
      });
    expect((await prove('2009-03-05')).body).toMatchObject({
      verified: false,
      minimum_age: 18,
      verified_for_age: 17,
    });
    expect((await prove('2009-03-04')).body).toMatchObject({
      verified: true,
      verified_for_age: 18,
    });
    expect((await prove('1950-01-01')).body).toMatchObject({
      verified: true,
      verified_for_age: 25,
    });
  });

  it('reads a document and stores nothing of it', async () => {
    const visitor = await guest(shop);
    const prove = (document: object, more: object = {}) =>
      shop.call('POST', PATH, {
        headers: visitor.headers,
        body: { method: 'id_scan', document, ...more },
      });
    const passport = { type: 'passport', number: 'X1234567', date_of_birth: '1990-05-06' };
    const reply = await prove({ ...passport, expires_on: '2027-03-04' });
    expect(reply.body).toMatchObject({
      verified: true,
      method: 'id_scan',
      expires_at: new Date(now.getTime() + 365 * DAY).toISOString(),
    });
    expect(JSON.stringify(await rows())).not.toContain('X1234567');
    const expired = await prove({ ...passport, expires_on: '2027-03-03' });
    expect([expired.status, expired.body.code]).toEqual([400, 'DOCUMENT_EXPIRED']);
    const other = await prove(passport, { date_of_birth: '1990-05-07' });
    expect([other.status, Object.keys(other.body.errors)]).toEqual([400, ['date_of_birth']]);
  });

  it('refuses an invalid proof, and keeps the earlier result', async () => {
    const visitor = await guest(shop);
    const before = await rows();
    const odd = [
      {},
      { method: 'form' },
      { date_of_birth: '1990-01-01' },
      { method: '', date_of_birth: '1990-01-01' },
      { method: 'form', date_of_birth: '1990-02-30' },
      { method: 'form', date_of_birth: 'yesterday' },
      { method: 'form', date_of_birth: '2027-03-05' },
      { method: 'form', date_of_birth: '1800-01-01' },
      { method: 'form', document: {} },
      { method: 'form', document: 'passport' },
      { method: 'form', date_of_birth: '1990-01-01', minimum_age: 0 },
    ];
    for (const body of odd) {
      const reply = await shop.call('POST', PATH, { headers: visitor.headers, body });
      expect([body, reply.status]).toEqual([body, 400]);
    }
    expect(await rows()).toEqual(before);
  });

  it('needs a visit or a login', async () => {
    const body = { method: 'form', date_of_birth: '1990-01-01' };
    const before = await rows();
    expect((await shop.call('POST', PATH, { body })).status).toBe(401);
    expect((await shop.call('GET', `${PATH}status/`)).status).toBe(401);
    expect((await shop.call('POST', PATH, { body, token: 'forged' })).status).toBe(401);
    expect(await rows()).toEqual(before);
  });

  it('applies to a person on every visit, until it expires', async () => {
    const token = await logIn(shop);
    const fresh = await shop.call('GET', `${PATH}status/`, { token });
    expect(fresh.body).toEqual({
      verified: false,
      minimum_age: 18,
      verified_for_age: null,
      method: null,
      verified_at: null,
      expires_at: null,
      refused_until: null,
    });
    const body = { method: 'form', date_of_birth: '2004-01-01' };
    expect((await shop.call('POST', PATH, { token, body })).body.verified_for_age).toBe(23);
    const { db } = shop.platform;
    const person = { sessionId: null, userId: SHOPPER };
    expect(await ageVerifiedFor(db, person, 23, now)).toBe(true);
    expect(await ageVerifiedFor(db, person, 24, now)).toBe(false);
    expect(
      (await shop.call('GET', `${PATH}status/`, { token: await logIn(shop) })).body.verified,
    ).toBe(true);
    const later = new Date(now.getTime() + 30 * DAY);
    expect(await ageVerifiedFor(db, person, 18, new Date(later.getTime() - 1))).toBe(true);
    expect(await ageVerifiedFor(db, person, 18, later)).toBe(false);
    now = later;
    await compliance.jobs?.[0]?.run(shop.platform, {});
    now = START;
    expect(await ageVerifiedFor(db, person, 18, now)).toBe(false);
  });

  it("uses the date of the store's time zone", async () => {
    const body = { method: 'form', date_of_birth: '2009-03-05' };
    const { headers } = await guest(shop, DOWNTOWN);
    now = new Date('2027-03-05T04:59:00Z');
    const evening = await shop.call('POST', PATH, { headers, body });
    expect(evening.body.verified_for_age).toBe(17);
    const later = await guest(shop, DOWNTOWN);
    now = new Date('2027-03-05T05:01:00Z');
    const midnight = await shop.call('POST', PATH, { headers: later.headers, body });
    expect(midnight.body.verified_for_age).toBe(18);
    now = START;
  });
});

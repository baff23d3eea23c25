import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { customer } from '../../src/seed/data.js';
import { openShop, type Shop } from '../support/service.js';
import { basket, counterOf, DOWNTOWN_ID, WINE } from '../transactions/support.js';
import { logIn } from './support.js';

let shop: Shop;
let sale: string;
beforeAll(async () => {
  shop = await openShop({ background: false });
  const counter = counterOf(shop);
  const token = await logIn(shop);
  const proof = await shop.call('POST', '/compliance/age-verification/', {
    token,
    body: { method: 'self_declared', date_of_birth: '1980-01-01' },
  });
  expect(proof.status).toBe(200);
  sale = await counter.sold(
    { payment_method_id: 'cash', age_check: { method: 'id_scan', confirmed: true } },
    basket([WINE], '1.73', { customer_id: customer.id }),
  );
});
afterAll(() => shop.close());

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

const checks = async (query = '', token?: string) =>
  shop.call('GET', `/compliance/checks/${query}`, { token: token ?? (await shop.officeToken()) });

describe('compliance checks', () => {
  it('are listed with their outcome, newest first', async () => {
    const reply = await checks();
    expect(reply.status).toBe(200);
    expect(reply.body[0]).toEqual({
      id: expect.any(String),
      kind: 'age_at_till',
      outcome: 'passed',
      reference: sale,
      user_id: customer.id,
      store: DOWNTOWN_ID,
      method: 'id_scan',
      age: 21,
      checked_by: '00000000-0000-4000-a002-000000000001',
      checked_at: expect.stringMatching(/Z$/),
      expires_at: null,
    });
    expect(reply.body[1]).toMatchObject({
      kind: 'age_online',
      outcome: 'passed',
      user_id: customer.id,
      store: null,
      method: 'self_declared',
      age: 25,
    });
    const identities = (await checks('?kind=identity')).body;
    expect(identities.map((row: { reference: string }) => row.reference)).toEqual(
      expect.arrayContaining(['kyc-demo-1', 'kyc-demo-2']),
    );
    // The digits of an id or a number may contain the year by chance.
    const shown = reply.text.replaceAll(sale, '').replaceAll(UUID, '');
    expect(shown).not.toContain('1980');
  });

  it('filter by store, and page without loss', async () => {
    const whole = (await checks()).body;
    const atStore = await checks('?store=DOWNTOWN');
    expect(atStore.body).toEqual([whole[0]]);
    expect((await checks('?store=AIRPORT')).body).toEqual([]);
    expect((await checks('?store=NOWHERE')).body).toEqual([]);
    const seen: unknown[] = [];
    let next: string | undefined = '/compliance/checks/?limit=1';
    while (next !== undefined) {
      const reply = await shop.call('GET', next, { token: await shop.officeToken() });
      seen.push(...reply.body);
      next = /^<(.+)>; rel="next"$/.exec(String(reply.headers.link ?? ''))?.[1];
    }
    expect(seen).toEqual(whole);
  });

  it('are for reviewers', async () => {
    expect((await shop.call('GET', '/compliance/checks/')).status).toBe(401);
    expect((await checks('', await shop.tillToken('EMP001'))).status).toBe(403);
    for (const query of ['?kind=other', '?cursor=nonsense', '?cursor=WyIxIiwiMiJd']) {
      expect((await checks(query)).status).toBe(400);
    }
  });
});

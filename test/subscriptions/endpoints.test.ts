import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atomically, statement } from '../../src/platform/database/tx.js';
import { DOWNTOWN_ID } from '../../src/seed/data.js';
import { rowsOf } from '../content/rows.js';
import { localManager } from '../promotions/support.js';
import { waitingForLocks } from '../support/locks.js';
import { openShop, type Shop } from '../support/service.js';

const PATH = '/webhook-endpoints/';

let shop: Shop;
let token: string;
beforeAll(async () => {
  shop = await openShop({ background: false });
  token = await shop.officeToken();
});
afterAll(() => shop.close());

const post = (body: object, as = token) => shop.call('POST', PATH, { token: as, body });
const good = { url: 'https://203.0.114.7/hooks', events: ['transaction.*'] };
const count = async () =>
  (await rowsOf(shop, 'select count(*)::int as n from webhook_endpoints'))[0]?.n;

describe('a webhook endpoint', () => {
  it('is registered with a secret that is shown once and stored encrypted', async () => {
    const { status, body } = await post({ ...good, description: 'ERP' });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      url: good.url,
      events: ['transaction.*'],
      description: 'ERP',
      store_ids: null,
      is_active: true,
      failures_in_row: 0,
      failing_since: null,
      paused_until: null,
      disabled_at: null,
      disabled_reason: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      secret: expect.stringMatching(/^whsec_[\w-]{43}$/),
    });
    const { secret, ...shown } = body;
    expect((await shop.call('GET', `${PATH}${body.id}/`, { token })).body).toEqual(shown);
    const [row] = await rowsOf(shop, 'select secret from webhook_endpoints where id = $1', [
      body.id,
    ]);
    expect(row?.secret.includes(Buffer.from(secret))).toBe(false);
    const rotated = await shop.call('POST', `${PATH}${body.id}/rotate-secret/`, { token });
    expect(rotated.body.secret).toMatch(/^whsec_/);
    expect(rotated.body.secret).not.toBe(secret);
  });

  it('can be changed, listed and deleted', async () => {
    const { body: made } = await post(good);
    const path = `${PATH}${made.id}/`;
    const changed = await shop.call('PATCH', path, {
      token,
      body: { events: ['product.saved', 'product.saved'], is_active: false },
    });
    expect(changed.body).toMatchObject({ events: ['product.saved'], is_active: false });
    const { body: list } = await shop.call('GET', `${PATH}?limit=1`, { token });
    expect(list.map((item: { id: string }) => item.id)).toEqual([made.id]);
    expect((await shop.call('DELETE', path, { token })).status).toBe(204);
    expect((await shop.call('GET', path, { token })).status).toBe(404);
  });

  it('can be managed by managers only', async () => {
    for (const method of ['GET', 'POST']) {
      const atTill = await shop.call(method, PATH, {
        token: await shop.tillToken('EMP001'),
        body: method === 'POST' ? good : undefined,
      });
      expect([atTill.status, atTill.body.code]).toEqual([403, 'WEB_SESSION_REQUIRED']);
      expect(
        (await shop.call(method, PATH, { body: method === 'POST' ? good : undefined })).status,
      ).toBe(401);
    }
  });

  it('of some stores receives their events only, and is hidden from others', async () => {
    const local = await localManager(shop, DOWNTOWN_ID);
    const { body: own } = await post(good, local);
    expect(own.store_ids).toEqual([DOWNTOWN_ID]);
    const foreign = await post({ ...good, store_ids: ['AIRPORT'] }, local);
    expect([foreign.status, foreign.body.errors.store_ids]).toEqual([
      400,
      ['One of these stores does not exist.'],
    ]);
    const { body: everywhere } = await post(good);
    const hidden = await shop.call('GET', `${PATH}${everywhere.id}/`, { token: local });
    expect(hidden.status).toBe(404);
    const { body: list } = await shop.call('GET', PATH, { token: local });
    expect(list.map((item: { id: string }) => item.id)).toEqual([own.id]);
  });
});

describe('refused endpoints change nothing', () => {
  it.each([
    ['no address', { events: ['*'] }, 'url'],
    ['no events', { url: good.url }, 'events'],
    ['an empty list', { ...good, events: [] }, 'events'],
    ['an invalid pattern', { ...good, events: ['Transaction'] }, 'events.0'],
    ['an unknown event', { ...good, events: ['transaction.sold'] }, 'events'],
    ['people', { ...good, events: ['user.saved'] }, 'events'],
    ['an unknown store', { ...good, store_ids: ['NOWHERE'] }, 'store_ids'],
  ])('%s', async (_, body, field) => {
    const before = await count();
    const answer = await post(body);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.errors)).toEqual([field]);
    expect(await count()).toBe(before);
  });

  it.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0/',
    'http://10.1.2.3/',
    'http://172.16.0.1/',
    'http://192.168.1.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://100.64.0.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[fd00::1]/',
    'http://[fe80::1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://localhost:5432/',
    'http://224.0.0.1/',
    'gopher://example.com/',
    'https://admin:pw@203.0.114.7/',
  ])('the address %s', async url => {
    const before = await count();
    const answer = await post({ ...good, url });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.errors)).toEqual(['url']);
    expect(await count()).toBe(before);
    const { body: known } = await shop.call('GET', `${PATH}?limit=1`, { token });
    const changed = await shop.call('PATCH', `${PATH}${known[0].id}/`, { token, body: { url } });
    expect(changed.status).toBe(400);
  });
});

describe('an endpoint deleted during a change', () => {
  it.each([
    ['PATCH', '', { description: 'late' }],
    ['POST', 'rotate-secret/', {}],
  ])('is not found (%s %s)', async (method, action, body) => {
    const { id } = (await post(good)).body;
    const { db } = shop.platform;
    const { asked } = await atomically(db, async tx => {
      await statement(tx, 'delete from webhook_endpoints where id = $1', [id]);
      const asked = shop.call(method, `${PATH}${id}/${action}`, { token, body });
      await expect.poll(() => waitingForLocks(db)).toBeGreaterThan(0);
      return { asked };
    });
    expect((await asked).status).toBe(404);
  });
});

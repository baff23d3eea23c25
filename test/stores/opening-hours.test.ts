import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPickupTime } from '../../src/domains/stores/index.js';
import { DOWNTOWN_ID } from '../../src/seed/data.js';
import { logInCallers } from '../access/callers.js';
import { initiate, shopper, tomorrow } from '../storefront/checkout-support.js';
import { openShop, type Shop } from '../support/service.js';

let shop: Shop;
let admin: string;
let headers: Record<string, Record<string, string>>;
beforeAll(async () => {
  shop = await openShop();
  admin = await shop.officeToken('admin');
  ({ headers } = await logInCallers(shop));
});
afterAll(() => shop.close());

const change = (body: object, who: { token?: string; headers?: Record<string, string> }) =>
  shop.call('PATCH', '/stores/DOWNTOWN/', { ...who, body });
const storeNow = async () => (await shop.call('GET', '/stores/DOWNTOWN/', { token: admin })).body;

const WEEK = [
  { day: 1, opens: '09:00', closes: '12:30' },
  { day: 1, opens: '14:00', closes: '18:00' },
  { day: 7, opens: '00:00', closes: '24:00' },
];
const DAYS = [{ date: '2026-12-24', name: 'Christmas Eve', hours: [] }];

describe('the hours of a store', () => {
  it('are set by its manager and shown in the shop', async () => {
    const before = await storeNow();
    expect([before.opening_hours, before.special_days, before.pickup_hours]).toEqual([
      [],
      [],
      null,
    ]);
    const body = { opening_hours: WEEK, special_days: DAYS, languages: ['de', 'en'] };
    const saved = await change(body, { headers: headers.manager });
    expect([saved.status, saved.body.opening_hours]).toEqual([200, WEEK]);
    const shown = await shop.call('GET', '/web-commerce/stores/');
    const own = shown.body.find(({ id }: { id: string }) => id === DOWNTOWN_ID);
    expect(own).toMatchObject({
      opening_hours: WEEK,
      special_days: DAYS,
      pickup_hours: WEEK,
      languages: ['de', 'en'],
    });
    const foreign = await change({ opening_hours: [] }, { headers: headers['manager elsewhere'] });
    expect(foreign.status).toBe(404);
    expect((await storeNow()).opening_hours).toEqual(WEEK);
  });

  it.each<[string, object, string]>([
    ['a time that does not exist', { opens: '09:00', closes: '18:75' }, 'opening_hours.0.closes'],
    ['closing before opening', { opens: '18:00', closes: '09:00' }, 'opening_hours.0.closes'],
    ['an eighth day', { day: 8, opens: '09:00', closes: '18:00' }, 'opening_hours.0.day'],
  ])('refuse %s', async (_, span, field) => {
    const before = await storeNow();
    const refused = await change({ opening_hours: [{ day: 1, ...span }] }, { token: admin });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, [field]]);
    expect(await storeNow()).toEqual(before);
  });

  it('refuse overlaps, a day listed twice and a shop without the language of the store', async () => {
    const before = await storeNow();
    const overlap = [
      { day: 2, opens: '09:00', closes: '12:00' },
      { day: 2, opens: '11:00', closes: '15:00' },
    ];
    for (const [body, field] of [
      [{ opening_hours: overlap }, 'opening_hours.1.opens'],
      [{ pickup_hours: overlap }, 'pickup_hours.1.opens'],
      [{ special_days: [...DAYS, ...DAYS] }, 'special_days.1.date'],
      [{ special_days: [{ ...DAYS[0], date: '2026-02-30' }] }, 'special_days.0.date'],
      [{ languages: ['de'] }, 'languages'],
    ] as const) {
      const refused = await change(body, { token: admin });
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, [field]]);
    }
    expect(await storeNow()).toEqual(before);
  });
});

describe('picking up', () => {
  const hours = { opening_hours: WEEK, special_days: DAYS, pickup_hours: null };

  it.each([
    ['2026-03-09T13:00:00Z', 'America/New_York', true],
    ['2026-03-09T12:59:00Z', 'America/New_York', false],
    ['2026-03-02T13:00:00Z', 'America/New_York', false],
    ['2026-03-02T14:00:00Z', 'America/New_York', true],
    ['2026-03-09T17:00:00Z', 'America/New_York', false],
    ['2026-03-10T15:00:00Z', 'America/New_York', false],
    ['2026-03-08T22:59:00Z', 'Europe/Berlin', true],
    ['2026-12-24T15:00:00Z', 'Europe/Berlin', false],
  ])('at %s in %s is %j', (at, zone, isOpen) => {
    expect(isPickupTime(hours, new Date(at), zone)).toBe(isOpen);
  });

  it('is refused while the store hands over nothing', async () => {
    const visit = await shopper(shop);
    const at = tomorrow(shop);
    const body = { fulfillment_method: 'pickup', pickup_scheduled_time: at };
    const special = [{ date: localDate(at), name: 'Stocktaking', hours: [] }];
    await change({ opening_hours: [], special_days: special }, { token: admin });
    const refused = await initiate(shop, visit, body);
    expect([refused.status, refused.body.code]).toEqual([400, 'PICKUP_CLOSED']);
    await change({ special_days: [] }, { token: admin });
    expect((await initiate(shop, visit, body)).status).toBe(201);
  });
});

const localDate = (at: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/New_York' }).format(new Date(at));

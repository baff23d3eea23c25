import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasNeededRegion, ratesForParcel, zoneFor } from '../../src/domains/stores/index.js';
import { countryCodeOf } from '../../src/platform/countries.js';
import { AIRPORT_ID, DOWNTOWN_ID } from '../../src/seed/data.js';
import { logInCallers } from '../access/callers.js';
import { openShop, type Reply, type Shop } from '../support/service.js';

const PATH = '/shipping-zones/';
const BANDS = [
  { up_to_grams: 2000, price: '4.9' },
  { up_to_grams: null, price: 9.9 },
];
const PARCEL = { code: 'parcel', title: 'Parcel', bands: BANDS, days_min: 2, days_max: 4 };

let shop: Shop;
let admin: string;
let headers: Record<string, Record<string, string>>;
beforeAll(async () => {
  shop = await openShop();
  admin = await shop.officeToken('admin');
  ({ headers } = await logInCallers(shop));
});
afterAll(() => shop.close());

const zonesOf = async (store: string): Promise<{ id: string; name: string }[]> =>
  (await shop.call('GET', `${PATH}?store=${store}`, { token: admin })).body;

const create = (body: object, caller = 'admin'): Promise<Reply> =>
  shop.call('POST', PATH, { headers: headers[caller], body });

const europe = { store: 'DOWNTOWN', name: 'Europe', countries: ['DE', 'FR'], rates: [PARCEL] };

describe('shipping zones', () => {
  it('belong to a store and show their rates with the digits of its currency', async () => {
    const made = await create({ ...europe, rates: [{ ...PARCEL, free_from: 50 }] }, 'manager');
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      id: made.body.id,
      store_id: DOWNTOWN_ID,
      name: 'Europe',
      countries: ['DE', 'FR'],
      regions: [],
      is_rest_of_world: false,
      rates: [
        {
          code: 'parcel',
          title: 'Parcel',
          bands: [
            { up_to_grams: 2000, price: '4.90' },
            { up_to_grams: null, price: '9.90' },
          ],
          free_from: '50.00',
          days_min: 2,
          days_max: 4,
        },
      ],
      created_at: made.body.created_at,
      updated_at: made.body.updated_at,
    });
    const read = await shop.call('GET', `${PATH}${made.body.id}/`, { token: admin });
    expect(read.body).toEqual(made.body);
    const changed = await shop.call('PATCH', `${PATH}${made.body.id}/`, {
      token: admin,
      body: { name: 'EU' },
    });
    expect(changed.body).toMatchObject({ name: 'EU', countries: ['DE', 'FR'] });
  });

  it('of another store are neither seen nor changed', async () => {
    const [own] = await zonesOf('DOWNTOWN');
    const path = `${PATH}${own?.id}/`;
    const elsewhere = headers['manager elsewhere'];
    const asked = await Promise.all([
      shop.call('GET', path, { headers: elsewhere }),
      shop.call('PATCH', path, { headers: elsewhere, body: { name: 'Mine' } }),
      shop.call('DELETE', path, { headers: elsewhere }),
    ]);
    expect(asked.map(({ status }) => status)).toEqual([404, 404, 404]);
    const listed = await shop.call('GET', `${PATH}?store=DOWNTOWN`, { headers: elsewhere });
    expect(listed.body).toEqual([]);
    const made = await create(
      { ...europe, name: 'Theirs', countries: ['IT'] },
      'manager elsewhere',
    );
    expect([made.status, made.body.errors]).toEqual([400, { store: ['There is no such store.'] }]);
    expect((await zonesOf('DOWNTOWN')).map(({ name }) => name)).toEqual(['EU']);
  });

  it('stay with their store', async () => {
    const [own] = await zonesOf('DOWNTOWN');
    const moved = await shop.call('PATCH', `${PATH}${own?.id}/`, {
      token: admin,
      body: { store: AIRPORT_ID },
    });
    expect([moved.status, moved.body.errors]).toEqual([
      400,
      { store: ['The store of a shipping zone cannot be changed.'] },
    ]);
    expect(await zonesOf('AIRPORT')).toEqual([]);
  });

  it('share no address within a store', async () => {
    const overlap = await create({ ...europe, name: 'France', countries: ['FR'] });
    expect([overlap.status, overlap.body.code]).toEqual([409, 'SHIPPING_ZONES_OVERLAP']);
    expect(overlap.body.details).toMatchObject({ zone: 'EU', place: 'FR' });
    const rest = { store: 'DOWNTOWN', name: 'World', is_rest_of_world: true, rates: [PARCEL] };
    expect((await create(rest)).status).toBe(201);
    expect((await create({ ...rest, name: 'World 2' })).body.code).toBe('SHIPPING_ZONES_OVERLAP');
    expect((await create({ ...europe, countries: ['IT'], name: 'EU' })).body.code).toBe(
      'DUPLICATE',
    );
    expect((await create({ ...europe, store: 'AIRPORT' })).status).toBe(201);
    expect((await zonesOf('DOWNTOWN')).map(({ name }) => name)).toEqual(['EU', 'World']);
  });

  it('take a country once even if two managers save at the same moment', async () => {
    const both = await Promise.all(
      ['North', 'South'].map(name => create({ ...europe, name, countries: ['CA'] })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await zonesOf('DOWNTOWN')).length).toBe(3);
  });

  it.each<[string, object, string]>([
    ['an unknown country', { countries: ['XX'] }, 'countries.0'],
    ['no country', { countries: [] }, 'countries'],
    ['countries of the rest of the world', { is_rest_of_world: true }, 'countries'],
    ['regions of two countries', { regions: ['NY'] }, 'regions'],
    ['a region by its name', { countries: ['US'], regions: ['California'] }, 'regions.0'],
    ['one region twice', { countries: ['US'], regions: ['NY', ' ny '] }, 'regions.1'],
    ['no rate', { rates: [] }, 'rates'],
    ['two rates with one code', { rates: [PARCEL, PARCEL] }, 'rates.1.code'],
    ['days in the wrong order', { rates: [{ ...PARCEL, days_max: 1 }] }, 'rates.0.days_max'],
    [
      'weights in the wrong order',
      { rates: [{ ...PARCEL, bands: [...BANDS].reverse() }] },
      'rates.0.bands.1.up_to_grams',
    ],
    [
      'a negative price',
      { rates: [{ ...PARCEL, bands: [{ up_to_grams: null, price: '-1' }] }] },
      'rates.0.bands.0.price',
    ],
    ['fractions of a cent', { rates: [{ ...PARCEL, free_from: '1.005' }] }, 'rates.0.free_from'],
  ])('refuse %s', async (_, change, field) => {
    const before = await zonesOf('DOWNTOWN');
    const refused = await create({ ...europe, name: 'New', countries: ['IT', 'ES'], ...change });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, [field]]);
    expect(await zonesOf('DOWNTOWN')).toEqual(before);
  });

  it('keep a store in a currency that can express their prices', async () => {
    const change = { currency: 'JPY', cash_rounding: 'none', shipping_rates: [] };
    const refused = await shop.call('PATCH', '/stores/AIRPORT/', { token: admin, body: change });
    expect([refused.status, refused.body.code, Object.keys(refused.body.errors)]).toEqual([
      400,
      'AMOUNT_TOO_FINE',
      ['currency'],
    ]);
    const store = await shop.call('GET', '/stores/AIRPORT/', { token: admin });
    expect(store.body.currency).toBe('EUR');
  });
});

const zone = (name: string, countries: string[], regions: string[] = []) => ({
  id: name,
  name,
  countries,
  regions,
  is_rest_of_world: countries.length === 0,
  rates: [],
});

describe('the zone of an address', () => {
  const zones = [zone('world', []), zone('states', ['US']), zone('coast', ['US'], ['CA', 'OR'])];

  it.each([
    ['US', 'ca ', 'coast'],
    ['US', 'NY', 'states'],
    ['DE', 'CA', 'world'],
  ])('%s %s is %s', (country, region, name) => {
    expect(zoneFor(zones, { country, region })?.name).toBe(name);
  });

  it.each([
    ['US', 'NY', true],
    ['US', ' ca', true],
    ['US', '', false],
    ['US', '  ', false],
    ['US', 'California', false],
    ['US', 'C.A', false],
    ['US', 'ZZ', false],
    ['US', 'pr', true],
    ['US', 'AE', true],
    ['DE', '', true],
  ])('%s with the region %j is clear: %s', (country, region, isClear) => {
    expect(hasNeededRegion(zones, { country, region })).toBe(isClear);
  });

  it('is none for a region that no zone of its country has', () => {
    const withoutStates = zones.filter(({ name }) => name !== 'states');
    expect(zoneFor(withoutStates, { country: 'US', region: 'NY' })).toBeUndefined();
  });

  it('is none without a rest of the world', () => {
    expect(zoneFor(zones.slice(1), { country: 'DE', region: '' })).toBeUndefined();
  });

  it.each([
    ['de', 'DE'],
    ['Germany', 'DE'],
    [' Deutschland ', 'DE'],
    ['USA', 'US'],
    ['Österreich', 'AT'],
    ['EU', undefined],
    ['Atlantis', undefined],
    ['', undefined],
  ])('knows the country of %j', (text, code) => {
    expect(countryCodeOf(text)).toBe(code);
  });
});

describe('the price of a parcel', () => {
  const rates = [
    {
      ...PARCEL,
      free_from: '50.00',
      bands: [
        { up_to_grams: 2000, price: '4.90' },
        { up_to_grams: 10_000, price: '9.90' },
      ],
    },
  ];

  it.each([
    [0, 4999, 490],
    [2000, 4999, 490],
    [2001, 4999, 990],
    [10_000, 5000, 0],
    [10_001, 5000, undefined],
  ])('of %i g with goods for %i is %j', (grams, goodsMinor, priceMinor) => {
    const [offered] = ratesForParcel(rates, { grams, goodsMinor }, 'USD');
    expect(offered?.priceMinor).toBe(priceMinor);
  });
});

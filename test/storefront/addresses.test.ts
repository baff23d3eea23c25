import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  byCookie,
  byToken,
  cookieIn,
  inParallel,
  logInCustomer,
  openShop,
  openVisit,
  type Shop,
  tally,
} from './support.js';

let shop: Shop;
let cookie: string;
beforeAll(async () => {
  shop = await openShop();
});
beforeEach(async () => {
  cookie = cookieIn(await logInCustomer(shop));
});
afterAll(() => shop.close());

const PATH = '/web-commerce/saved-addresses/';
const EMPTY = { success: true, addresses: [] };
const read = (headers: Record<string, string> = byCookie({ cookie }, null)) =>
  shop.call('GET', PATH, { headers });
const post = (body: unknown, headers: Record<string, string> = byCookie({ cookie })) =>
  shop.call('POST', PATH, { body, headers });
const labels = async () =>
  (await read()).body.addresses.map((address: { label: string }) => address.label);

describe('saved addresses', () => {
  it('are listed for the customer, the default first', async () => {
    const reply = await read();
    expect(reply.status).toBe(200);
    expect(await labels()).toEqual(['Home', 'Work']);
    expect(reply.body.addresses[0]).toEqual({
      id: expect.any(String),
      label: 'Home',
      is_default: true,
      first_name: expect.any(String),
      last_name: expect.any(String),
      company: '',
      address: '350 Fifth Avenue',
      apartment: '4B',
      city: 'New York',
      region: 'NY',
      postal_code: '10118',
      country: 'US',
      phone: expect.any(String),
    });
  });

  it('are empty for guests and without a session, and are not readable with a cart token', async () => {
    const guest = await openVisit(shop);
    expect((await read({})).body).toEqual(EMPTY);
    expect((await read(byToken(guest))).body).toEqual(EMPTY);
    expect((await read(byCookie(guest, null))).body).toEqual(EMPTY);
    const both = { ...byCookie({ cookie }, null), ...byToken(guest) };
    expect((await read(both)).body.addresses).toHaveLength(2);
  });

  it('are added, changed and removed; one is the default, the others follow newest first', async () => {
    const added = await post({ label: 'Cabin', address: '1 Lake Road', city: 'Hudson', id: 'x' });
    expect(added.status).toBe(201);
    expect(added.body).toEqual({
      success: true,
      address: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        label: 'Cabin',
        is_default: false,
        first_name: '',
        last_name: '',
        company: '',
        address: '1 Lake Road',
        apartment: '',
        city: 'Hudson',
        region: '',
        postal_code: '',
        country: '',
        phone: '',
      },
    });
    expect(await labels()).toEqual(['Home', 'Cabin', 'Work']);
    const path = `${PATH}${added.body.address.id}/`;
    const headers = byCookie({ cookie });
    const changed = await shop.call('PATCH', path, {
      headers,
      body: { is_default: true, region: 'NY' },
    });
    expect(changed.body.address).toEqual({
      ...added.body.address,
      is_default: true,
      region: 'NY',
    });
    expect(await labels()).toEqual(['Cabin', 'Work', 'Home']);
    expect((await shop.call('PATCH', path, { headers, body: {} })).body.address.region).toBe('NY');
    const removed = await shop.call('DELETE', path, { headers });
    expect(removed.status).toBe(200);
    expect(removed.body).toEqual({ success: true, message: 'The address was removed.' });
    expect((await shop.call('DELETE', path, { headers })).status).toBe(404);
    const [home] = (await read()).body.addresses.filter(
      (address: { label: string }) => address.label === 'Home',
    );
    await shop.call('PATCH', `${PATH}${home.id}/`, { headers, body: { is_default: true } });
    expect(await labels()).toEqual(['Home', 'Work']);
  });

  it('are changed only by the logged-in customer, from the shop’s own pages', async () => {
    const guest = await openVisit(shop);
    const body = { address: '1 Lake Road', city: 'Hudson' };
    expect((await post(body, {})).status).toBe(401);
    expect((await post(body, byToken(guest))).status).toBe(401);
    expect((await post(body, byCookie(guest))).status).toBe(401);
    const other = { ...byCookie({ cookie }, null), 'sec-fetch-site': 'cross-site' };
    expect((await post(body, other)).status).toBe(403);
    expect((await post(body, byCookie({ cookie }, 'https://evil.test'))).status).toBe(403);
    expect((await post({ address: '', city: 7 })).status).toBe(400);
    expect(await labels()).toEqual(['Home', 'Work']);
  });

  it('of another customer answer 404', async () => {
    const manager = await shop.call('POST', '/auth/login/', {
      body: { username: 'manager', password: 'manager-demo' },
    });
    const theirs = byCookie({ cookie: cookieIn(manager) });
    const [home] = (await read()).body.addresses;
    const path = `${PATH}${home.id}/`;
    expect((await shop.call('DELETE', path, { headers: theirs })).status).toBe(404);
    const body = { label: 'Mine' };
    expect((await shop.call('PATCH', path, { headers: theirs, body })).status).toBe(404);
    expect((await shop.call('GET', PATH, { headers: theirs })).body).toEqual(EMPTY);
    expect(await labels()).toEqual(['Home', 'Work']);
    const first = await post({ address: '2 Mill Lane', city: 'Hudson' }, theirs);
    expect(first.body.address.is_default).toBe(true);
  });

  it('have one default and at most fifty entries under parallel requests', async () => {
    const replies = await inParallel(60, n =>
      post({ label: `L${n}`, address: '1 Lake Road', city: 'Hudson', is_default: true }),
    );
    expect(tally(replies)).toEqual({ 201: 48, 400: 12 });
    const { addresses } = (await read()).body;
    expect(addresses).toHaveLength(50);
    expect(addresses.filter((address: { is_default: boolean }) => address.is_default)).toHaveLength(
      1,
    );
  });
});

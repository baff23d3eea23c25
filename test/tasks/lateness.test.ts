import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  DELIVERIES,
  loginAtMoments,
  newDelivery,
  openShop,
  pagesOf,
  type Shop,
} from './support.js';

let at = new Date('2030-05-06T12:00:00Z');
let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ background: false, clock: { now: () => at } });
});
afterAll(() => shop.close());

const managerToken = loginAtMoments(() => shop);

async function create(fields: object) {
  const reply = await shop.call('POST', DELIVERIES, {
    token: await managerToken(),
    body: newDelivery(fields),
  });
  expect(reply.status, reply.text).toBe(201);
  return reply.body;
}

/** Lateness of a delivery that the store receives at the given time. */
async function arrival(store: string, scheduled: string, moment: string): Promise<number | null> {
  at = new Date(moment);
  const [scheduled_date, scheduled_time] = scheduled.split(' ');
  const planned = await create({ store, scheduled_date, scheduled_time, status: 'in_transit' });
  const { body } = await shop.call('POST', `${DELIVERIES}${planned.delivery_id}/arrive/`, {
    token: await managerToken(),
  });
  expect(body.actual_arrival).toBe(at.toISOString());
  return body.is_late ? body.minutes_late : null;
}

describe('a delivery is late', () => {
  it.each([
    ['DOWNTOWN', '2030-05-06 09:30', '2030-05-06T13:29:59Z', null],
    ['DOWNTOWN', '2030-05-06 09:30', '2030-05-06T13:30:00Z', null],
    ['DOWNTOWN', '2030-05-06 09:30', '2030-05-06T13:30:01Z', 0],
    ['DOWNTOWN', '2030-05-06 09:30', '2030-05-06T13:31:00Z', 1],
    ['DOWNTOWN', '2030-05-06 09:30', '2030-05-06T14:15:59Z', 45],
    ['AIRPORT', '2030-05-06 09:30', '2030-05-06T07:30:00Z', null],
    ['AIRPORT', '2030-05-06 09:30', '2030-05-06T07:45:00Z', 15],
    ['AIRPORT', '2030-05-06 09:30', '2030-05-07T07:30:00Z', 1440],
    // A late evening in New York is the next day in UTC.
    ['DOWNTOWN', '2030-05-06 23:00', '2030-05-07T03:10:00Z', 10],
  ])('at %s for %s, arrived at %s, by %s minutes', async (store, scheduled, moment, minutes) => {
    expect(await arrival(store, scheduled, moment)).toBe(minutes);
  });
});

describe('when the clocks go forward', () => {
  it.each([
    // New York, 10 March 2030: 02:00 EST becomes 03:00 EDT at 07:00 UTC.
    ['DOWNTOWN', '2030-03-10 01:30', '2030-03-10T06:30:00Z', null],
    ['DOWNTOWN', '2030-03-10 01:30', '2030-03-10T07:00:00Z', 30],
    ['DOWNTOWN', '2030-03-10 03:00', '2030-03-10T07:00:00Z', null],
    ['DOWNTOWN', '2030-03-10 03:00', '2030-03-10T08:00:00Z', 60],
    // 02:30 does not exist that night: it means one hour later, 03:30 EDT.
    ['DOWNTOWN', '2030-03-10 02:30', '2030-03-10T07:30:00Z', null],
    ['DOWNTOWN', '2030-03-10 02:30', '2030-03-10T07:40:00Z', 10],
    // Berlin, 31 March 2030: 02:00 CET becomes 03:00 CEST at 01:00 UTC.
    ['AIRPORT', '2030-03-31 01:59', '2030-03-31T00:59:00Z', null],
    ['AIRPORT', '2030-03-31 01:59', '2030-03-31T01:00:00Z', 1],
    ['AIRPORT', '2030-03-31 03:00', '2030-03-31T01:00:00Z', null],
    ['AIRPORT', '2030-03-31 09:00', '2030-03-31T07:00:00Z', null],
    ['AIRPORT', '2030-03-30 09:00', '2030-03-31T07:00:00Z', 23 * 60],
  ])('%s for %s, arrived at %s, is late by %s', async (store, scheduled, moment, minutes) => {
    expect(await arrival(store, scheduled, moment)).toBe(minutes);
  });
});

describe('when the clocks go back', () => {
  it.each([
    // New York, 3 November 2030: 02:00 EDT becomes 01:00 EST at 06:00 UTC.
    ['DOWNTOWN', '2030-11-03 00:59', '2030-11-03T05:00:00Z', 1],
    // 01:30 occurs twice; a delivery is late only after the second time.
    ['DOWNTOWN', '2030-11-03 01:30', '2030-11-03T05:45:00Z', null],
    ['DOWNTOWN', '2030-11-03 01:30', '2030-11-03T06:30:00Z', null],
    ['DOWNTOWN', '2030-11-03 01:30', '2030-11-03T06:40:00Z', 10],
    ['DOWNTOWN', '2030-11-03 02:00', '2030-11-03T07:05:00Z', 5],
    // Berlin, 27 October 2030: 03:00 CEST becomes 02:00 CET at 01:00 UTC.
    ['AIRPORT', '2030-10-27 02:30', '2030-10-27T01:30:00Z', null],
    ['AIRPORT', '2030-10-27 02:30', '2030-10-27T01:31:00Z', 1],
    ['AIRPORT', '2030-10-27 09:00', '2030-10-27T08:00:00Z', null],
    ['AIRPORT', '2030-10-26 09:00', '2030-10-27T08:00:00Z', 25 * 60],
  ])('%s for %s, arrived at %s, is late by %s', async (store, scheduled, moment, minutes) => {
    expect(await arrival(store, scheduled, moment)).toBe(minutes);
  });
});

describe('the list of deliveries', () => {
  beforeEach(async () => {
    at = new Date('2030-05-06T12:00:00Z');
    await shop.platform.db.deleteFrom('delivery_schedules').execute();
    const arrived = { status: 'arrived', actual_arrival: '2030-05-02T14:00:00Z' };
    await create({
      delivery_id: 'a',
      scheduled_date: '2030-05-02',
      scheduled_time: '10:00',
      ...arrived,
    });
    await create({
      delivery_id: 'b',
      scheduled_date: '2030-05-02',
      scheduled_time: '09:59',
      ...arrived,
    });
    await create({ delivery_id: 'c', scheduled_date: '2030-05-03', status: 'in_transit' });
    await create({ delivery_id: 'd', scheduled_date: '2030-05-04', store: 'AIRPORT' });
    await create({ delivery_id: 'e', scheduled_date: '2030-05-05', status: 'held at customs' });
  });
  const ids = (rows: unknown[]) =>
    rows.map(row => (row as { delivery_id: string }).delivery_id).join('');

  it.each([
    ['', 'edcab'],
    ['?store=DOWNTOWN', 'ecab'],
    ['?store=AIRPORT', 'd'],
    ['?store=NOWHERE', ''],
    ['?status=in_transit', 'c'],
    ['?status=held%20at%20customs', 'e'],
    ['?status=lost', ''],
    ['?date_from=2030-05-03', 'edc'],
    ['?date_to=2030-05-03', 'cab'],
    ['?date_from=2030-05-03&date_to=2030-05-04', 'dc'],
    ['?date_from=2030-05-05&date_to=2030-05-04', ''],
    ['?late=true', 'b'],
    ['?late=false', 'edca'],
  ])('%s shows %s', async (query, expected) => {
    const reply = await shop.call('GET', `${DELIVERIES}${query}`, { token: await managerToken() });
    expect(ids(reply.body)).toBe(expected);
  });

  it('shows a till only its own store', async () => {
    const till = await shop.tillToken('EMP005');
    expect(ids((await shop.call('GET', DELIVERIES, { token: till })).body)).toBe('d');
    const asked = await shop.call('GET', `${DELIVERIES}?store=DOWNTOWN`, { token: till });
    expect(asked.body).toEqual([]);
  });

  it('is paged and shows every delivery once', async () => {
    await create({ delivery_id: 'x', scheduled_date: '2030-05-03', status: 'scheduled' });
    const pages = await pagesOf(shop, `${DELIVERIES}?limit=2`, await managerToken());
    expect(pages.map(ids)).toEqual(['ed', 'xc', 'ab']);
  });

  it.each([
    ['?late=maybe', 'late'],
    ['?date_from=May', 'date_from'],
    ['?date_to=2030-13-01', 'date_to'],
    ['?limit=x', 'limit'],
    ['?priority=low', 'priority'],
    ['?cursor=W10', 'cursor'],
  ])('refuses %s and names the parameter', async (query, field) => {
    const reply = await shop.call('GET', `${DELIVERIES}${query}`, { token: await managerToken() });
    expect(reply.status).toBe(400);
    expect(reply.body.errors).toHaveProperty(field);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  AIRPORT,
  DELIVERIES,
  DOWNTOWN,
  fresh,
  newDelivery,
  openShop,
  refusalsIn,
  rowsOf,
  type Shop,
} from './support.js';

// 09:30 in New York and 15:30 in Berlin.
const now = new Date('2030-05-06T13:30:00Z');

let shop: Shop;
let manager: string;
let supervisor: string;
let cashier: string;
let foreigner: string;
beforeAll(async () => {
  shop = await openShop({ background: false, clock: { now: () => now } });
  manager = await shop.officeToken();
  supervisor = await shop.tillToken('EMP002');
  cashier = await shop.tillToken('EMP001');
  foreigner = await shop.tillToken('EMP005');
});
afterAll(() => shop.close());

const create = (fields: object = {}, token = manager) =>
  shop.call('POST', DELIVERIES, { token, body: newDelivery(fields) });
const read = (id: string, token = manager) =>
  shop.call('GET', `${DELIVERIES}${encodeURIComponent(id)}/`, { token });
const patch = (id: string, body: unknown, token = manager) =>
  shop.call('PATCH', `${DELIVERIES}${id}/`, { token, body });
const act = (id: string, action: string, token = manager) =>
  shop.call('POST', `${DELIVERIES}${id}/${action}/`, { token });

const refused = refusalsIn(() => shop, 'delivery_schedules');

describe('a new delivery', () => {
  it('is scheduled and has not arrived', async () => {
    const reply = await create({ delivery_id: 'beans', vendor_reference: 'PO 7' });
    expect(reply.status).toBe(201);
    expect(reply.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      delivery_id: 'beans',
      vendor_name: 'Harbor Coffee',
      vendor_reference: 'PO 7',
      store: DOWNTOWN,
      store_code: 'DOWNTOWN',
      store_name: 'Tillhouse Downtown',
      scheduled_date: '2030-05-06',
      scheduled_time: '09:30:00',
      status: 'scheduled',
      actual_arrival: null,
      is_late: false,
      minutes_late: 0,
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    });
    expect((await read('beans')).body).toEqual(reply.body);
  });

  it.each([AIRPORT, 'AIRPORT', 'store-airport'])('accepts its store as %s', async store => {
    expect((await create({ store })).body.store).toBe(AIRPORT);
  });

  it.each([
    ['00:00', '00:00:00'],
    ['23:59:59', '23:59:59'],
    ['09:30:15', '09:30:15'],
  ])('accepts the time %s and shows %s', async (scheduled_time, shown) => {
    expect((await create({ scheduled_time })).body.scheduled_time).toBe(shown);
  });
});

describe('the fields of a delivery', () => {
  it.each([
    ['delivery_id', 100],
    ['vendor_name', 255],
    ['vendor_reference', 100],
    ['status', 50],
  ])('%s accepts %i characters and not one more', async (field, max) => {
    const letters = fresh('x').padEnd(max, 'ö');
    expect((await create({ [field]: letters })).body[field]).toBe(letters);
    const reply = await refused(() => create({ [field]: `${fresh('y').padEnd(max, 'ö')}ö` }), 400);
    expect(reply.body.errors).toEqual({ [field]: [`Must have at most ${max} characters.`] });
  });

  it.each(['delivery_id', 'vendor_name', 'store', 'scheduled_date', 'scheduled_time'])(
    '%s is required',
    async field => {
      const body: Record<string, unknown> = newDelivery();
      delete body[field];
      const reply = await refused(
        () => shop.call('POST', DELIVERIES, { token: manager, body }),
        400,
      );
      expect(reply.body.errors).toEqual({ [field]: ['This field is required.'] });
    },
  );

  it.each([
    ['delivery_id', ''],
    ['delivery_id', 7],
    ['delivery_id', '..'],
    ['vendor_name', ''],
    ['vendor_name', null],
    ['vendor_reference', null],
    ['vendor_reference', 7],
    ['store', 'NOWHERE'],
    ['store', null],
    ['scheduled_date', '2030-02-30'],
    ['scheduled_date', '06.05.2030'],
    ['scheduled_date', null],
    ['scheduled_time', '24:00'],
    ['scheduled_time', '9:30'],
    ['scheduled_time', '09:60'],
    ['scheduled_time', '09:30:60'],
    ['scheduled_time', '09:30Z'],
    ['scheduled_time', 930],
    ['status', ''],
    ['status', null],
    ['actual_arrival', 'yesterday'],
    ['actual_arrival', '2030-02-30T09:30:00'],
    ['actual_arrival', 1],
  ])('%s refuses %j', async (field, value) => {
    const reply = await refused(() => create({ [field]: value }), 400);
    expect(Object.keys(reply.body.errors)).toEqual([field]);
    const { body } = await create();
    const changed = await refused(() => patch(body.delivery_id, { [field]: value }), 400);
    expect(Object.keys(changed.body.errors)).toEqual([field]);
  });

  it('keep delivery_id unique', async () => {
    const { body: first } = await create();
    const { body: second } = await create();
    const taken = { delivery_id: first.delivery_id };
    expect((await refused(() => create(taken), 409)).body.code).toBe('DUPLICATE');
    expect((await refused(() => patch(second.delivery_id, taken), 409)).body.code).toBe(
      'DUPLICATE',
    );
  });

  it('stay unchanged by a PATCH that omits them, and are required in a PUT', async () => {
    const { body } = await create({ vendor_reference: 'PO 8' });
    const changed = await patch(body.delivery_id, { vendor_name: 'Harbor Tea' });
    expect(changed.body).toEqual({
      ...body,
      vendor_name: 'Harbor Tea',
      updated_at: expect.any(String),
    });
    const put = (fields: object) =>
      shop.call('PUT', `${DELIVERIES}${body.delivery_id}/`, { token: manager, body: fields });
    await refused(() => put({ vendor_name: 'Harbor Milk' }), 400);
    const written = await put(newDelivery({ delivery_id: body.delivery_id, store: 'AIRPORT' }));
    expect(written.body).toMatchObject({
      id: body.id,
      store: AIRPORT,
      vendor_name: 'Harbor Coffee',
    });
  });
});

describe('the states of a delivery', () => {
  const arrived = { status: 'arrived', actual_arrival: now.toISOString() };
  it.each([
    ['scheduled', 'dispatch', 200, { status: 'in_transit', actual_arrival: null }],
    ['scheduled', 'arrive', 409, { status: 'scheduled', actual_arrival: null }],
    ['scheduled', 'cancel', 200, { status: 'cancelled', actual_arrival: null }],
    ['in_transit', 'dispatch', 409, { status: 'in_transit', actual_arrival: null }],
    ['in_transit', 'arrive', 200, arrived],
    ['in_transit', 'cancel', 200, { status: 'cancelled', actual_arrival: null }],
    ['arrived', 'dispatch', 409, arrived],
    ['arrived', 'arrive', 409, arrived],
    ['arrived', 'cancel', 409, arrived],
    ['cancelled', 'dispatch', 409, { status: 'cancelled' }],
    ['cancelled', 'arrive', 409, { status: 'cancelled' }],
    ['cancelled', 'cancel', 409, { status: 'cancelled' }],
    ['held at customs', 'arrive', 409, { status: 'held at customs' }],
  ])('%s: %s answers %i', async (status, action, answer, after) => {
    const { body } = await create({ status });
    const before = await rowsOf(shop, 'delivery_schedules');
    const reply = await act(body.delivery_id, action);
    expect(reply.status).toBe(answer);
    if (answer === 409) {
      expect(reply.body).toMatchObject({ code: 'INVALID_STATE', details: { status } });
      expect(await rowsOf(shop, 'delivery_schedules')).toEqual(before);
    }
    expect((await read(body.delivery_id)).body).toMatchObject(after);
  });

  it('accept any status by PATCH and record the arrival once', async () => {
    const { body } = await create({ status: 'held at customs' });
    expect(body.actual_arrival).toBeNull();
    expect((await patch(body.delivery_id, { status: 'arrived' })).body).toMatchObject(arrived);
    const early = '2030-05-06T10:00:00.000Z';
    const corrected = await patch(body.delivery_id, {
      actual_arrival: '2030-05-06T12:00:00+02:00',
    });
    expect(corrected.body.actual_arrival).toBe(early);
    const inUtc = await patch(body.delivery_id, { actual_arrival: '2030-05-06T10:00:00' });
    expect(inUtc.body.actual_arrival).toBe(early);
    for (const status of ['unloaded', 'arrived']) {
      const changed = await patch(body.delivery_id, { status });
      expect(changed.body).toMatchObject({ status, actual_arrival: early });
    }
  });

  it('end with DELETE', async () => {
    const { body } = await create();
    const remove = () =>
      shop.call('DELETE', `${DELIVERIES}${body.delivery_id}/`, { token: manager });
    expect((await remove()).status).toBe(204);
    expect((await read(body.delivery_id)).status).toBe(404);
    expect((await remove()).status).toBe(404);
  });

  it('let one of two concurrent arrivals win', async () => {
    const { body } = await create({ status: 'in_transit' });
    const replies = await Promise.all([
      act(body.delivery_id, 'arrive', supervisor),
      act(body.delivery_id, 'arrive', manager),
    ]);
    expect(replies.map(reply => reply.status).sort()).toEqual([200, 409]);
  });
});

describe('permissions for deliveries', () => {
  it('let a cashier read only', async () => {
    const { body } = await create();
    const path = `${DELIVERIES}${body.delivery_id}/`;
    expect((await read(body.delivery_id, cashier)).status).toBe(200);
    await refused(() => create({}, cashier), 403);
    await refused(() => patch(body.delivery_id, { vendor_name: 'Mine' }, cashier), 403);
    await refused(() => act(body.delivery_id, 'dispatch', cashier), 403);
    await refused(() => shop.call('DELETE', path, { token: cashier }), 403);
  });

  it('let a supervisor manage the deliveries of their own store and hide the others', async () => {
    const { status, body } = await create({}, supervisor);
    expect(status).toBe(201);
    expect((await act(body.delivery_id, 'dispatch', supervisor)).status).toBe(200);
    await refused(() => create({ store: 'AIRPORT' }, supervisor), 400);
    await refused(() => patch(body.delivery_id, { store: 'AIRPORT' }, supervisor), 400);
    const { body: theirs } = await create({ store: 'AIRPORT' });
    const path = `${DELIVERIES}${theirs.delivery_id}/`;
    expect((await read(theirs.delivery_id, supervisor)).status).toBe(404);
    await refused(() => patch(theirs.delivery_id, { status: 'x' }, supervisor), 404);
    await refused(() => act(theirs.delivery_id, 'dispatch', supervisor), 404);
    await refused(() => shop.call('DELETE', path, { token: supervisor }), 404);
    expect((await read(body.delivery_id, foreigner)).status).toBe(404);
  });
});

describe('the path of deliveries', () => {
  it('is no task', async () => {
    expect((await shop.call('GET', '/tasks/delivery-schedules', { token: manager })).status).toBe(
      200,
    );
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const reply = await shop.call(method, DELIVERIES, { token: manager });
      expect(reply.status).toBe(405);
      expect(reply.headers.allow).toBe('GET, HEAD, POST');
    }
  });

  it('does not change the answer of a task with a similar id', async () => {
    const reply = await shop.call('GET', '/tasks/delivery-schedule/', { token: manager });
    expect(reply.body).toEqual({ detail: 'Task not found.', code: 'NOT_FOUND' });
    const unknown = await read('no-such-delivery');
    expect(unknown.body).toEqual({ detail: 'Delivery not found.', code: 'NOT_FOUND' });
  });
});

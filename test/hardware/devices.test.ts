import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../support/service.js';

let shop: Shop;
let admin: string;
beforeAll(async () => {
  shop = await openShop({ background: false });
  admin = await shop.officeToken('admin');
  // The tills exist from their first login on.
  await shop.tillToken('EMP001');
  await shop.tillToken('EMP005');
});
afterAll(() => shop.close());

const AT = '/terminals/T-001/devices/';
const PRINTER = {
  kind: 'printer',
  name: 'Counter',
  connection: 'network',
  address: '192.168.1.50',
};
const call = (method: string, url: string, body?: object, token = admin) =>
  shop.call(method, url, { token, ...(body && { body }) });
const devices = () => shop.platform.db.selectFrom('terminal_devices').selectAll().execute();

describe('a device of a till', () => {
  it('is set up, listed, changed and removed', async () => {
    const made = await call('POST', AT, PRINTER);
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      ...PRINTER,
      terminal_id: 'T-001',
      port: 9100,
      paper_width: '80',
      purpose: 'receipt',
      category_ids: [],
      is_active: true,
      state: 'unknown',
      state_at: null,
    });
    const one = `${AT}${made.body.id}/`;
    expect((await call('GET', AT)).body).toEqual([made.body]);
    expect((await call('GET', one, undefined, await shop.tillToken('EMP001'))).status).toBe(200);
    const changed = await call('PATCH', one, { paper_width: '58', name: 'Bar' });
    expect(changed.body).toMatchObject({ name: 'Bar', paper_width: '58', address: '192.168.1.50' });
    const usb = await call('PATCH', one, { connection: 'webusb' });
    expect(usb.body).toMatchObject({ connection: 'webusb', address: null, port: null });
    expect((await call('DELETE', one)).status).toBe(204);
    expect((await call('GET', one)).status).toBe(404);
    expect(await devices()).toEqual([]);
  });

  it.each([
    ['without an address', { ...PRINTER, address: undefined }, 'address'],
    ['with a name as its address', { ...PRINTER, address: 'printer.local' }, 'address'],
    ['on this machine', { ...PRINTER, address: '127.0.0.1' }, 'address'],
    ['on the internet', { ...PRINTER, address: '8.8.8.8' }, 'address'],
    ['at the port of another service', { ...PRINTER, port: 6379 }, 'address'],
    ['with a connection of another kind', { ...PRINTER, connection: 'processor' }, 'connection'],
    ['of tickets without categories', { ...PRINTER, purpose: 'ticket' }, 'category_ids'],
    [
      'of tickets in a category that does not exist',
      { ...PRINTER, purpose: 'ticket', category_ids: ['00000000-0000-4000-8000-00000000dead'] },
      'category_ids',
    ],
    [
      'that is a drawer of tickets',
      { kind: 'drawer', name: 'Drawer', connection: 'printer', purpose: 'ticket' },
      'purpose',
    ],
  ])('%s is refused', async (_, body, field) => {
    const refused = await call('POST', AT, body);
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toContain(field);
    expect(await devices()).toEqual([]);
  });

  it('is of all kinds that a counter has', async () => {
    for (const [kind, connection] of [
      ['printer', 'webserial'],
      ['printer', 'dialog'],
      ['drawer', 'printer'],
      ['customer_display', 'browser'],
      ['scale', 'webserial'],
      ['card_reader', 'processor'],
    ]) {
      const made = await call('POST', AT, { kind, connection, name: `${kind} ${connection}` });
      expect([made.status, made.body.kind, made.body.connection]).toEqual([201, kind, connection]);
      await call('DELETE', `${AT}${made.body.id}/`);
    }
  });

  it('belongs to its store: other stores neither see nor change it', async () => {
    const made = await call('POST', AT, PRINTER);
    const one = `${AT}${made.body.id}/`;
    const before = await devices();
    const airport = await shop.tillToken('EMP005');
    expect((await call('GET', AT, undefined, airport)).status).toBe(404);
    expect((await call('GET', one, undefined, airport)).status).toBe(404);
    // Under a till of the other store the id is not found either.
    expect((await call('GET', `/terminals/T-101/devices/${made.body.id}/`)).status).toBe(404);
    const moved = await call('PATCH', `/terminals/T-101/devices/${made.body.id}/`, {
      name: 'Mine',
    });
    expect(moved.status).toBe(404);
    expect((await call('DELETE', `/terminals/T-101/devices/${made.body.id}/`)).status).toBe(404);
    // A cashier of the store reads it and does not change it.
    const cashier = await shop.tillToken('EMP001');
    expect((await call('PATCH', one, { name: 'Mine' }, cashier)).status).toBe(403);
    expect((await call('DELETE', one, undefined, cashier)).status).toBe(403);
    expect((await call('POST', AT, PRINTER, cashier)).status).toBe(403);
    expect(await devices()).toEqual(before);
    await call('DELETE', one);
  });
});

describe('a card reader', () => {
  const READER = { kind: 'card_reader', name: 'Reader', connection: 'processor' };
  const terminal = async () => (await call('GET', '/stores/DOWNTOWN/terminals/T-001/')).body;
  const atTill = async () => (await terminal()).reader_id;

  it('gives its id to the till while it is switched on', async () => {
    const made = await call('POST', AT, { ...READER, reader_id: 'tmr_1' });
    expect([made.status, made.body.reader_id, await atTill()]).toEqual([201, 'tmr_1', 'tmr_1']);
    const one = `${AT}${made.body.id}/`;
    await call('PATCH', one, { name: 'Counter' });
    expect(await atTill()).toBe('tmr_1');
    await call('PATCH', one, { is_active: false });
    expect(await atTill()).toBe(null);
    await call('PATCH', one, { is_active: true });
    await call('PATCH', one, { reader_id: 'tmr_2' });
    expect(await atTill()).toBe('tmr_2');
    // The id of the till and that of its reader are one.
    await call('PATCH', '/stores/DOWNTOWN/terminals/T-001/', { reader_id: 'tmr_3' });
    expect((await call('GET', one)).body.reader_id).toBe('tmr_3');
    await call('DELETE', one);
    expect(await atTill()).toBe(null);
  });

  it('takes over the id that the till has, and no other device has one', async () => {
    await call('PATCH', '/stores/DOWNTOWN/terminals/T-001/', { reader_id: 'tmr_7' });
    const made = await call('POST', AT, READER);
    expect(made.body.reader_id).toBe('tmr_7');
    const printer = await call('POST', AT, { ...PRINTER, reader_id: 'tmr_8' });
    expect([printer.status, printer.body.reader_id]).toEqual([201, null]);
    expect(await atTill()).toBe('tmr_7');
    await call('DELETE', `${AT}${printer.body.id}/`);
    await call('DELETE', `${AT}${made.body.id}/`);
  });

  it('is one for each till: a second one is refused, also when both come at once', async () => {
    const both = await Promise.all(
      ['tmr_1', 'tmr_2'].map(reader_id => call('POST', AT, { ...READER, reader_id })),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 400]);
    const [first] = await devices();
    expect(await atTill()).toBe(first?.reader_id);
    const spare = await call('POST', AT, { ...READER, reader_id: 'tmr_3', is_active: false });
    expect([spare.status, await atTill()]).toEqual([201, first?.reader_id]);
    const before = await devices();
    const refused = await call('PATCH', `${AT}${spare.body.id}/`, { is_active: true });
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      { reader_id: ['This till takes cards on Reader; switch that card reader off first.'] },
    ]);
    expect([await devices(), await atTill()]).toEqual([before, first?.reader_id]);
    for (const { id } of before) await call('DELETE', `${AT}${id}/`);
  });

  it('of another store is refused: its customers would pay for a sale made here', async () => {
    const made = await call('POST', AT, { ...READER, reader_id: 'tmr_9' });
    expect(made.status).toBe(201);
    const there = '/terminals/T-101/devices/';
    const terminalThere = '/stores/AIRPORT/terminals/T-101/';
    const readerThere = async () => (await call('GET', terminalThere)).body.reader_id;
    const refusal = [400, { reader_id: ['A till of another store has this card reader.'] }];
    for (const [method, url, body] of [
      ['POST', there, { ...READER, reader_id: 'tmr_9' }],
      ['PATCH', terminalThere, { reader_id: 'tmr_9' }],
      ['POST', '/stores/AIRPORT/terminals/', { id: 'T-199', reader_id: 'tmr_9' }],
    ] as const) {
      const refused = await call(method, url, body);
      expect([refused.status, refused.body.errors]).toEqual(refusal);
    }
    expect([await readerThere(), await devices()]).toEqual([
      null,
      [expect.objectContaining({ id: made.body.id })],
    ]);
    expect((await call('GET', '/stores/AIRPORT/terminals/T-199/')).status).toBe(404);
    // One that is entered in two stores at once belongs to one of them.
    const both = await Promise.all([
      call('PATCH', '/stores/DOWNTOWN/terminals/T-001/', { reader_id: 'tmr_10' }),
      call('PATCH', terminalThere, { reader_id: 'tmr_10' }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    // Tills of one store share a reader.
    await call('PATCH', terminalThere, { reader_id: null });
    await call('PATCH', '/stores/DOWNTOWN/terminals/T-001/', { reader_id: 'tmr_9' });
    await shop.tillToken('EMP002');
    const second = '/stores/DOWNTOWN/terminals/T-002/';
    expect((await call('PATCH', second, { reader_id: 'tmr_9' })).body.reader_id).toBe('tmr_9');
    await call('PATCH', second, { reader_id: null });
    await call('DELETE', `${AT}${made.body.id}/`);
    // A reader that a store has given up is free.
    expect((await call('PATCH', terminalThere, { reader_id: 'tmr_9' })).body.reader_id).toBe(
      'tmr_9',
    );
    await call('PATCH', terminalThere, { reader_id: null });
  });

  it('is forgotten by a till that is released', async () => {
    const body = { id: 'T-GONE', name: 'Gone' };
    expect((await call('POST', '/stores/DOWNTOWN/terminals/', body)).status).toBe(201);
    const at = '/terminals/T-GONE/devices/';
    await call('POST', at, { ...READER, reader_id: 'tmr_4' });
    expect((await call('POST', '/stores/DOWNTOWN/terminals/T-GONE/release/')).status).toBe(204);
    expect((await call('POST', '/stores/DOWNTOWN/terminals/', body)).body.reader_id).toBe(null);
    const [left] = (await call('GET', at)).body;
    expect(left.reader_id).toBe(null);
    await call('DELETE', `${at}${left.id}/`);
  });
});

describe('the test of a device', () => {
  const test = (id: string, token?: string) => call('POST', `${AT}${id}/test/`, undefined, token);
  const openings = () => shop.platform.db.selectFrom('drawer_operations').selectAll().execute();
  const add = async (body: object): Promise<string> => (await call('POST', AT, body)).body.id;

  it('asks the sandbox for a card reader, and shows a line on a display', async () => {
    const reader = await add({ kind: 'card_reader', name: 'Reader', connection: 'processor' });
    const ready = await test(reader);
    expect([ready.status, ready.body]).toEqual([200, { outcome: 'ready' }]);
    const display = await add({ kind: 'customer_display', name: 'Face', connection: 'browser' });
    expect((await test(display)).body).toEqual({ outcome: 'shown' });
    await call('PATCH', `${AT}${display}/`, { is_active: false });
    const off = await test(display);
    expect([off.status, off.body.code]).toEqual([409, 'INVALID_STATE']);
    expect((await test(reader, await shop.tillToken('EMP005'))).status).toBe(404);
    for (const id of [reader, display]) await call('DELETE', `${AT}${id}/`);
  });

  it('opens a drawer at a network printer from the desk and records it, and no other drawer', async () => {
    const drawer = await add({ kind: 'drawer', name: 'Drawer', connection: 'printer' });
    const before = await openings();
    const refused = await test(drawer);
    expect([refused.status, refused.body.code]).toEqual([409, 'NO_PRINTER']);
    expect(await openings()).toEqual(before);
    const printer = await add(PRINTER);
    const opened = await test(drawer);
    expect([opened.status, opened.body]).toEqual([200, { outcome: 'opening' }]);
    const after = await openings();
    expect(after).toHaveLength(before.length + 1);
    expect(after.at(-1)).toMatchObject({ terminal_id: 'T-001', reason: 'Test', by_paper: false });
    const cable = await add({ kind: 'printer', name: 'Cable', connection: 'webusb' });
    expect((await test(drawer)).status).toBe(409);
    expect(await openings()).toEqual(after);
    for (const id of [drawer, printer, cable]) await call('DELETE', `${AT}${id}/`);
  });
});

describe('the drawer and the display of another till', () => {
  it('are tested by a manager or at that till, not by a cashier of the same store', async () => {
    const add = async (body: object): Promise<string> => (await call('POST', AT, body)).body.id;
    const test = (id: string, token: string) =>
      call('POST', `${AT}${id}/test/`, undefined, token).then(({ status, body }) => [
        status,
        body.code ?? body.outcome,
      ]);
    const openings = () => shop.platform.db.selectFrom('drawer_operations').selectAll().execute();
    const printer = await add(PRINTER);
    const drawer = await add({ kind: 'drawer', name: 'Drawer', connection: 'printer' });
    const display = await add({ kind: 'customer_display', name: 'Face', connection: 'browser' });
    const before = await openings();
    const [there, elsewhere] = [
      await shop.tillToken('EMP001', 'T-001'),
      await shop.tillToken('EMP002', 'T-002'),
    ];
    expect(await test(drawer, elsewhere)).toEqual([403, 'TERMINAL_REQUIRED']);
    expect(await test(display, elsewhere)).toEqual([403, 'TERMINAL_REQUIRED']);
    expect(await openings()).toEqual(before);
    expect(await test(drawer, there)).toEqual([200, 'opening']);
    expect(await test(display, there)).toEqual([200, 'shown']);
    expect(await test(drawer, await shop.officeToken('manager'))).toEqual([200, 'opening']);
    expect((await openings()).length).toBe(before.length + 2);
    for (const id of [drawer, display, printer]) await call('DELETE', `${AT}${id}/`);
  });
});

describe('the networks of printers', () => {
  const networks = async () => (await call('GET', '/stores/DOWNTOWN/')).body.printer_networks;
  const set = (value: string[], token?: string) =>
    call('PATCH', '/stores/DOWNTOWN/', { printer_networks: value }, token);

  it('are set by administrators and decide about addresses', async () => {
    expect((await set(['10.9.0.0/16'])).status).toBe(200);
    expect((await call('POST', AT, PRINTER)).status).toBe(400);
    const inside = await call('POST', AT, { ...PRINTER, address: '10.9.1.1', port: 12_345 });
    expect(inside.status).toBe(201);
    await call('DELETE', `${AT}${inside.body.id}/`);
    expect((await set([])).status).toBe(200);
  });

  it('are refused if they are none, and from managers', async () => {
    for (const wrong of ['10.0.0.0/33', 'printers', '10.0.0.0/8/8', '::/129', '10.0.0/8']) {
      expect((await set([wrong])).status).toBe(400);
    }
    const manager = await shop.officeToken('manager');
    expect((await set(['127.0.0.0/8'], manager)).status).toBe(403);
    expect(await networks()).toEqual([]);
  });
});

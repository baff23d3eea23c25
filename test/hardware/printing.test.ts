import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { hardware } from '../../src/domains/hardware/index.js';
import { statement } from '../../src/platform/database/tx.js';
import { eventsByPosition } from '../../src/platform/work/events/repository.js';
import { customer } from '../../src/seed/data.js';
import { query, syncOf, Till } from '../pos/journal/support.js';
import {
  ADDRESS,
  article,
  atCheckout,
  complete,
  tomorrow,
} from '../storefront/checkout-support.js';
import { readEscpos } from '../support/escpos.js';
import { type EmulatedPrinter, startPrinter } from '../support/printer.js';
import { openShop, type Shop } from '../support/service.js';
import { soon } from '../support/soon.js';
import { basket, type Counter, counterOf, MUG, mug, TEE } from '../transactions/support.js';

let shop: Shop;
let counter: Counter;
let admin: string;
let till: string;
let printer: EmulatedPrinter;
let device: string;
let sale: string;

const AT = '/terminals/T-001/';
const CASH = { payment_method_id: 'cash' };

beforeAll(async () => {
  shop = await openShop();
  counter = counterOf(shop);
  admin = await shop.officeToken('admin');
  till = await shop.tillToken('EMP001');
  await shop.tillToken('EMP005');
  const body = { printer_networks: ['127.0.0.0/8'] };
  expect((await shop.call('PATCH', '/stores/DOWNTOWN/', { token: admin, body })).status).toBe(200);
  sale = await counter.sold(CASH);
});
afterAll(() => shop.close());

beforeEach(async () => {
  printer = await startPrinter();
  device = await setUp({});
});
afterEach(async () => {
  await shop.call('DELETE', `${AT}devices/${device}/`, { token: admin });
  await printer.close();
});

const setUp = async (more: object): Promise<string> => {
  const body = {
    kind: 'printer',
    name: 'Counter',
    connection: 'network',
    address: '127.0.0.1',
    port: printer.port,
    ...more,
  };
  const made = await shop.call('POST', `${AT}devices/`, { token: admin, body });
  expect(made.status).toBe(201);
  return made.body.id;
};
const ask = (body: object, token = till, headers = {}) =>
  shop.call('POST', `${AT}print-jobs/`, {
    token,
    body: { transaction_id: sale, ...body },
    headers,
  });
const job = async (id: string) =>
  (await shop.call('GET', `${AT}print-jobs/${id}/`, { token: till })).body;
const state = async () =>
  (await shop.call('GET', `${AT}devices/${device}/`, { token: till })).body.state;
const retry = (id: string) => shop.call('POST', `${AT}print-jobs/${id}/retry/`, { token: till });
const jobs = () => shop.platform.db.selectFrom('print_jobs').selectAll().execute();
const openings = () => shop.platform.db.selectFrom('drawer_operations').selectAll().execute();
const until = (check: () => Promise<boolean>) =>
  vi.waitFor(async () => expect(await check()).toBe(true), soon);
const printed = (id: string) => until(async () => (await job(id)).status === 'printed');

describe('codes of gift cards and store credits', () => {
  const codes = [
    { code: '7KQ2M9XA4TTB', amount: '50.00' },
    { code: '8LR3N0YB5UUC', amount: '25.00' },
  ];
  const slip = (more: object = {}, token = till, at = AT) =>
    shop.call('POST', `${at}code-slips/`, { token, body: { kind: 'gift_card', codes, ...more } });

  it('are printed at once, or the cashier sees why not, and are stored nowhere', async () => {
    const before = await jobs();
    const reply = await slip();
    expect([reply.status, reply.body]).toEqual([200, { outcome: 'printed' }]);
    const { lines } = readEscpos(printer.papers[0] ?? Buffer.alloc(0));
    const text = lines.join('\n');
    for (const part of ['GIFT CARD', '7KQ2 M9XA 4TTB', '50.00 USD', '8LR3 N0YB 5UUC']) {
      expect(text).toContain(part);
    }
    printer.mode = 'paper-out';
    expect((await slip({ kind: 'store_credit' })).body).toEqual({ outcome: 'paper_out' });
    expect(await state()).toBe('paper_out');
    expect(printer.papers).toHaveLength(1);
    expect(await jobs()).toEqual(before);
  });

  it('are printed by the till itself only, and nothing but codes', async () => {
    const refusals = [
      [await slip({}, await shop.tillToken('EMP001', 'T-002')), 403],
      [await slip({}, admin), 403],
      [await slip({ codes: [] }), 400],
      [await slip({ codes: [{ code: 'Pay here: €€', amount: '1.00' }] }), 400],
      [await slip({ device_id: customer.id }), 409],
    ] as const;
    for (const [reply, status] of refusals)
      expect([reply.status, reply.text]).toEqual([status, reply.text]);
    expect(printer.papers).toEqual([]);
    till = await shop.tillToken('EMP001');
  });
});

describe('a receipt on a network printer', () => {
  it('is printed once, however often the request is repeated', async () => {
    const key = { 'idempotency-key': `print-${device}` };
    const first = await ask({}, till, key);
    expect(first.status).toBe(202);
    expect(first.body).toMatchObject({ device_id: device, kind: 'receipt', status: 'waiting' });
    const again = await ask({}, till, key);
    expect(again.body.id).toBe(first.body.id);
    await printed(first.body.id);
    expect(printer.papers).toHaveLength(1);
    const { lines, barcodes, cuts, pulses } = readEscpos(printer.papers[0] as Buffer);
    expect(lines).toContain('TOTAL USD                            13.53');
    expect({ barcodes, cuts, pulses }).toEqual({ barcodes: [sale], cuts: 1, pulses: 0 });
    expect(await state()).toBe('ready');
  });

  it('waits for paper, says so, and is printed after the roll was changed', async () => {
    printer.mode = 'paper-out';
    const { body } = await ask({});
    await until(async () => (await job(body.id)).error === 'paper_out');
    expect(await job(body.id)).toMatchObject({ status: 'waiting', error: 'paper_out' });
    expect(await state()).toBe('paper_out');
    expect(printer.papers).toEqual([]);
    printer.mode = 'ready';
    expect((await retry(body.id)).status).toBe(202);
    await printed(body.id);
    expect(printer.papers).toHaveLength(1);
    expect(await state()).toBe('ready');
    expect((await retry(body.id)).status).toBe(409);
  });

  it('is printed again after the connection broke, without opening the drawer again', async () => {
    const before = (await openings()).length;
    printer.mode = 'cut';
    const { body } = await ask({ drawer: true });
    await until(async () => (await job(body.id)).error === 'connection_lost');
    expect(await state()).toBe('unreachable');
    printer.mode = 'ready';
    await printed(body.id);
    expect(printer.papers).toHaveLength(1);
    expect(readEscpos(printer.papers[0] as Buffer).pulses).toBe(0);
    expect((await openings()).length).toBe(before + 1);
  });

  it('opens the drawer of the till that asks, and records it', async () => {
    const before = await openings();
    const { body } = await ask({ drawer: true });
    await printed(body.id);
    expect(readEscpos(printer.papers[0] as Buffer).pulses).toBe(1);
    const after = await openings();
    expect(after).toHaveLength(before.length + 1);
    expect(after.at(-1)).toMatchObject({ terminal_id: 'T-001', reason: sale });
  });

  it('opens no drawer for the desk or another till, and queues nothing', async () => {
    const before = [await jobs(), await openings()];
    expect((await ask({ drawer: true }, admin)).status).toBe(403);
    expect((await ask({ drawer: true }, await shop.tillToken('EMP002'))).status).toBe(403);
    expect([await jobs(), await openings()]).toEqual(before);
  });

  it('goes to one printer one after the other', async () => {
    const asked = await Promise.all(Array.from({ length: 4 }, () => ask({ gift: true })));
    for (const { body } of asked) await printed(body.id);
    expect(printer.papers).toHaveLength(4);
    expect(printer.mostConnections).toBe(1);
    expect(readEscpos(printer.papers[0] as Buffer).lines).toContain('               GIFT RECEIPT');
  });

  it('is refused without a printer, of another store, and for an unknown sale', async () => {
    const before = await jobs();
    const path = `${AT}devices/${device}/`;
    await shop.call('PATCH', path, { token: admin, body: { is_active: false } });
    expect((await ask({})).body.code).toBe('NO_PRINTER');
    await shop.call('PATCH', path, { token: admin, body: { is_active: true } });
    expect((await ask({}, await shop.tillToken('EMP005'))).status).toBe(404);
    expect((await ask({ transaction_id: 'TXN-20200101-00000000' })).status).toBe(404);
    expect((await ask({ refund: 'REF-20200101-00000000' })).status).toBe(404);
    expect((await ask({ device_id: '00000000-0000-4000-8000-00000000dead' })).status).toBe(409);
    expect(await jobs()).toEqual(before);
  });

  it('is not sent to an address that the store has forbidden meanwhile', async () => {
    printer.mode = 'paper-out';
    const { body } = await ask({});
    await until(async () => (await job(body.id)).error === 'paper_out');
    printer.mode = 'ready';
    const set = (printer_networks: string[]) =>
      shop.call('PATCH', '/stores/DOWNTOWN/', { token: admin, body: { printer_networks } });
    await set(['10.0.0.0/8']);
    await retry(body.id);
    await until(async () => (await job(body.id)).status === 'failed');
    expect((await job(body.id)).error).toBe('address_not_allowed');
    expect(printer.papers).toEqual([]);
    await set(['127.0.0.0/8']);
  });

  it('is listed after it was given up, printed from any till of the store, or taken off the list', async () => {
    const given = async () => (await ask({})).body.id as string;
    const giveUp = (id: string) =>
      statement(
        shop.platform.db,
        `update print_jobs set due_at = null, parked_at = now(), error = 'paper_out', attempts = 20
         where id = $1`,
        [id],
      );
    printer.mode = 'paper-out';
    const ids = [await given(), await given()];
    for (const id of ids) {
      await until(async () => (await job(id)).error === 'paper_out');
      await giveUp(id);
    }
    const list = async (token = till, query = '') =>
      (await shop.call('GET', `/print-jobs/${query}`, { token })).body;
    expect(await list()).toMatchObject(
      ids.toReversed().map(id => ({
        id,
        terminal_id: 'T-001',
        device_name: 'Counter',
        transaction_number: sale,
        kind: 'receipt',
        status: 'failed',
        error: 'paper_out',
        attempts: 20,
      })),
    );
    const airport = await shop.tillToken('EMP005');
    expect(await list(airport)).toEqual([]);
    expect(await list(admin, '?store=AIRPORT')).toEqual([]);
    expect(await list(admin, '?store=DOWNTOWN')).toHaveLength(2);
    const [first, second] = ids as [string, string];
    const step = (id: string, what: string, token: string) =>
      shop.call('POST', `${AT}print-jobs/${id}/${what}/`, { token });
    for (const what of ['discard', 'retry']) {
      expect((await step(first, what, airport)).status).toBe(404);
    }
    expect(await list()).toHaveLength(2);
    printer.mode = 'ready';
    const other = await shop.tillToken('EMP002');
    expect((await step(first, 'retry', other)).status).toBe(202);
    await printed(first);
    // Asked twice, as after a lost answer.
    for (let times = 0; times < 2; times += 1) {
      const discarded = await step(second, 'discard', other);
      expect([discarded.status, discarded.body.status]).toEqual([200, 'failed']);
    }
    expect((await step(first, 'discard', other)).body.code).toBe('NOT_WAITING');
    expect(await list()).toEqual([]);
    expect(printer.papers).toHaveLength(1);
  });
});

describe('a test page', () => {
  it('is printed on request of a cashier, on network printers only', async () => {
    const test = (id: string) => shop.call('POST', `${AT}devices/${id}/test/`, { token: till });
    const { status, body } = await test(device);
    expect([status, body.kind]).toEqual([202, 'test']);
    await printed(body.id);
    const { lines } = readEscpos(printer.papers[0] as Buffer);
    expect(lines).toEqual(expect.arrayContaining(['Tillhouse Downtown', 'Test page', 'Counter']));
    expect(lines).toContain(`127.0.0.1:${printer.port}`);
    const usb = await setUp({ connection: 'webusb', address: null, port: null });
    expect((await test(usb)).body.code).toBe('NO_PRINTER');
    await shop.call('DELETE', `${AT}devices/${usb}/`, { token: admin });
  });
});

describe('a report of a shift', () => {
  const SHIFTS = '/cash-management/shifts/';

  it('is printed where receipts are, without amounts for a cashier who has not counted', async () => {
    const opened = await counter.post(`${SHIFTS}open/`, { opening_float: '50.00' });
    const shift = opened.body.id;
    const report = async (kind: string, token: string) =>
      shop.call('POST', `${AT}print-jobs/`, { token, body: { shift_id: shift, report: kind } });
    const paper = async (kind: string, token: string): Promise<string[]> => {
      const { status, body } = await report(kind, token);
      expect([status, body.kind, body.transaction_number]).toEqual([202, 'report', null]);
      await printed(body.id);
      return readEscpos(printer.papers.at(-1) as Buffer).lines;
    };
    const blind = await paper('x', till);
    expect(blind.map(line => line.trim())).toContain('*** X REPORT ***');
    expect(blind).toContain('Count the drawer to see the amounts.');
    expect(blind.filter(line => /\d\.\d\d/.test(line))).toEqual([]);
    const supervisor = await shop.tillToken('EMP002');
    const seen = await paper('x', supervisor);
    expect(seen).toContain('Opening float                        50.00');
    expect(seen).toContain('Expected USD                         50.00');
    // A cashier who has not counted cannot print again what a supervisor asked for.
    printer.mode = 'paper-out';
    const waits = (await report('x', supervisor)).body.id;
    await until(async () => (await job(waits)).error === 'paper_out');
    const hidden = await retry(waits);
    expect([hidden.status, hidden.body.code]).toEqual([403, 'PERMISSION_DENIED']);
    printer.mode = 'ready';
    const again = await shop.call('POST', `${AT}print-jobs/${waits}/retry/`, { token: supervisor });
    expect(again.status).toBe(202);
    await printed(waits);
    const before = await jobs();
    const early = await report('z', till);
    expect([early.status, early.body.code]).toEqual([409, 'INVALID_STATE']);
    expect((await report('x', await shop.tillToken('EMP005'))).status).toBe(404);
    const both = await ask({ shift_id: shift });
    expect([both.status, both.body.errors]).toEqual([
      400,
      { transaction_id: ['Name either a sale or a shift.'] },
    ]);
    expect((await ask({ transaction_id: undefined })).status).toBe(400);
    expect(await jobs()).toEqual(before);
    const denominations = [{ value: '50.00', quantity: 1 }];
    await counter.post(`${SHIFTS}${shift}/count/`, { denominations });
    const closed = await counter.post(`${SHIFTS}${shift}/close/`);
    const z = await paper('z', till);
    const title = `*** Z REPORT ${closed.body.z_number} ***`;
    expect(z.map(line => line.trim())).toContain(title);
    expect(z).toContain('Counted                              50.00');
    expect(z).toContain('Difference                            0.00');
    // The till shows the same lines, and prints them on a cable.
    const read = async (query: string, token = till) =>
      shop.call('GET', `${SHIFTS}${shift}/paper/?report=z${query}`, { token });
    const filled = (lines: string[]) => lines.filter(line => line !== '');
    expect(filled((await read('')).text.split('\n'))).toEqual(filled(z));
    const narrow = (await read('&width=58')).text.split('\n');
    expect(narrow).toContain('Counted                    50.00');
    expect((await read('', await shop.tillToken('EMP005'))).status).toBe(404);
  });
});

describe('a ticket', () => {
  /** A till that was offline sends a sale of one mug. */
  const sellOffline = async (minutesAgo: number): Promise<void> => {
    const offline = new Till(`T-OFF${minutesAgo}`);
    offline.sale(new Date(Date.now() - minutesAgo * 60_000));
    const token = () => shop.tillToken('EMP001', offline.terminal);
    const { body } = await syncOf(shop, token)(offline.terminal, offline.entries);
    expect(body.results[0].status).toBe('accepted');
  };

  it('has the goods of its categories and no prices, once for each sale of the last half hour', async () => {
    const found = await shop.call('GET', '/categories/', { token: admin });
    const mugs = await shop.platform.db
      .selectFrom('product_variants')
      .innerJoin('products', 'products.id', 'product_variants.product_id')
      .select('products.category_id')
      .where('sku', '=', MUG.sku)
      .executeTakeFirstOrThrow();
    expect(found.body.map(({ id }: { id: string }) => id)).toContain(mugs.category_id);
    const kitchen = await setUp({
      name: 'Kitchen',
      purpose: 'ticket',
      category_ids: [mugs.category_id],
    });
    await sellOffline(31);
    await counter.sold(CASH, basket([{ ...MUG, quantity: 3 }, TEE], '3.09'));
    await until(async () => printer.papers.length > 0);
    const { lines } = readEscpos(printer.papers[0] as Buffer);
    expect(lines.map(line => line.trim())).toContain('KITCHEN');
    expect(lines).toContain('  3 x');
    expect(lines.join('\n')).not.toContain('Tee');
    expect(lines.filter(line => /\d\.\d\d/.test(line))).toEqual([]);
    // A sale without such goods has no ticket.
    await counter.sold(CASH, basket([TEE], '0.00'));
    const tickets = async () => (await jobs()).filter(({ kind }) => kind === 'ticket');
    expect(await tickets()).toHaveLength(1);
    await sellOffline(25);
    await until(async () => (await tickets()).length > 1);
    expect(await tickets()).toHaveLength(2);
    await shop.call('DELETE', `${AT}devices/${kitchen}/`, { token: admin });
  });
});

describe('the drawer at a network printer', () => {
  /** `ESC p`: 100 ms on pin 2, no paper. */
  const PULSE = Buffer.from([0x1b, 0x70, 0, 50, 250]);
  let drawer: string;

  beforeAll(async () => {
    drawer = await drawerAt('T-001');
  });
  afterAll(() => shop.call('DELETE', `${AT}devices/${drawer}/`, { token: admin }));

  const drawerAt = async (terminal: string): Promise<string> => {
    const body = { kind: 'drawer', name: 'Drawer', connection: 'printer' };
    const made = await shop.call('POST', `/terminals/${terminal}/devices/`, { token: admin, body });
    expect(made.status).toBe(201);
    return made.body.id;
  };
  const pulses = async () => (await jobs()).filter(({ kind }) => kind === 'drawer');
  /** All events are handled, and the printer has got so many pulses and nothing else. */
  const opened = async (times: number): Promise<void> => {
    await shop.settleEvents();
    expect(await pulses()).toHaveLength(times);
    await until(async () => (await pulses()).every(({ due_at }) => due_at === null));
    expect(printer.papers).toEqual(Array.from({ length: times }, () => PULSE));
  };
  const button = async () =>
    shop.call('POST', '/pos/cash-drawer/', {
      token: till,
      body: { operation: 'open', reason: 'Change' },
    });

  it('opens once for the cash of a sale, also of a part, and not for a card', async () => {
    const before = await openings();
    const card = { payment_method_id: 'card' };
    await counter.sold(card);
    await opened(0);
    const cash = await counter.row(await counter.sold(CASH));
    await opened(1);
    expect((await pulses())[0]).toMatchObject({
      device_id: device,
      transaction_id: cash.id,
      opens_drawer: false,
      requested_by: null,
      attempts: 1,
    });
    const split = await counter.ring();
    expect((await counter.pay(split, { ...CASH, tendered_amount: '5.00' })).status).toBe(202);
    await opened(2);
    expect((await counter.pay(split, { ...card, tendered_amount: '8.53' })).status).toBe(202);
    await opened(2);
    expect(await openings()).toEqual(before);
  });

  it('opens once if the events arrive again, and if two parts in cash arrive together', async () => {
    const offline = new Till('T-001');
    const part = { payment_method_id: 'cash', tendered_amount: '6.00' };
    offline.sale(new Date(), { payments: [part, { ...part, tendered_amount: '7.53' }] });
    const sent = await syncOf(shop, async () => till)('T-001', offline.entries);
    expect(sent.body.results[0].status).toBe('accepted');
    expect((await button()).status).toBe(200);
    await opened(2);
    const consumer = hardware.consumers?.find(({ name }) => name === 'hardware:open-drawers');
    const before = await pulses();
    const positions = await query<{ streamId: string; seq: number }>(
      shop,
      'select stream_id as "streamId", seq from events where event = any($1) and subject_id = any($2)',
      [consumer?.events, before.map(one => one.transaction_id ?? one.cause_id)],
    );
    const events = await eventsByPosition(shop.platform.db, positions);
    expect(events.map(({ event }) => event).sort()).toEqual([
      'system.notification',
      'transaction.completed',
      'transaction.updated',
    ]);
    for (const event of events) await consumer?.handle(shop.platform, [event]);
    await consumer?.handle(shop.platform, events);
    expect(await pulses()).toEqual(before);
  });

  it('opens for cash that is paid back at the till, and for a pay-out', async () => {
    const sold = [await counter.sold(CASH), await counter.sold(CASH)] as const;
    await opened(2);
    const approval_request_id = await counter.approved('void', '13.53', {
      transaction_id: sold[0],
    });
    expect((await counter.voidSale(sold[0], { approval_request_id }, till)).status).toBe(200);
    await opened(3);
    const atDesk = await counter.voidSale(sold[1]);
    await opened(3);
    const { id } = atDesk.body.payment_records[0].refunds[0];
    expect((await counter.post(`/pos/pay-outs/${id}/pay/`)).status).toBe(200);
    await opened(4);
  });

  it('opens for the deposit of a layaway and the difference of an exchange', async () => {
    const items = [{ sku: TEE.sku, quantity: 1 }];
    const layaway = await counter.post('/layaways/', {
      line_items: items,
      customer_id: customer.id,
      deposit: { ...CASH, tendered_amount: '5.00' },
    });
    expect(layaway.status).toBe(201);
    await opened(1);
    const sold = await counter.sold(CASH);
    await opened(2);
    const { lineItems } = (await counter.get(`/transactions/${sold}/`)).body;
    const back = { original_line_item: lineItems[0].id, quantity: 1, reason: 'wrong_size' };
    const exchange = await counter.post('/exchanges/', {
      transaction: sold,
      returns: [back],
      line_items: items,
      tender: { ...CASH, tendered_amount: '20.00' },
    });
    expect(exchange.body).toMatchObject({ difference: '13.53' });
    await opened(3);
  });

  it('opens for the button, and not for entries of a till that were late', async () => {
    const before = await openings();
    expect((await button()).status).toBe(200);
    await opened(1);
    expect(await openings()).toHaveLength(before.length + 1);
    const offline = new Till('T-LATE');
    const token = await shop.tillToken('EMP001', 'T-LATE');
    const elsewhere = await shop.call('POST', '/terminals/T-LATE/devices/', {
      token: admin,
      body: {
        kind: 'printer',
        name: 'Late',
        connection: 'network',
        address: '127.0.0.1',
        port: printer.port,
      },
    });
    expect(elsewhere.status).toBe(201);
    await drawerAt('T-LATE');
    const late = new Date(Date.now() - 31_000);
    offline.sale(late);
    offline.write('drawer_open', { reason: 'Change' }, late);
    const send = syncOf(shop, async () => token);
    const { body } = await send('T-LATE', offline.entries);
    expect(body.results.map(({ status }: { status: string }) => status)).toEqual([
      'accepted',
      'accepted',
    ]);
    await opened(1);
    await send('T-LATE', [offline.write('drawer_open', { reason: 'Change' }, new Date())]);
    await opened(2);
    expect((await pulses()).map(({ device_id }) => device_id)).toEqual([device, elsewhere.body.id]);
    await shop.call('DELETE', `/terminals/T-LATE/devices/${elsewhere.body.id}/`, { token: admin });
  });

  it('opens for an order of the web shop that is paid in cash at the till', async () => {
    await statement(shop.platform.db, 'update promotions set is_active = false');
    await article(shop, 'DRAWER-CUP');
    const { visit, id } = await atCheckout(shop, [['DRAWER-CUP', 2]], {
      fulfillment_method: 'pickup',
      pickup_scheduled_time: tomorrow(shop),
    });
    const { firstName, lastName, phone } = ADDRESS;
    const ordered = await complete(shop, visit, id, {
      method: 'pay_at_store',
      token: null,
      form: { shipping_address: { firstName, lastName, phone } },
    });
    expect(ordered.status).toBe(200);
    await opened(0);
    const paid = await counter.pay(ordered.body.transaction_id, {
      ...CASH,
      tendered_amount: '21.65',
    });
    expect(paid.status).toBe(202);
    await opened(1);
  });

  it('is that of the till, without a printer on a cable', async () => {
    const other = await shop.tillToken('EMP002');
    const sold = await counter.ring(mug({ employee_id: 'EMP002' }), other);
    await counter.pay(sold, { ...CASH, tendered_amount: '20.00' }, other);
    await opened(0);
    const cable = await setUp({ connection: 'webusb', address: null, port: null });
    await counter.sold(CASH);
    await opened(0);
    await shop.call('DELETE', `${AT}devices/${cable}/`, { token: admin });
    const path = `${AT}devices/${drawer}/`;
    await shop.call('PATCH', path, { token: admin, body: { is_active: false } });
    await button();
    await opened(0);
    await shop.call('PATCH', path, { token: admin, body: { is_active: true } });
    await button();
    await opened(1);
  });

  it('is not opened again by the receipt of the same sale', async () => {
    const sold = await counter.sold(CASH);
    await opened(1);
    const before = (await openings()).length;
    const receipt = await ask({ transaction_id: sold, drawer: true });
    await printed(receipt.body.id);
    await shop.settleEvents();
    expect(printer.papers).toHaveLength(2);
    expect(readEscpos(printer.papers[1] as Buffer)).toMatchObject({ cuts: 1, pulses: 0 });
    expect(await pulses()).toHaveLength(1);
    expect(await openings()).toHaveLength(before + 1);
  });

  it('stays closed after a failure, whoever tries again', async () => {
    printer.mode = 'paper-out';
    await button();
    await until(async () => (await pulses())[0]?.error != null);
    printer.mode = 'ready';
    const [failed] = await pulses();
    expect(await job(failed?.id as string)).toMatchObject({
      kind: 'drawer',
      status: 'failed',
      error: 'paper_out',
      attempts: 1,
    });
    expect((await retry(failed?.id as string)).body.code).toBe('NOT_WAITING');
    expect(await pulses()).toEqual([failed]);
    expect(printer.papers).toEqual([]);
    // Parked work waits for somebody who retries it.
    expect(failed).toMatchObject({ due_at: null, parked_at: null, lease_until: null });
    const all = await shop.call('POST', '/ops/work/hardware:print-jobs/retry/', { token: admin });
    expect([all.status, await pulses()]).toEqual([200, [failed]]);
  });
});

import type { FastifyRequest } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Connection } from '../../src/domains/realtime/connection.js';
import { DisplayHub } from '../../src/domains/realtime/display-hub.js';
import { statement } from '../../src/platform/database/tx.js';
import { connect, listen } from '../realtime/listener.js';
import { openShop, type Shop } from '../support/service.js';
import { counterOf } from '../transactions/support.js';

let shop: Shop;
let first: string;
let second: string;
let airport: string;
let admin: string;
beforeAll(async () => {
  shop = await openShop();
  await listen(shop);
  [first, second, airport, admin] = await Promise.all([
    shop.tillToken(),
    shop.tillToken('EMP002'),
    shop.tillToken('EMP005'),
    shop.officeToken('admin'),
  ]);
});
afterAll(() => shop.close());

const newCode = async () => (await shop.call('POST', '/pos/displays/')).body;
const pair = (code: string, token = first, headers = {}) =>
  shop.call('POST', '/pos/displays/pair/', { token, body: { code }, headers });
const own = (token: string) => shop.call('GET', '/pos/displays/own/', { token });
const show = (body: object, token = first) =>
  shop.call('PUT', '/pos/displays/basket/', { token, body });
const follow = (token: string) => connect(shop, `/ws/pos-gateway/display/?token=${token}`);
const devices = () =>
  statement<{ id: string; terminal_id: string }>(
    shop.platform.db,
    'select id, terminal_id from terminal_devices order by id',
  );
const paired = async (till = first): Promise<{ token: string; device: string }> => {
  const { code, token } = await newCode();
  const { body } = await pair(code, till);
  return { token, device: body.device_id };
};
const remove = (terminal: string, device: string) =>
  shop.call('DELETE', `/terminals/${terminal}/devices/${device}/`, { token: admin });

const TEA = { name: 'Green Tea', quantity: '2', amount: '9.00' };
const BASKET = { step: 'basket', lines: [TEA], total: '9.74', due: '9.74' };

describe('a customer display', () => {
  it('shows a code and knows its store once a till has taken the code', async () => {
    const { code, token } = await newCode();
    expect(code).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/);
    const before = await own(token);
    expect([before.status, before.body.code]).toEqual([401, 'DISPLAY_NOT_PAIRED']);
    const done = await pair(code.toLowerCase().replace('-', ' '));
    expect(done.status).toBe(201);
    expect((await own(token)).body).toMatchObject({
      terminal_id: 'T-001',
      store: { name: 'Tillhouse Downtown', language: 'en', currency: 'USD' },
    });
    const names = (await own(token)).body.promotions.map(({ name }: { name: string }) => name);
    expect(names).toContain('Herb seeds: three for two');
    const listed = await shop.call('GET', '/terminals/T-001/devices/', { token: first });
    expect(listed.body).toMatchObject([
      { id: done.body.device_id, kind: 'customer_display', connection: 'browser' },
    ]);
    await remove('T-001', done.body.device_id);
  });

  it('is paired once, however often the till repeats the request', async () => {
    const { code } = await newCode();
    const key = { 'idempotency-key': 'pair-display-1' };
    const [one, again, anew] = [
      await pair(code, first, key),
      await pair(code, first, key),
      await pair(code),
    ];
    expect([again.body, anew.body]).toEqual([one.body, one.body]);
    const other = await pair(code, second);
    expect([other.status, other.body.code]).toEqual([409, 'DISPLAY_PAIRED']);
    expect(await devices()).toEqual([{ id: one.body.device_id, terminal_id: 'T-001' }]);
    await remove('T-001', one.body.device_id);
  });

  it('of two tills that type its code at once follows exactly one', async () => {
    const { code } = await newCode();
    const replies = await Promise.all([pair(code, first), pair(code, second), pair(code, airport)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const [device, ...others] = await devices();
    expect(others).toEqual([]);
    await remove(device?.terminal_id ?? '', device?.id ?? '');
  });

  it('needs a known code, and a till has at most five', async () => {
    const wrong = await pair('AAAA-2222');
    expect([wrong.status, wrong.body.code]).toEqual([400, 'DISPLAY_CODE_INVALID']);
    expect(await devices()).toEqual([]);
    const made = [];
    for (let count = 0; count < 5; count += 1) made.push((await paired()).device);
    const sixth = await pair((await newCode()).code);
    expect([sixth.status, sixth.body.code]).toEqual([409, 'TOO_MANY_DISPLAYS']);
    expect(await devices()).toHaveLength(5);
    for (const device of made) await remove('T-001', device);
  });

  it('follows its own till and no other', async () => {
    const one = await paired(first);
    const other = await paired(second);
    const [listener, stranger] = [await follow(one.token), await follow(other.token)];
    expect(await listener.frame('basket')).toEqual({
      type: 'basket',
      step: 'idle',
      lines: [],
      receipt_url: null,
    });
    await stranger.frame('basket');
    expect((await show(BASKET)).status).toBe(204);
    expect(await listener.frame('basket', 1)).toEqual({
      type: 'basket',
      ...BASKET,
      receipt_url: null,
    });
    // Its own till answers after the basket of the other one would have arrived.
    await show({ step: 'payment', lines: [], total: '1.00' }, second);
    expect(await stranger.frame('basket', 1)).toMatchObject({ step: 'payment', total: '1.00' });
    expect(stranger.frames).toHaveLength(2);
    // A display that connects during a sale shows it at once.
    const late = await follow(one.token);
    expect(await late.frame('basket')).toMatchObject(BASKET);
    await Promise.all([listener, stranger, late].map(socket => socket.close()));
    await remove('T-001', one.device);
    await remove('T-002', other.device);
  });

  it('shows no basket of a till that is gone, and goes on with one that is back in time', async () => {
    const { token, device } = await paired();
    const till = () => connect(shop, `/ws/pos-gateway/terminal/T-001/?token=${first}`);
    const display = await follow(token);
    await display.frame('basket');
    const steps = () => display.frames.slice(1).map(({ step }) => step);
    // Two tabs, of which one stays open; then a socket that breaks and opens again.
    const [one, two] = [await till(), await till()];
    await Promise.all([one.frame('hello'), two.frame('hello')]);
    await show(BASKET);
    await one.close();
    const again = await till();
    await again.frame('hello');
    await two.close();
    await new Promise(resolve => setTimeout(resolve, 11_000));
    expect(steps()).toEqual(['basket']);
    await again.close();
    await expect.poll(steps).toEqual(['basket', 'idle']);
    expect(display.frames.at(-1)).toEqual({
      ...{ type: 'basket', step: 'idle', lines: [], receipt_url: null },
    });
    const late = await follow(token);
    expect(await late.frame('basket')).toMatchObject({ step: 'idle', lines: [] });
    await Promise.all([display, late].map(socket => socket.close()));
    await remove('T-001', device);
  });

  it('offers the receipt of a sale of its store, and of no other', async () => {
    const { token, device } = await paired();
    const number = await counterOf(shop).sold({ payment_method_id: 'cash' });
    const listener = await follow(token);
    await listener.frame('basket');
    const paid = { step: 'paid', lines: [], total: '13.53', change: '6.47' };
    expect((await show({ ...paid, transaction_id: number })).status).toBe(204);
    const { receipt_url: url } = await listener.frame('basket', 1);
    const page = await shop.call('GET', new URL(String(url)).pathname);
    expect(page.text).toContain(number);
    // The till of another store neither shows the sale nor learns that it exists.
    expect((await show({ ...paid, transaction_id: number }, airport)).status).toBe(404);
    expect((await show({ ...paid, transaction_id: 'TXN-20200101-00000000' })).status).toBe(404);
    expect(listener.frames).toHaveLength(2);
    await listener.close();
    await remove('T-001', device);
  });

  it('ends at once when a manager removes or switches it off', async () => {
    const one = await paired();
    const listener = await follow(one.token);
    await listener.frame('basket');
    expect((await remove('T-001', one.device)).status).toBe(204);
    expect((await listener.closed).code).toBe(4401);
    expect((await own(one.token)).status).toBe(401);
    const other = await paired();
    const switched = await follow(other.token);
    await switched.frame('basket');
    await shop.call('PATCH', `/terminals/T-001/devices/${other.device}/`, {
      token: admin,
      body: { is_active: false },
    });
    expect((await switched.closed).code).toBe(4401);
    expect((await (await follow(other.token)).closed).code).toBe(4401);
    await remove('T-001', other.device);
  });

  it('connects again if a basket that it missed cannot be read', async () => {
    const { token, device } = await paired();
    let missed: (() => void) | undefined;
    let isDown = false;
    const read = async () => {
      if (!isDown) return undefined;
      // The cache is back before the second display is refreshed.
      isDown = false;
      throw new Error('the cache is unavailable');
    };
    const hub = new DisplayHub({
      ...shop.platform,
      cache: { ...shop.platform.cache, get: read },
      bus: {
        ...shop.platform.bus,
        subscribe: async (_channel, _listener, onMissed) => {
          missed = onMissed;
          return async () => undefined;
        },
      },
    });
    await hub.start();
    const open = async () => {
      const socket = { sent: 0, closed: [] as number[] };
      const connection = {
        isOpen: true,
        onClosed: () => undefined,
        listen: () => undefined,
        send: () => {
          socket.sent += 1;
        },
        close: ({ code }: { code: number }) => socket.closed.push(code),
      };
      await hub.open(
        connection as unknown as Connection,
        { query: { token }, headers: {} } as unknown as FastifyRequest,
      );
      return socket;
    };
    const [one, other] = [await open(), await open()];
    isDown = true;
    missed?.();
    await expect.poll(() => [one.sent, other.sent]).toEqual([1, 2]);
    expect([one.closed, other.closed]).toEqual([[1013], []]);
    await hub.stop();
    await remove('T-001', device);
  });

  it('is refused without a token, with a login, and from a page of another site', async () => {
    const { token, device } = await paired();
    for (const bad of ['', 'nonsense', first, '%00']) {
      expect((await (await follow(bad)).closed).code).toBe(4401);
    }
    const foreign = await connect(shop, `/ws/pos-gateway/display/?token=${token}`, {
      headers: { origin: 'https://evil.example' },
    });
    expect((await foreign.closed).code).toBe(4403);
    // The token of a display opens nothing else.
    expect((await shop.call('GET', '/stores/DOWNTOWN/', { token })).status).toBe(401);
    expect((await show(BASKET, token)).status).toBe(401);
    await remove('T-001', device);
  });

  it('leaves nothing of a basket in the database', async () => {
    const { device } = await paired();
    const count = async () =>
      (
        await statement<{ n: number }>(
          shop.platform.db,
          `select (select count(*) from audit_entries)::int + (select count(*) from outbox)::int
             + (select count(*) from events)::int as n`,
        )
      )[0]?.n;
    await shop.settleEvents();
    const before = await count();
    await show(BASKET);
    await shop.settleEvents();
    expect(await count()).toBe(before);
    await remove('T-001', device);
  });

  it.each([
    ['an unknown step', { ...BASKET, step: 'dancing' }],
    ['an amount that is none', { ...BASKET, total: '9,74' }],
    ['too many lines', { ...BASKET, lines: Array(251).fill(TEA) }],
  ])('refuses %s', async (_, body) => {
    expect((await show(body)).status).toBe(400);
  });
});

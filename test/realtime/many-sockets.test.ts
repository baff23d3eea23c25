import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { DOWNTOWN_ID } from '../../src/seed/data.js';
import { openShop, type Shop } from '../support/service.js';
import {
  asManager,
  commitEvent,
  connect,
  type Listener,
  listen,
  range,
  sampleEvent,
} from './listener.js';

let shop: Shop;
beforeAll(async () => {
  // Fakes intervals only: the tests decide when the service pings and sweeps.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  shop = await openShop();
  await listen(shop);
});
afterAll(async () => {
  await shop.close();
  vi.useRealTimers();
});

const opened: Listener[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map(listener => listener.close()));
});

async function freshToken(): Promise<string> {
  const { body } = await shop.call('POST', '/auth/login/', {
    body: { username: 'manager', password: 'manager-demo' },
  });
  return body.access;
}

async function open(token: string): Promise<Listener> {
  const listener = await asManager(shop, DOWNTOWN_ID, token);
  opened.push(listener);
  await listener.hello();
  return listener;
}

const serverSide = () => [...shop.app.websocketServer.clients];

/** The next pong that the service receives, from any socket. */
const answered = () =>
  Promise.race(
    serverSide().map(client => new Promise<void>(resolve => client.once('pong', () => resolve()))),
  );

const SOCKETS_PER_LOGIN = 5;

async function openMany(count: number): Promise<Listener[]> {
  const listeners: Listener[] = [];
  while (listeners.length < count) {
    const token = await freshToken();
    for (let i = 0; i < SOCKETS_PER_LOGIN; i += 1) listeners.push(await open(token));
  }
  return listeners;
}

test('sends each event to 200 sockets once and in order', async () => {
  const listeners = await openMany(200);
  const last = (await listeners[0]?.hello())?.last_seq ?? 0;
  for (let batch = 0; batch < 10; batch += 1) {
    await Promise.all(range(1, 20).map(n => commitEvent(shop, sampleEvent(batch * 20 + n))));
  }
  await Promise.all(listeners.map(listener => listener.upTo(last + 200)));
  await pause(50);
  for (const listener of listeners) {
    expect(listener.seqs).toEqual(range(last + 1, last + 200));
  }
});

test('drops a stalled reader with 4408 without an effect on the others', async () => {
  const [stuck, brisk] = [await open(await freshToken()), await open(await freshToken())];
  const { last_seq } = await brisk.hello();
  stuck.transport.pause();
  const large = { text: 'x'.repeat(60_000) };
  for (let i = 0; i < 20; i += 1) {
    await commitEvent(shop, ...range(1, 20).map(n => sampleEvent(n, { data: large })));
  }
  await brisk.upTo(last_seq + 400);
  expect(brisk.seqs).toEqual(range(last_seq + 1, last_seq + 400));
  // Only a fraction of the 24 MB waits in memory for the stalled reader.
  const waiting = serverSide().map(client => client.bufferedAmount);
  expect(Math.max(...waiting)).toBeGreaterThan(0);
  expect(Math.max(...waiting)).toBeLessThan(1_048_576);
  const isClosing = () => serverSide().some(client => client.readyState === client.CLOSING);
  await vi.waitUntil(isClosing, { timeout: 20_000, interval: 50 });
  stuck.transport.resume();
  expect((await stuck.closed).code).toBe(4408);
  expect(stuck.seqs).toEqual(range(last_seq + 1, last_seq + stuck.seqs.length));
  expect(stuck.seqs.length).toBeLessThan(400);
});

test('lets a briefly stalled reader continue where it was', async () => {
  const reader = await open(await freshToken());
  const { last_seq } = await reader.hello();
  reader.transport.pause();
  const large = { text: 'x'.repeat(60_000) };
  for (let i = 0; i < 20; i += 1) {
    await commitEvent(shop, ...range(1, 20).map(n => sampleEvent(n, { data: large })));
  }
  await shop.settleEvents();
  await pause(300);
  reader.transport.resume();
  await reader.upTo(last_seq + 400);
  expect(reader.seqs).toEqual(range(last_seq + 1, last_seq + 400));
});

test('pings every 25 seconds and closes a socket that does not answer by the next', async () => {
  const token = await freshToken();
  const lively = await open(token);
  const dead = await connect(shop, `/ws/pos-gateway/manager/${DOWNTOWN_ID}/?token=${token}`, {
    autoPong: false,
  });
  await dead.hello();
  const pinged = Promise.all(
    [lively, dead].map(({ socket }) => new Promise(resolve => socket.once('ping', resolve))),
  );
  const pong = answered();
  vi.advanceTimersByTime(25_000);
  await Promise.all([pinged, pong]);
  vi.advanceTimersByTime(25_000);
  expect((await dead.closed).code).toBe(1006);
  lively.send({ type: 'ping' });
  await lively.frame('pong');
});

test('closes the sockets of an ended login within a minute, even without a message', async () => {
  const token = await freshToken();
  const listener = await open(token);
  const { sub } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  await shop.platform.db
    .updateTable('sessions')
    .set({ ended_at: new Date() })
    .where('user_id', '=', sub)
    .execute();
  // Two pings are sent; a socket that misses one is closed for another reason.
  for (const ms of [25_000, 25_000]) {
    const pong = answered();
    vi.advanceTimersByTime(ms);
    await Promise.race([pong, listener.closed]);
  }
  vi.advanceTimersByTime(10_000);
  expect((await listener.closed).code).toBe(4401);
});

test('closes with 1001 when the service stops', async () => {
  const other = await openShop({ beside: shop });
  await listen(other);
  const listener = await asManager(other, DOWNTOWN_ID, await freshToken());
  await listener.hello();
  await other.close();
  expect((await listener.closed).code).toBe(1001);
});

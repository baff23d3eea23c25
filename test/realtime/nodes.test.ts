import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { atomically } from '../../src/platform/database/tx.js';
import { record } from '../../src/platform/work/events/outbox.js';
import { lockSequencing, numberEvents } from '../../src/platform/work/events/repository.js';
import { EVENTS_CHANNEL } from '../../src/platform/work/events/sequencer.js';
import { DOWNTOWN_ID } from '../../src/seed/data.js';
import { redisOrSkip, type StartedRedis, startRedis } from '../support/redis.js';
import { openShop, type Shop } from '../support/service.js';
import {
  asManager,
  atTill,
  commitEvent,
  type Listener,
  listen,
  range,
  sampleEvent,
} from './listener.js';

/** A node numbers events and dies before it publishes them. */
const numberSilently = (shop: Shop, ...numbers: number[]) =>
  atomically(shop.platform.db, async tx => {
    await lockSequencing(tx);
    await record(tx, ...numbers.map(n => sampleEvent(n)));
    await numberEvents(tx, 500);
  });

const opened: Listener[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map(listener => listener.close()));
});

async function open(shop: Shop): Promise<Listener> {
  const listener = await asManager(shop, DOWNTOWN_ID, await shop.officeToken());
  opened.push(listener);
  await listener.hello();
  return listener;
}

describe('one node', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
    await listen(shop);
  });
  afterAll(() => shop.close());

  test('finds events numbered by a node that died before it published them', async () => {
    const listener = await open(shop);
    const { last_seq } = await listener.hello();
    await numberSilently(shop, 1, 2, 3);
    await listener.upTo(last_seq + 3);
    expect(listener.seqs).toEqual(range(last_seq + 1, last_seq + 3));
  });

  test('fills a gap before it sends later events', async () => {
    const listener = await open(shop);
    const { last_seq } = await listener.hello();
    await numberSilently(shop, 1, 2);
    await commitEvent(shop, sampleEvent(3));
    await listener.upTo(last_seq + 3);
    expect(listener.events.map(event => event.data.n)).toEqual([1, 2, 3]);
    expect(listener.seqs).toEqual(range(last_seq + 1, last_seq + 3));
  });

  test('sends an event once when the bus delivers it twice or late', async () => {
    const listener = await open(shop);
    const { last_seq } = await listener.hello();
    const published: unknown[] = [];
    const stop = await shop.platform.bus.subscribe(EVENTS_CHANNEL, message =>
      published.push(message),
    );
    await commitEvent(shop, sampleEvent(1));
    await listener.upTo(last_seq + 1);
    await commitEvent(shop, sampleEvent(2));
    await listener.upTo(last_seq + 2);
    await stop();
    for (const message of published) await shop.platform.bus.publish(EVENTS_CHANNEL, message);
    await commitEvent(shop, sampleEvent(3));
    await listener.upTo(last_seq + 3);
    expect(listener.events.map(event => event.data.n)).toEqual([1, 2, 3]);
  });
});

const hasRedis = await redisOrSkip();

describe.skipIf(!hasRedis)('two nodes on one Redis', () => {
  let redis: StartedRedis;
  let here: Shop;
  let there: Shop;

  beforeAll(async () => {
    redis = await startRedis();
    here = await openShop({ env: { REDIS_URL: redis.url } });
    there = await openShop({ beside: here, env: { REDIS_URL: redis.url } });
    await Promise.all([listen(here), listen(there)]);
  });
  afterAll(async () => {
    await there.close();
    await here.close();
    await redis.stop();
  });

  test('both send the same events in the same order, wherever they occurred', async () => {
    const listeners = [await open(here), await open(there)];
    const last = (await listeners[0]?.hello())?.last_seq ?? 0;
    await Promise.all(
      range(1, 100).map(n => commitEvent(n % 2 === 0 ? here : there, sampleEvent(n))),
    );
    await Promise.all(listeners.map(listener => listener.upTo(last + 100)));
    expect(listeners[0]?.seqs).toEqual(range(last + 1, last + 100));
    expect(listeners[1]?.events).toEqual(listeners[0]?.events);
  });

  test("close a login's sockets at one node when it ends at the other", async () => {
    const login = (employee: string, pin: string) =>
      here.call('POST', '/pos/auth/terminal-login/', {
        body: {
          employee_id: employee,
          pin_code: pin,
          store_id: 'DOWNTOWN',
          terminal_id: 'T-002',
        },
      });
    const till = await atTill(there, 'T-002', (await login('EMP003', '3456')).body.token);
    await till.hello();
    const { token } = (await login('EMP004', '4567')).body;
    expect((await till.closed).code).toBe(4409);
    const next = await atTill(there, 'T-002', token);
    await next.hello();
    await here.call('POST', '/pos/auth/terminal-logout/', { token });
    expect((await next.closed).code).toBe(4401);
  });

  test('let a client change nodes and resume without a gap', async () => {
    const first = await open(here);
    const { last_seq } = await first.hello();
    await commitEvent(there, sampleEvent(1), sampleEvent(2));
    await first.upTo(last_seq + 2);
    await first.close();
    await commitEvent(here, sampleEvent(3), sampleEvent(4));
    await here.settleEvents();
    const second = await open(there);
    second.send({ type: 'resume', after_seq: last_seq + 2 });
    await commitEvent(here, sampleEvent(5));
    await second.upTo(last_seq + 5);
    expect([...first.seqs, ...second.seqs]).toEqual(range(last_seq + 1, last_seq + 5));
  });

  test('lose nothing while Redis is down', async () => {
    const listener = await open(there);
    const { last_seq } = await listener.hello();
    const { port } = redis;
    await redis.stop();
    for (const n of range(1, 20)) await commitEvent(here, sampleEvent(n));
    redis = await startRedis({ port });
    for (const n of range(21, 30)) await commitEvent(here, sampleEvent(n));
    await listener.upTo(last_seq + 30);
    expect(listener.events.map(event => event.data.n)).toEqual(range(1, 30));
  });
});

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addMs, DAY_MS, HOUR_MS } from '../../src/platform/clock.js';
import { DOWNTOWN_ID } from '../../src/seed/data.js';
import { openShop, type Shop } from '../support/service.js';
import { asManager, commitEvent, type Listener, listen, range, sampleEvent } from './listener.js';

let shop: Shop;
let token: string;
let aheadMs = 0;
let start: number;

beforeAll(async () => {
  shop = await openShop({ clock: { now: () => addMs(new Date(), aheadMs) } });
  await listen(shop);
  token = await shop.officeToken();
});
afterAll(() => shop.close());

/** Ten events that a new client has missed. */
beforeEach(async () => {
  await commitEvent(shop, ...range(1, 10).map(n => sampleEvent(n)));
  await shop.settleEvents();
  const listener = await open();
  start = (await listener.hello()).last_seq - 10;
  await listener.close();
});

const open = (query = ''): Promise<Listener> => asManager(shop, DOWNTOWN_ID, token, query);

test('sends missed events in order, then continues live', async () => {
  const manager = await open();
  await manager.hello();
  manager.send({ type: 'resume', after_seq: start + 3 });
  await manager.upTo(start + 10);
  await commitEvent(shop, sampleEvent(11));
  await manager.upTo(start + 11);
  expect(manager.seqs).toEqual(range(start + 4, start + 11));
  expect(manager.events.map(event => event.data.n)).toEqual(range(4, 11));
  await manager.close();
});

test('resumes before the greeting was read', async () => {
  const manager = await open();
  manager.send({ type: 'resume', after_seq: start + 8 });
  await manager.upTo(start + 10);
  expect(manager.frames.map(frame => frame.type)).toEqual(['hello', 'event', 'event']);
  await manager.close();
});

test('resumes with the query parameter alone', async () => {
  const manager = await open(`&after_seq=${start + 7}`);
  await manager.upTo(start + 10);
  expect(manager.frames[0]?.type).toBe('hello');
  expect(manager.seqs).toEqual([start + 8, start + 9, start + 10]);
  await manager.close();
});

test('sends nothing to a client that missed nothing', async () => {
  const manager = await open();
  const { last_seq } = await manager.hello();
  manager.send({ type: 'resume', after_seq: last_seq });
  manager.send({ type: 'ping' });
  await manager.frame('pong');
  expect(manager.frames.map(frame => frame.type)).toEqual(['hello', 'pong']);
  await manager.close();
});

test('loses and repeats nothing while events keep coming', async () => {
  let busy = true;
  const selling = (async () => {
    for (let n = 11; busy; n += 1) await commitEvent(shop, sampleEvent(n));
  })();
  for (let round = 0; round < 10; round += 1) {
    const manager = await open();
    // A resume must be sent promptly, or the client receives live events first.
    manager.send({ type: 'resume', after_seq: start });
    const { last_seq } = await manager.hello();
    await manager.upTo(last_seq + 20);
    const { seqs } = manager;
    expect(seqs).toEqual(range(start + 1, start + seqs.length));
    await manager.close();
  }
  busy = false;
  await selling;
});

test('replays as often as a client asks', async () => {
  const manager = await open(`&after_seq=${start}`);
  await manager.upTo(start + 10);
  manager.send({ type: 'resume', after_seq: start + 5 });
  await manager.until(({ seqs }) => seqs.length === 15);
  expect(manager.seqs).toEqual([...range(start + 1, start + 10), ...range(start + 6, start + 10)]);
  await manager.close();
});

test('replays more than fits into memory', async () => {
  const many = 3_000;
  for (let i = 0; i < many; i += 500) {
    await commitEvent(shop, ...range(i + 1, i + 500).map(n => sampleEvent(n)));
  }
  await shop.settleEvents();
  const manager = await open(`&after_seq=${start + 10}`);
  await manager.upTo(start + 10 + many);
  expect(manager.events.map(event => event.data.n)).toEqual(range(1, many));
  await manager.close();
});

test('resets a client whose position is older than a day', async () => {
  aheadMs = DAY_MS + HOUR_MS;
  try {
    const late = await shop.call('POST', '/auth/login/', {
      body: { username: 'manager', password: 'manager-demo' },
    });
    const manager = await asManager(shop, DOWNTOWN_ID, late.body.access);
    const { last_seq } = await manager.hello();
    manager.send({ type: 'resume', after_seq: start });
    expect(await manager.frame('reset')).toEqual({
      type: 'reset',
      store_id: DOWNTOWN_ID,
      last_seq,
    });
    await commitEvent(shop, sampleEvent(11));
    await manager.upTo(last_seq + 1);
    expect(manager.seqs).toEqual([last_seq + 1]);
    await manager.close();
  } finally {
    aheadMs = 0;
  }
});

test('resets a client whose position is in the future', async () => {
  const manager = await open();
  const { last_seq } = await manager.hello();
  manager.send({ type: 'resume', after_seq: last_seq + 1 });
  expect((await manager.frame('reset')).last_seq).toBe(last_seq);
  await commitEvent(shop, sampleEvent(11));
  await manager.upTo(last_seq + 1);
  expect(manager.seqs).toEqual([last_seq + 1]);
  await manager.close();
});

test.each([
  ['no JSON', 'resume'],
  ['no object', '7'],
  ['null', 'null'],
  ['an unknown type', '{"type":"subscribe"}'],
  ['no number', '{"type":"resume"}'],
  ['a number in quotes', '{"type":"resume","after_seq":"3"}'],
  ['a negative number', '{"type":"resume","after_seq":-1}'],
  ['a fraction', '{"type":"resume","after_seq":1.5}'],
  ['a number without end', '{"type":"resume","after_seq":1e400}'],
  ['deep nesting', '['.repeat(10_000)],
])('answers a message with %s, and continues', async (_what, text) => {
  const manager = await open();
  const { last_seq } = await manager.hello();
  manager.send(text);
  expect((await manager.frame('error')).code).toBe('INVALID_MESSAGE');
  await commitEvent(shop, sampleEvent(11));
  await manager.upTo(last_seq + 1);
  expect(manager.seqs).toEqual([last_seq + 1]);
  await manager.close();
});

test('closes with 1009 on a message that is too large, without an effect on others', async () => {
  const [loud, quiet] = [await open(), await open()];
  const { last_seq } = await quiet.hello();
  loud.send('x'.repeat(16_385));
  expect((await loud.closed).code).toBe(1009);
  await commitEvent(shop, sampleEvent(11));
  await quiet.upTo(last_seq + 1);
  await quiet.close();
});

test('closes with 1008 on a client that floods the service', async () => {
  const manager = await open();
  await manager.hello();
  for (let i = 0; i < 101; i += 1) manager.send({ type: 'ping' });
  expect((await manager.closed).code).toBe(1008);
});

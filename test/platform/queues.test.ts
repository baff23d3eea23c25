import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { atomically, statement } from '../../src/platform/database/tx.js';
import { constant, exponential, steps } from '../../src/platform/work/queues/back-off.js';
import { hintQueue } from '../../src/platform/work/queues/hint.js';
import { defineQueue, type Queue } from '../../src/platform/work/queues/queue.js';
import { claim, claimOne, fail } from '../../src/platform/work/queues/repository.js';
import { drainQueue, startQueues } from '../../src/platform/work/queues/run-queue.js';
import {
  queueFigures,
  queueItems,
  retryNow,
} from '../../src/platform/work/queues/view-repository.js';
import { openShop, type Shop } from '../support/service.js';

type Errand = { id: number; shop: string; attempts: number };

let shop: Shop;
let now = new Date('2026-05-04T12:00:00Z');
const clock = { now: () => now };
const inSeconds = (seconds: number): Date => new Date(now.getTime() + seconds * 1_000);

beforeAll(async () => {
  shop = await openShop({ background: false, demo: false, clock });
  await statement(
    shop.platform.db,
    `create table errands (id integer primary key, shop text not null default 'a',
       due_at timestamptz, lease_until timestamptz, attempts integer not null default 0,
       error text, parked_at timestamptz)`,
  );
});
afterAll(() => shop.close());
beforeEach(() => {
  now = new Date('2026-05-04T12:00:00Z');
});
afterEach(() => statement(shop.platform.db, 'delete from errands'));

const errands = (more: Partial<Queue<Errand>> = {}): Queue<Errand> =>
  defineQueue<Errand>({
    name: 'test:errands',
    table: 'errands',
    key: ['id'],
    due: 'due_at',
    lease: 'lease_until',
    attempts: 'attempts',
    attemptsCount: 'claims',
    error: 'error',
    open: 'q.due_at is not null and q.parked_at is null',
    parked: 'q.parked_at is not null',
    park: at => `parked_at = ${at}`,
    reopen: 'parked_at = null, attempts = 0',
    clock: 'node',
    leaseMs: 60_000,
    backOff: exponential({ firstMs: 10_000, factor: 2, longestMs: 30_000, maxAttempts: 4 }),
    batch: 1,
    concurrency: 1,
    handle: async () => undefined,
    ...more,
  });

async function add(...rows: { id: number; due?: number; lease?: number; more?: string }[]) {
  for (const { id, due = 0, lease, more = "'a', 0, null, null" } of rows) {
    await statement(
      shop.platform.db,
      `insert into errands (id, due_at, lease_until, shop, attempts, error, parked_at)
       values ($1, $2, $3, ${more})`,
      [id, inSeconds(due), lease === undefined ? null : inSeconds(lease)],
    );
  }
}
const rows = () => statement<Record<string, unknown>>(shop.platform.db, 'select * from errands');
const done = (ids: readonly number[]) =>
  statement(shop.platform.db, 'update errands set due_at = null where id = any($1)', [ids]);
const take = async (queue: Queue<Errand>, busy: string[] = []) =>
  (await claim(shop.platform.db, queue, clock, busy)).rows.map(({ id }) => id);

describe('a claim', () => {
  it.each([
    ['a row that is due', { id: 1 }, true],
    ['no row that is due later', { id: 1, due: 1 }, false],
    ['no row that another worker has leased', { id: 1, lease: 1 }, false],
    ['a row whose lease has run out', { id: 1, lease: 0 }, true],
    ['no row that is parked', { id: 1, more: "'a', 4, 'no', now()" }, false],
  ])('takes %s', async (_, row, expected) => {
    await add(row);
    expect(await take(errands())).toEqual(expected ? [1] : []);
  });

  it('takes the oldest first, up to a batch, leases them and counts the attempt', async () => {
    await add({ id: 1, due: -1 }, { id: 2, due: -3 }, { id: 3, due: -2 });
    expect(await take(errands({ batch: 2 }))).toEqual([2, 3]);
    expect((await rows()).filter(row => row.lease_until !== null)).toMatchObject([
      { lease_until: inSeconds(60), attempts: 1 },
      { lease_until: inSeconds(60), attempts: 1 },
    ]);
    expect(await take(errands({ batch: 2 }))).toEqual([1]);
    expect(await take(errands({ batch: 2 }))).toEqual([]);
  });

  it('gives each row to one of twenty workers', async () => {
    await add(...Array.from({ length: 10 }, (_, id) => ({ id })));
    const taken = await Promise.all(Array.from({ length: 20 }, () => take(errands())));
    expect(taken.flat().sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('measures by the database clock where the queue says so', async () => {
    now = new Date('2020-01-01T00:00:00Z');
    await add({ id: 1 });
    await statement(shop.platform.db, `update errands set due_at = now() - interval '1 second'`);
    expect(await take(errands())).toEqual([]);
    expect(await take(errands({ clock: 'database' }))).toEqual([1]);
  });

  it('of one row may come early where the queue allows it, never against a lease', async () => {
    const { db } = shop.platform;
    await add({ id: 1, due: 30 }, { id: 2, due: 30, lease: 5 });
    expect(await claimOne(db, errands(), clock, [1])).toBeUndefined();
    const early = errands({ early: 'q.attempts = 0' });
    expect(await claimOne(db, early, clock, [1])).toMatchObject({ id: 1, attempts: 1 });
    expect(await claimOne(db, early, clock, [2])).toBeUndefined();
  });
});

describe('lanes', () => {
  const lanes = {
    of: 'q.shop',
    available: () => `select lane from (values ('a'), ('b')) as open (lane)`,
  };
  const inLanes = (more: Partial<Queue<Errand>> = {}) =>
    errands({ lanes, exclusive: true, order: 'id', batch: 2, ...more });

  it('are refused on a queue that several nodes work on', () => {
    expect(() => errands({ lanes })).toThrow('lanes keep their order on one node only');
  });

  it('hand out one lane at a time, in its order, and none that is closed', async () => {
    await add(
      { id: 1, more: "'a', 0, null, null" },
      { id: 2, more: "'b', 0, null, null" },
      { id: 3, more: "'a', 0, null, null" },
      { id: 4, more: "'closed', 0, null, null" },
    );
    expect(await take(inLanes(), ['b'])).toEqual([1, 3]);
    expect(await take(inLanes(), ['a', 'b'])).toEqual([]);
    expect(await take(inLanes())).toEqual([2]);
    expect(await take(inLanes())).toEqual([]);
  });

  it('keep their order while several are worked on at once', async () => {
    const handled: Record<string, number[]> = { a: [], b: [] };
    let [busy, most] = [0, 0];
    const queue = inLanes({
      batch: 1,
      concurrency: 2,
      handle: async (_platform, [errand]) => {
        busy += 1;
        most = Math.max(most, busy);
        await new Promise(resolve => setTimeout(resolve, 5));
        handled[errand?.shop ?? '']?.push(errand?.id ?? 0);
        await done([errand?.id ?? 0]);
        busy -= 1;
      },
    });
    await add(
      ...Array.from({ length: 12 }, (_, id) => ({
        id,
        more: `'${id % 2 === 0 ? 'a' : 'b'}', 0, null, null`,
      })),
    );
    const running = startQueues(shop.platform, [queue], { isHeld: async () => true });
    await expect.poll(() => (handled.a?.length ?? 0) + (handled.b?.length ?? 0)).toBe(12);
    await running.stop();
    expect(handled).toEqual({ a: [0, 2, 4, 6, 8, 10], b: [1, 3, 5, 7, 9, 11] });
    expect(most).toBe(2);
  });
});

describe('a failure', () => {
  it('brings the row back after the back-off, and parks it after the last attempt', async () => {
    const { db } = shop.platform;
    const dues: unknown[] = [];
    await add({ id: 1 });
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      const { rows: claimed } = await claim(db, errands(), clock);
      const outcome = await fail(db, errands(), clock, claimed[0] as object, `no ${attempt}`);
      const [row] = await rows();
      expect(row).toMatchObject({ error: `no ${attempt}`, lease_until: null, attempts: attempt });
      dues.push(outcome === 'parked' ? 'parked' : Number(row?.due_at) - now.getTime());
      now = row?.due_at as Date;
    }
    expect(dues).toEqual([10_000, 20_000, 30_000, 'parked']);
    expect(await take(errands())).toEqual([]);
    expect(await retryNow(db, errands(), clock, '1')).toBe(true);
    expect(await rows()).toMatchObject([{ attempts: 0, parked_at: null, due_at: now }]);
    expect(await take(errands())).toEqual([1]);
    expect(await retryNow(db, errands(), clock, '1')).toBe(false);
  });

  it('of the handler is written to every row of the batch', async () => {
    const queue = errands({
      batch: 2,
      handle: async () => {
        throw new Error('the street is closed');
      },
    });
    await add({ id: 1 }, { id: 2 });
    expect(await drainQueue(shop.platform, queue)).toBe(2);
    expect(await rows()).toMatchObject([
      { error: 'the street is closed', lease_until: null, due_at: inSeconds(10) },
      { error: 'the street is closed', lease_until: null, due_at: inSeconds(10) },
    ]);
  });

  it('is counted at the failure where a claim does not count', async () => {
    const { db } = shop.platform;
    const queue = errands({ attemptsCount: 'failures' });
    await add({ id: 1 });
    const { rows: claimed } = await claim(db, queue, clock);
    expect(claimed).toMatchObject([{ attempts: 0 }]);
    await fail(db, queue, clock, claimed[0] as object, 'no');
    expect(await rows()).toMatchObject([{ attempts: 1, due_at: inSeconds(10) }]);
  });
});

describe('a runner', () => {
  it('works after a hint at once, and finds by polling what nobody hinted at', async () => {
    const handled: number[] = [];
    const queue = errands({
      pollMs: 60_000,
      handle: async (_platform, claimed) => {
        handled.push(...claimed.map(({ id }) => id));
        await done(claimed.map(({ id }) => id));
      },
    });
    const hinted = startQueues(shop.platform, [queue], { isHeld: async () => true });
    await atomically(shop.platform.db, async tx => {
      await statement(tx, 'insert into errands (id, due_at) values (1, $1)', [now]);
      hintQueue(tx, queue);
    });
    await expect.poll(() => handled).toEqual([1]);
    await hinted.stop();
    const polling = startQueues(shop.platform, [{ ...queue, pollMs: 20 }], {
      isHeld: async () => true,
    });
    await add({ id: 2 });
    await expect.poll(() => handled).toEqual([1, 2]);
    await polling.stop();
  });

  it('leaves an exclusive queue to the node that leads, and works on the others', async () => {
    const handled: string[] = [];
    const handle = (name: string) => async (_platform: unknown, claimed: Errand[]) => {
      handled.push(name);
      await done(claimed.map(({ id }) => id));
    };
    await add({ id: 1, more: "'a', 0, null, null" }, { id: 2, more: "'b', 0, null, null" });
    const open = "q.due_at is not null and q.shop = 'a'";
    const exclusive = errands({ open, exclusive: true, pollMs: 20, handle: handle('exclusive') });
    const shared = errands({
      open: "q.due_at is not null and q.shop = 'b'",
      name: 'test:shared',
      pollMs: 20,
      handle: handle('shared'),
    });
    let leads = false;
    const running = startQueues(shop.platform, [exclusive, shared], { isHeld: async () => leads });
    await expect.poll(() => handled).toEqual(['shared']);
    await new Promise(resolve => setTimeout(resolve, 100));
    expect(handled).toEqual(['shared']);
    leads = true;
    await expect.poll(() => handled).toEqual(['shared', 'exclusive']);
    await running.stop();
  });

  it('finishes the running batch before it stops', async () => {
    let [isStarted, isDone] = [false, false];
    const queue = errands({
      handle: async (_platform, claimed) => {
        isStarted = true;
        await new Promise(resolve => setTimeout(resolve, 50));
        await done(claimed.map(({ id }) => id));
        isDone = true;
      },
    });
    await add({ id: 1 }, { id: 2 });
    const running = startQueues(shop.platform, [queue], { isHeld: async () => true });
    await expect.poll(() => isStarted).toBe(true);
    await running.stop();
    expect(isDone).toBe(true);
    expect((await rows()).filter(row => row.due_at !== null)).toMatchObject([
      { id: 2, lease_until: null },
    ]);
  });
});

it('shows how many rows wait, run, fail and are parked, and lists them', async () => {
  const { db } = shop.platform;
  await add(
    { id: 1, due: -5 },
    { id: 2, due: 60, more: "'a', 1, 'no', null" },
    { id: 3, due: -9, lease: 9 },
    { id: 4, more: "'a', 4, 'never', now()" },
  );
  expect(await queueFigures(db, [errands()], clock)).toEqual([
    { name: 'test:errands', waiting: 2, running: 1, failing: 1, parked: 1, oldest_seconds: 5 },
  ]);
  const list = (state: 'waiting' | 'failing' | 'parked', afterKey?: string) =>
    queueItems(db, errands(), clock, { state, after: afterKey, limit: 10 });
  expect(await list('failing')).toEqual([
    { key: '2', attempts: 1, due_at: inSeconds(60), error: 'no' },
  ]);
  expect((await list('waiting')).map(({ key }) => key)).toEqual(['1', '2']);
  expect((await list('waiting', '1')).map(({ key }) => key)).toEqual(['2']);
  expect(await list('parked')).toMatchObject([{ key: '4', error: 'never' }]);
});

describe('back-offs', () => {
  it('grow by a factor up to the longest, and end', () => {
    const backOff = exponential({ firstMs: 100, factor: 3, longestMs: 1_000, maxAttempts: 5 });
    expect([1, 2, 3, 4, 5].map(n => backOff(n))).toEqual([100, 300, 900, 1_000, undefined]);
  });

  it('follow a list, spread by their jitter', () => {
    const backOff = steps([100, 1_000], 0.2);
    expect([backOff(1, 0), backOff(1, 1), backOff(2, 0.5), backOff(3)]).toEqual([
      80,
      120,
      1_000,
      undefined,
    ]);
  });

  it('stay the same', () => {
    expect([1, 50].map(n => constant(7)(n))).toEqual([7, 7]);
  });
});

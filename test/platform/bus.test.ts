import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Bus, createBus } from '../../src/platform/bus/index.js';
import { createLog } from '../../src/platform/log.js';
import { redisOrSkip, type StartedRedis, startRedis } from '../support/redis.js';
import { soon } from '../support/soon.js';

const silent = createLog('silent');
const hasRedis = await redisOrSkip();

/** A node waits for its first connection, but not as long as a busy machine may need for it. */
const connected = (...buses: Bus[]) =>
  vi.waitFor(() => Promise.all(buses.map(bus => bus.ping())), soon);

const memory = {
  name: 'memory',
  skip: false,
  async start() {
    const bus = createBus({ log: silent });
    return { connect: () => bus, stop: async () => undefined };
  },
};

const redis = {
  name: 'redis',
  skip: !hasRedis,
  async start() {
    const server = await startRedis();
    return {
      connect: () => createBus({ redisUrl: server.url, log: silent }),
      stop: () => server.stop(),
    };
  },
};

for (const backend of [memory, redis]) {
  describe.skipIf(backend.skip)(`the bus in ${backend.name}`, () => {
    let started: Awaited<ReturnType<typeof backend.start>>;
    let bus: Bus;
    let neighbour: Bus;
    let run = 0;
    let channel = '';

    beforeAll(async () => {
      started = await backend.start();
      bus = started.connect();
      neighbour = started.connect();
      await connected(bus, neighbour);
    });
    afterAll(async () => {
      await bus.close();
      await neighbour.close();
      await started.stop();
    });
    beforeEach(() => {
      run += 1;
      channel = `store:${run}`;
    });

    test('brings each message once and in order to this node and to the next', async () => {
      const here: unknown[] = [];
      const there: unknown[] = [];
      await bus.subscribe(channel, message => here.push(message));
      await neighbour.subscribe(channel, message => there.push(message));
      const sent = Array.from({ length: 100 }, (_, seq) => ({ seq, event: 'inventory.changed' }));
      await Promise.all(sent.map(message => bus.publish(channel, message)));
      await bus.publish(channel, 'last');
      await vi.waitFor(() => expect(there.at(-1)).toBe('last'), soon);
      expect(here).toEqual([...sent, 'last']);
      expect(there).toEqual([...sent, 'last']);
    });

    test('keeps channels apart', async () => {
      const heard: unknown[] = [];
      await neighbour.subscribe(channel, message => heard.push(message));
      await bus.publish(`${channel}:other`, 'not for us');
      await bus.publish(channel, 'for us');
      await vi.waitFor(() => expect(heard).toEqual(['for us']), soon);
    });

    test('calls the other listeners although one throws and one rejects', async () => {
      const heard: unknown[] = [];
      await neighbour.subscribe(channel, () => {
        throw new Error('a broken socket');
      });
      await neighbour.subscribe(channel, async () => {
        throw new Error('a broken promise');
      });
      await neighbour.subscribe(channel, message => heard.push(message));
      await bus.publish(channel, 1);
      await bus.publish(channel, 2);
      await vi.waitFor(() => expect(heard).toEqual([1, 2]), soon);
    });

    test('gives each listener its own copy', async () => {
      const heard: { lines: number[] }[] = [];
      const spoil = (message: unknown) => {
        const own = message as { lines: number[] };
        own.lines.push(99);
        heard.push(own);
      };
      await bus.subscribe(channel, spoil);
      await bus.subscribe(channel, spoil);
      const message = { lines: [1] };
      await bus.publish(channel, message);
      expect(heard).toEqual([{ lines: [1, 99] }, { lines: [1, 99] }]);
      expect(message).toEqual({ lines: [1] });
    });

    test('delivers what a listener publishes after the message that made it do so', async () => {
      const first: unknown[] = [];
      const second: unknown[] = [];
      await bus.subscribe(channel, message => {
        first.push(message);
        if (message === 'sale') void bus.publish(channel, 'stock');
      });
      await bus.subscribe(channel, message => second.push(message));
      await bus.publish(channel, 'sale');
      expect(first).toEqual(['sale', 'stock']);
      expect(second).toEqual(['sale', 'stock']);
    });

    test('tells a listener nothing more once it has unsubscribed, and others still', async () => {
      const left: unknown[] = [];
      const stayed: unknown[] = [];
      const leave = await neighbour.subscribe(channel, message => left.push(message));
      const leaveToo = await neighbour.subscribe(channel, message => stayed.push(message));
      await leave();
      await leave();
      await bus.publish(channel, 1);
      await vi.waitFor(() => expect(stayed).toEqual([1]), soon);
      await leaveToo();
      await bus.publish(channel, 2);
      const back: unknown[] = [];
      await neighbour.subscribe(channel, message => back.push(message));
      await bus.publish(channel, 3);
      await vi.waitFor(() => expect(back).toEqual([3]), soon);
      expect(left).toEqual([]);
      expect(stayed).toEqual([1]);
    });

    test('refuses what JSON cannot hold', async () => {
      await expect(bus.publish(channel, undefined)).rejects.toThrow(TypeError);
    });

    test('answers a ping', async () => {
      await expect(bus.ping()).resolves.toBeUndefined();
    });
  });
}

describe.skipIf(!hasRedis)('the bus while Redis is away', () => {
  let server: StartedRedis;
  let bus: Bus;
  let neighbour: Bus;
  let lines: { msg: string }[];
  const logged = (msg: string) => lines.filter(line => line.msg === msg).length;

  beforeEach(async () => {
    lines = [];
    server = await startRedis();
    const log = createLog('info', { write: line => lines.push(JSON.parse(line)) });
    bus = createBus({ redisUrl: server.url, log });
    neighbour = createBus({ redisUrl: server.url, log: silent });
    await connected(bus, neighbour);
    lines = [];
  });
  afterEach(async () => {
    await bus.close();
    await neighbour.close();
    await server.stop();
  });

  test('still reaches this node, then resubscribes and tells who missed something', async () => {
    const here: unknown[] = [];
    const there: unknown[] = [];
    let missed = 0;
    await bus.subscribe('store:1', message => here.push(message));
    await neighbour.subscribe(
      'store:1',
      message => there.push(message),
      () => {
        missed += 1;
      },
    );
    await server.stop();
    await bus.publish('store:1', 'only here');
    await bus.publish('store:1', 'only here too');
    expect(here).toEqual(['only here', 'only here too']);
    await expect(bus.ping()).rejects.toThrow();
    await neighbour.subscribe('store:2', message => there.push(message));

    server = await startRedis({ port: server.port });
    await connected(bus, neighbour);
    await vi.waitFor(() => expect(missed).toBeGreaterThan(0), soon);
    await bus.publish('store:1', 'both');
    await bus.publish('store:2', 'late channel');
    await vi.waitFor(() => expect(there).toEqual(['both', 'late channel']), soon);
    expect(here).toEqual(['only here', 'only here too', 'both']);
    // Two connections, publisher and subscriber, each with one outage.
    expect([logged('redis is unavailable'), logged('redis is back')]).toEqual([2, 2]);
  });

  test('tells a node that never lost Redis what the publisher could not send', async () => {
    let missed = 0;
    const there: unknown[] = [];
    await neighbour.subscribe(
      'store:1',
      message => there.push(message),
      () => {
        missed += 1;
      },
    );
    process.kill(server.pid, 'SIGSTOP');
    await bus.publish('store:2', 'times out');
    // Sent to nobody: the connection is known to be silent.
    await bus.publish('store:1', 'never sent');
    process.kill(server.pid, 'SIGCONT');
    await vi.waitFor(async () => {
      await bus.ping();
      expect(missed).toBeGreaterThan(0);
    }, soon);
    expect(there).toEqual([]);
  });

  test('survives having its connections cut and a message in a foreign form', async () => {
    const admin = new Redis(server.url);
    const there: unknown[] = [];
    await neighbour.subscribe('store:1', message => there.push(message));
    await admin.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
    await admin.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    await vi.waitFor(async () => {
      expect(await admin.pubsub('NUMSUB', 'tillhouse:bus:store:1')).toEqual([
        'tillhouse:bus:store:1',
        1,
      ]);
      await bus.ping();
    }, soon);
    await admin.publish('tillhouse:bus:store:1', 'nonsense');
    await admin.publish('tillhouse:bus:store:1', `${'x'.repeat(36)}m{broken`);
    await bus.publish('store:1', 'fine');
    await vi.waitFor(() => expect(there).toEqual(['fine']), soon);
    await admin.quit();
  });
});

import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Bus, createBus } from '../../src/platform/bus/index.js';
import { createLog } from '../../src/platform/log.js';
import { redisOrSkip, type StartedRedis, startRedis } from '../support/redis.js';
import { soon } from '../support/soon.js';
import { type BusBackend, connected, describeBus } from './bus-contract.js';

const silent = createLog('silent');
const hasRedis = await redisOrSkip();

const startBackend = async (): Promise<BusBackend> => {
  const server = await startRedis();
  return {
    connect: () => createBus({ redisUrl: server.url, log: silent }),
    stop: () => server.stop(),
  };
};

describeBus('redis', startBackend, { skip: !hasRedis });

describe.skipIf(!hasRedis)('the bus while Redis is down', () => {
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

  test('still reaches this node, then resubscribes and reports missed messages', async () => {
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

  test('notifies a connected node that the publisher lost messages', async () => {
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
    // Not sent at all: the connection is known to be unresponsive.
    await bus.publish('store:1', 'never sent');
    process.kill(server.pid, 'SIGCONT');
    await vi.waitFor(async () => {
      await bus.ping();
      expect(missed).toBeGreaterThan(0);
    }, soon);
    expect(there).toEqual([]);
  });

  test('survives closed connections and a message of an unknown form', async () => {
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

import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Bus } from '../../src/platform/bus/index.js';
import { soon } from '../support/soon.js';

export type BusBackend = { connect(): Bus; stop(): Promise<void> };

/** Waits for the first connection of each node. */
export const connected = (...buses: Bus[]) =>
  vi.waitFor(() => Promise.all(buses.map(bus => bus.ping())), soon);

/** The tests that every backend of the bus passes. */
export function describeBus(
  name: string,
  start: () => Promise<BusBackend>,
  options: { skip?: boolean } = {},
): void {
  describe.skipIf(options.skip)(`the bus in ${name}`, () => {
    let started: BusBackend;
    let bus: Bus;
    let neighbour: Bus;
    let run = 0;
    let channel = '';

    beforeAll(async () => {
      started = await start();
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

    test('delivers each message once and in order to this node and to the other', async () => {
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

    test('separates channels', async () => {
      const received: unknown[] = [];
      await neighbour.subscribe(channel, message => received.push(message));
      await bus.publish(`${channel}:other`, 'not for us');
      await bus.publish(channel, 'for us');
      await vi.waitFor(() => expect(received).toEqual(['for us']), soon);
    });

    test('calls the other listeners although one throws and one rejects', async () => {
      const received: unknown[] = [];
      await neighbour.subscribe(channel, () => {
        throw new Error('a broken socket');
      });
      await neighbour.subscribe(channel, async () => {
        throw new Error('a broken promise');
      });
      await neighbour.subscribe(channel, message => received.push(message));
      await bus.publish(channel, 1);
      await bus.publish(channel, 2);
      await vi.waitFor(() => expect(received).toEqual([1, 2]), soon);
    });

    test('gives each listener its own copy', async () => {
      const received: { lines: number[] }[] = [];
      const spoil = (message: unknown) => {
        const own = message as { lines: number[] };
        own.lines.push(99);
        received.push(own);
      };
      await bus.subscribe(channel, spoil);
      await bus.subscribe(channel, spoil);
      const message = { lines: [1] };
      await bus.publish(channel, message);
      expect(received).toEqual([{ lines: [1, 99] }, { lines: [1, 99] }]);
      expect(message).toEqual({ lines: [1] });
    });

    test("delivers a listener's own message after the one that caused it", async () => {
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

    test('sends nothing more to an unsubscribed listener, and still to others', async () => {
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

    test('refuses values that JSON cannot represent', async () => {
      await expect(bus.publish(channel, undefined)).rejects.toThrow(TypeError);
    });

    test('answers a ping', async () => {
      await expect(bus.ping()).resolves.toBeUndefined();
    });
  });
}

import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from '../../src/platform/clock.js';
import { DOWNTOWN_ID } from '../../src/seed/data.js';
import { mustAnswer } from '../bare-route.js';
import type { Bench } from '../bench.js';
import { beginCart, fillShelf, placeOrder } from '../scenarios/storefront.js';
import { newestTen, payCash, ringUp } from '../scenarios/till-sale.js';

export const KINDS = ['till sale', 'void', 'guest checkout', 'new cart', 'list', 'browse'] as const;
export type Kind = (typeof KINDS)[number];

/** What one client does, over and over. */
type Client = (iteration: number) => Promise<Kind>;

const SALES_PER_VOID = 10;
const WORDS = ['mug', 'tee', 'coffee', 'lamp', 'wine', 'oak', 'linen', 'poster'];

/** Three tills, two buyers, one who leaves the cart, one back office, one who looks around. */
export async function clientsOf(bench: Bench): Promise<Client[]> {
  await fillShelf(bench);
  const { call } = bench;
  const manager = freshManager(bench);
  const tills = await Promise.all([0, 1, 2].map(number => bench.till(`T-S${number}`)));
  return [
    ...tills.map(
      (till): Client =>
        async iteration => {
          if (iteration % SALES_PER_VOID === 0) return voidOne(bench, till, await manager());
          await payCash(call, till, await ringUp(call, till), '20.00');
          return 'till sale';
        },
    ),
    ...[0, 1].map(
      (lane): Client =>
        async iteration => {
          await placeOrder(call, (lane + 2 * iteration) % 8);
          return 'guest checkout';
        },
    ),
    async iteration => {
      await beginCart(call, iteration % 8);
      return 'new cart';
    },
    async () => {
      await newestTen(call, await manager());
      return 'list';
    },
    async iteration => {
      const word = WORDS[iteration % WORDS.length];
      await mustAnswer(
        call,
        `/web-commerce/products/?store_id=${DOWNTOWN_ID}&q=${word}`,
        undefined,
      );
      return 'browse';
    },
  ];
}

/** Access tokens of the back office last 15 minutes, a soak 20. */
const LOGIN_MS = 10 * MINUTE_MS;

/** Returns the token of a manager, who logs in again before it expires. */
function freshManager(bench: Bench): () => Promise<string> {
  let token = bench.manager();
  let since = performance.now();
  return () => {
    if (performance.now() - since > LOGIN_MS) {
      token = bench.manager();
      since = performance.now();
    }
    return token;
  };
}

async function voidOne({ call }: Bench, till: string, manager: string): Promise<Kind> {
  const id = await ringUp(call, till);
  await payCash(call, till, id, '18.00');
  const answer = await call('POST', `/transactions/${id}/void/`, { reason: 'Soak' }, manager);
  if (answer.status !== 200) throw new Error(`void answered ${answer.status}: ${answer.text}`);
  return 'void';
}

/** Clients rest at least this long, so that one of quick reads does not take a core for itself. */
const SHORTEST_REST_MS = 10;

/**
 * Lets all clients work until `until`. Each rests as long as its last turn took, so the machine is
 * busy but not full, whatever its speed.
 */
export async function keepBusy(
  clients: readonly Client[],
  until: number,
  onDone: (kind: Kind, ms: number) => void,
): Promise<void> {
  await Promise.all(
    clients.map(async client => {
      for (let iteration = 0; performance.now() < until; iteration += 1) {
        const started = performance.now();
        const kind = await client(iteration);
        const took = performance.now() - started;
        onDone(kind, took);
        await sleep(Math.max(SHORTEST_REST_MS, took));
      }
    }),
  );
}

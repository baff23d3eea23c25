import { type Callers, meetCallers } from '../access/callers.js';
import { type Dice, dice } from '../support/dice.js';
import { openShop, type Shop } from '../support/service.js';
import { operationsOf, requestFor } from './requests.js';
import type { Known } from './values.js';

export type Fault = {
  caller: string;
  method: string;
  url: string;
  payload: string;
  answer: string;
};
export type FuzzReport = {
  seed: number;
  inputs: number;
  byStatus: Record<string, number>;
  faults: Fault[];
  /** Memory in use after each shop, collected, in megabytes. */
  heapMb: number[];
};

/** A shop is worn out after so many: logins end, people are deleted, stores are closed. */
const INPUTS_PER_SHOP = 5_000;
const LANES = 8;
const BUSY = ['admin', 'admin', 'admin', 'manager', 'manager', 'cashier', 'guest', 'customer'];
/** They end the caller's own login. */
const LOGOUTS = new Set(['/auth/logout/', '/pos/auth/terminal-logout/']);
/** Not a fault: what the till's gateway declares it cannot do, and a database that is away. */
const ALLOWED = new Set([501, 503]);

/** Sends inputs made from our own description, and hostile ones, to every route as every caller. */
export async function fuzz(seed: number, inputs: number): Promise<FuzzReport> {
  const report: FuzzReport = { seed, inputs, byStatus: {}, faults: [], heapMb: [] };
  for (let from = 0; from < inputs; from += INPUTS_PER_SHOP) {
    const shop = await openShop({ background: false });
    try {
      await fuzzShop(shop, seed, from, Math.min(from + INPUTS_PER_SHOP, inputs), report);
    } finally {
      await shop.close();
    }
    globalThis.gc?.();
    report.heapMb.push(Math.round(process.memoryUsage().heapUsed / 1_048_576));
  }
  return report;
}

async function fuzzShop(
  shop: Shop,
  seed: number,
  from: number,
  to: number,
  report: FuzzReport,
): Promise<void> {
  const callers = await meetCallers(shop);
  // Those who may do most find most.
  const names = [...Object.keys(callers.headers), ...BUSY];
  const operations = operationsOf((await shop.call('GET', '/openapi.json')).body).filter(
    ({ path }) => !LOGOUTS.has(path),
  );
  const known = new SeenIds(callers);
  let next = from;
  const work = async (): Promise<void> => {
    while (next < to) {
      const luck = dice(seed * 1_000_003 + next);
      next += 1;
      const caller = luck.pick(names);
      const request = requestFor(luck.pick(operations), luck, known);
      const answer = await shop.app.inject({
        ...request,
        headers: { ...request.headers, ...callers.headers[caller] },
      });
      const { statusCode } = answer;
      report.byStatus[statusCode] = (report.byStatus[statusCode] ?? 0) + 1;
      if (statusCode >= 500 && !ALLOWED.has(statusCode)) {
        report.faults.push({
          caller,
          method: String(request.method),
          url: String(request.url),
          payload: String(request.payload ?? '').slice(0, 500),
          answer: answer.body.slice(0, 500),
        });
      }
      if (statusCode < 300) known.learn(answer.body);
    }
  };
  await Promise.all(Array.from({ length: LANES }, work));
}

const ID = /"((?:[0-9a-f]{8}-[0-9a-f-]{27})|(?:(?:TXN|REF|RET|PO)-[0-9]{4,8}-[0-9A-F]+))"/g;
const MAX_SEEN = 2_000;

/** Ids that answers named: requests that use them get past "not found", across stores. */
class SeenIds implements Known {
  readonly #ids: string[];

  constructor({ cartId }: Callers) {
    this.#ids = [cartId, 'DOWNTOWN', 'AIRPORT', 'MUG-WHITE', 'WELCOME10', '1', '2', 'T-001'];
  }

  learn(text: string): void {
    for (const [, id] of text.slice(0, 20_000).matchAll(ID)) {
      if (id !== undefined && this.#ids.length < MAX_SEEN) this.#ids.push(id);
    }
  }

  pick(luck: Dice): string | undefined {
    return luck.pick(this.#ids);
  }
}

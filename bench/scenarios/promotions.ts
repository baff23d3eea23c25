import { DOWNTOWN_ID } from '../../src/seed/data.js';
import { type Bench, formatSample, LANES, type Row, times } from '../bench.js';
import { warmUpSeconds } from '../compare.js';
import { type Caller, measure, type Sample } from '../load.js';
import { fillShelf, placeOrder, SKUS } from './storefront.js';
import { payCash, ringUp, tillPerLane } from './till-sale.js';

/** Without any, with ten promotions and three lists, and with one of the promotions on the goods. */
const STATES = ['without', 'with', 'discounted'] as const;
type State = (typeof STATES)[number];

const NAMES: Record<State, string> = {
  without: 'no promotion, no price list',
  with: 'ten promotions, three price lists',
  discounted: 'the same, one promotion applies',
};

/** How much more a sale may cost. */
const MOST = 1.1;
const ROUNDS = 5;
const LISTS = 3;
const PROMOTIONS = 10;

/** The till names the discount of 10 %, as the register does. */
const DISCOUNTED = { promo_codes: [], discount_amount: '1.80', total_amount: '16.20' };

/**
 * Till sale and guest checkout with and without promotions and price lists, in turns on one service:
 * each round measures every flow in every state. The ratio is that of the processor times.
 */
export async function promotedSales(bench: Bench): Promise<Row[]> {
  await fillShelf(bench);
  const shop = await prepare(bench);
  const flows = await flowsOf(bench);
  const samples = new Map<string, Sample[]>();
  await shop.enter('without');
  for (const run of Object.values(flows)) {
    await measure(LANES, warmUpSeconds(bench), lane => run(lane, 'without'));
  }
  for (let round = 0; round < (bench.quick ? 1 : ROUNDS); round += 1) {
    for (const state of STATES) {
      await shop.enter(state);
      for (const [name, run] of Object.entries(flows)) {
        const sample = await load(bench, lane => run(lane, state));
        const key = `${name} ${state}`;
        samples.set(key, [...(samples.get(key) ?? []), sample]);
      }
    }
  }
  return Object.keys(flows).flatMap(name =>
    rowsOf(name, state => medianWork(samples.get(`${name} ${state}`) ?? [])),
  );
}

type Run = (lane: number, state: State) => Promise<void>;

async function flowsOf(bench: Bench): Promise<Record<string, Run>> {
  const { call } = bench;
  const tills = await tillPerLane(bench);
  return {
    'till sale': async (lane, state) => {
      const till = tills[lane] ?? '';
      const terms = state === 'discounted' ? DISCOUNTED : {};
      await payCash(call, till, await ringUp(call, till, 'BEANS-1KG', terms), '20.00');
    },
    'guest checkout': lane => placeOrder(call, lane),
  };
}

async function load(bench: Bench, run: (lane: number) => Promise<unknown>): Promise<Sample> {
  const { meter, untilIdle: settle, seconds } = bench;
  // What a change of the prices made the service forget is in memory again before it is metered.
  await measure(LANES, seconds / 2, run);
  await settle();
  return measure(LANES, seconds, run, { meter, settle });
}

const workOf = ({ cost }: Sample): number => (cost ? cost.service + cost.database : Number.NaN);

/** By processor time, because rates depend on what else the machine does. */
function medianWork(samples: readonly Sample[]): Sample {
  const sorted = [...samples].sort((a, b) => workOf(a) - workOf(b));
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error('nothing was measured');
  return middle;
}

const rowsOf = (scenario: string, sampleOf: (state: State) => Sample): Row[] =>
  STATES.map((state, index) => {
    const sample = sampleOf(state);
    const ratio = workOf(sample) / workOf(sampleOf('without'));
    return {
      scenario: index === 0 ? scenario : '',
      measure: NAMES[state],
      value: formatSample(sample),
      ratio: index === 0 ? '1' : times(ratio),
      target: state === 'with' ? `≤ ${MOST} ×: ${ratio <= MOST ? 'reached' : 'missed'}` : '',
      sample,
    };
  });

type Send = (method: string, path: string, body?: object) => Promise<{ id: string }>;

/** The states of the shop. The promotions of the demo are switched off in all of them. */
async function prepare({ call, db }: Bench) {
  const send = await asAdmin(call);
  const activate = (id: string, is_active: boolean) =>
    send('PATCH', `/promotions/${id}/`, { is_active });
  const demo = await db
    .selectFrom('promotions')
    .select('id')
    .where('is_active', '=', true)
    .execute();
  for (const { id } of demo) await activate(id, false);
  const others: string[] = [];
  for (let n = 0; n < PROMOTIONS; n += 1) others.push(await promotion(send, otherGoods(n)));
  const onOrders = await promotion(send, { kind: 'percentage', value: '10' });
  const goods = await db
    .selectFrom('product_variants')
    .select(['sku', 'price'])
    .where('sku', 'in', SKUS)
    .execute();
  let lists: string[] = [];
  return {
    enter: async (state: State): Promise<void> => {
      for (const [n, id] of others.entries()) {
        // One of the ten makes room for the promotion that applies.
        await activate(id, state === 'with' || (state === 'discounted' && n > 0));
      }
      await activate(onOrders, state === 'discounted');
      if (state === 'without') {
        for (const id of lists) await send('DELETE', `/price-lists/${id}/`);
        lists = [];
      } else if (lists.length === 0) lists = await addLists(send, goods);
    },
  };
}

async function asAdmin(call: Caller): Promise<Send> {
  const body = { username: 'admin', password: 'admin-demo' };
  const { access } = JSON.parse((await call('POST', '/auth/login/', body)).text);
  return async (method, path, sent) => {
    const answer = await call(method, path, sent, access);
    if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
    return answer.text === '' ? { id: '' } : JSON.parse(answer.text);
  };
}

async function promotion(send: Send, terms: object): Promise<string> {
  const body = { name: 'Bench', stackable: true, ...terms, is_active: false };
  return (await send('POST', '/promotions/', body)).id;
}

/** Promotions of all kinds that the engine considers and that no basket of the flows meets. */
const otherGoods = (n: number): object =>
  [
    { kind: 'percentage', value: '10', minimum_subtotal: '5000.00' },
    { kind: 'fixed', value: '5.00', minimum_subtotal: '5000.00' },
    { kind: 'percentage', value: '20', scope: { kind: 'product', ids: ['1', '2'] } },
    { kind: 'buy_x_get_y', buy_quantity: 2, get_quantity: 1 },
    { kind: 'free_shipping', minimum_subtotal: '5000.00' },
  ][n % 5] ?? {};

/**
 * Three lists with tiers for all goods. The list with the lowest priority has the price of one piece,
 * so that all are looked at, and the goods cost as much as without.
 */
async function addLists(
  send: Send,
  goods: readonly { sku: string; price: string }[],
): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < LISTS; n += 1) {
    const code = `BENCH-${n}`;
    const list = { code, name: code, currency: 'USD', store_ids: [DOWNTOWN_ID], priority: 100 + n };
    ids.push((await send('POST', '/price-lists/', list)).id);
    const changes = goods.flatMap(({ sku: variant, price: amount }) =>
      [n === 0 ? 1 : 2, 10].map(min_quantity => ({
        price_list: code,
        variant,
        min_quantity,
        amount,
      })),
    );
    await send('POST', '/prices/bulk/', { changes });
  }
  return ids;
}

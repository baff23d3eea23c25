import {
  type Bench,
  type Circumstances,
  LANES,
  ms,
  SERVICE_CORE,
  times,
  withBench,
} from '../bench.js';
import { warmUpSeconds } from '../compare.js';
import { type Caller, caller, measure, median, type Sample } from '../load.js';
import { isPinned } from '../proc.js';
import { machineOf, printMachine, printTable } from '../report.js';
import { beginCart, fillShelf, placeOrder } from '../scenarios/storefront.js';
import { newestTen } from '../scenarios/till-sale.js';
import { VENDURE, type Vendure, withVendure } from './vendure.js';
import { enterVendure } from './vendure-flows.js';

/**
 * `npm run bench:peers` measures the service and Vendure alternately. It downloads Vendure from npm
 * and removes it afterwards. `--quick` only checks that it runs.
 */
type Iteration = (call: Caller, lane: number) => Promise<unknown>;
type Scenario = { name: string; ours: Iteration; theirs: Iteration };
type Pair = { name: string; ours: Sample; theirs: Sample };

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => stopping.abort(new Error(`ended by ${signal}`)));
}

const quick = process.argv.includes('--quick');
const pairs: Pair[] = [];
const how = await withVendure(stopping.signal, async vendure => {
  stopping.signal.throwIfAborted();
  const circumstances = await withBench({ quick, profile: false }, async bench => {
    for (const scenario of await scenariosOf(bench, vendure)) {
      console.log(`… ${scenario.name}`);
      pairs.push(await alternate(bench, vendure, scenario));
    }
  });
  return { ...circumstances, pinned: circumstances.pinned && isPinned(vendure.pid, SERVICE_CORE) };
});
print(how);

async function scenariosOf(bench: Bench, vendure: Vendure): Promise<Scenario[]> {
  await fillShelf(bench);
  const manager = await bench.manager();
  const call = caller(vendure.url, 1);
  const theirs = await enterVendure(call, vendure.password).finally(() => call.close());
  return [
    { name: 'new cart', ours: beginCart, theirs: theirs.newCart },
    { name: 'guest checkout', ours: placeOrder, theirs: theirs.guestCheckout },
    { name: 'list of 10', ours: call => newestTen(call, manager), theirs: theirs.listOfTen },
  ];
}

/** Pauses one service while the other is measured. */
async function alternate(bench: Bench, vendure: Vendure, { name, ...flows }: Scenario) {
  const ours = (seconds: number) => vendure.whilePaused(() => load(bench.url, seconds, flows.ours));
  const theirs = (seconds: number) =>
    bench.whilePaused(() => load(vendure.url, seconds, flows.theirs));
  await theirs(warmUpSeconds(bench));
  await ours(warmUpSeconds(bench));
  const samples: { ours: Sample[]; theirs: Sample[] } = { ours: [], theirs: [] };
  for (let round = 0; round < bench.repetitions; round += 1) {
    samples.theirs.push(await theirs(bench.seconds));
    samples.ours.push(await ours(bench.seconds));
  }
  return { name, ours: median(samples.ours), theirs: median(samples.theirs) };
}

/** Opens new connections: those kept during a pause might be closed just as they are used. */
async function load(url: string, seconds: number, iteration: Iteration): Promise<Sample> {
  const call = caller(url, LANES);
  try {
    return await measure(LANES, seconds, lane => {
      stopping.signal.throwIfAborted();
      return iteration(call, lane);
    });
  } finally {
    call.close();
  }
}

function print(circumstances: Circumstances): void {
  const formatted = ({ perSecond, p50, p99 }: Sample): string =>
    `${perSecond.toFixed(perSecond < 100 ? 1 : 0)}/s, p50 ${ms(p50)}, p99 ${ms(p99)}`;
  printTable([
    ['scenario', `Vendure ${VENDURE}`, 'Tillhouse', 'Tillhouse / Vendure'],
    ...pairs.map(({ name, ours, theirs }) => [
      name,
      formatted(theirs),
      formatted(ours),
      times(ours.perSecond / theirs.perSecond),
    ]),
  ]);
  console.log('');
  printMachine(machineOf(circumstances), new Date().toISOString());
}

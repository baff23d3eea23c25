import { statement } from '../../src/platform/database/tx.js';
import { mustAnswer } from '../bare-route.js';
import { type Bench, LANES, type Row } from '../bench.js';
import { type Flow, growthRow, growthRows, measureFlows } from '../growth.js';
import { growHistory } from '../history.js';
import { benchOptions } from '../options.js';
import { cursorAt, rollUpAll } from './large-history.js';
import { fillShelf, placeOrder } from './storefront.js';
import { payCash, ringUp } from './till-sale.js';

const SALES = 10_000_000;
const QUICK_SALES = 20_000;
/** The history grows by this factor between the two measurements. */
const FACTOR = 100;
const PAGE = 50;

/**
 * What grows with the history: selling, lists and reports over `--sales` sales of a year (ten
 * million), compared with a hundredth of them.
 */
export async function manySales(bench: Bench): Promise<Row[]> {
  const many = benchOptions().sales ?? (bench.quick ? QUICK_SALES : SALES);
  const few = Math.ceil(many / FACTOR);
  await fillShelf(bench);
  const small = await measureWith(bench, 0, few);
  const large = await measureWith(bench, few, many);
  const names = { few: `${few} sales`, many: `${many} sales` };
  const both = (pick: (from: typeof small) => string): string => `${pick(small)}, ${pick(large)}`;
  return [
    ...growthRows(names, small.samples, large.samples),
    growthRow(
      'roll-up',
      both(of => `${of.sales} sales`),
      both(of => `${of.rollUp.toFixed(1)} s`),
    ),
    growthRow(
      'writing the history',
      both(of => `${of.sales} sales`),
      both(of => `${(of.sales / of.writing).toFixed(0)} sales/s`),
    ),
    growthRow(
      'disk',
      'sales, lines and payments with indexes',
      `${((large.bytes - small.bytes) / (many - few)).toFixed(0)} bytes per sale`,
    ),
    growthRow(
      'memory of the service',
      both(of => `${of.sales} sales`),
      both(of => `${of.memoryMb} MB`),
    ),
  ];
}

async function measureWith(bench: Bench, from: number, to: number) {
  const started = Date.now();
  await growHistory(bench, from, to);
  const writing = (Date.now() - started) / 1_000;
  const rollUp = await rollUpAll(bench);
  const { call } = bench;
  const manager = await bench.manager();
  const tills = await Promise.all(
    Array.from({ length: LANES }, (_, lane) => bench.till(`T-M${lane}`)),
  );
  const read = (path: string): Flow => ({ run: () => mustAnswer(call, path, manager) });
  const deep = await cursorAt(bench, Math.floor(to / 2));
  const report = (name: string) => read(`/analytics/commerce/${name}/?store=DOWNTOWN&days=365`);
  const flows: Record<string, Flow> = {
    'till sale': {
      run: async lane => {
        const till = tills[lane] ?? '';
        await payCash(call, till, await ringUp(call, till), '20.00');
      },
    },
    'guest checkout': { run: lane => placeOrder(call, lane) },
    [`newest ${PAGE} sales`]: read(`/transactions/?limit=${PAGE}`),
    [`${PAGE} sales from the middle`]: read(`/transactions/?limit=${PAGE}&cursor=${deep}`),
    'report of a year: sales': report('sales'),
    'report of a year: products': report('products'),
  };
  const samples = await measureFlows(bench, flows);
  const memoryMb = bench.memory().nowMb;
  return { sales: to, samples, writing, rollUp, bytes: await sizeOf(bench), memoryMb };
}

async function sizeOf({ db }: Bench): Promise<number> {
  const [row] = await statement<{ bytes: number }>(
    db,
    `select sum(pg_total_relation_size(part.relid))::float8 as bytes
     from unnest(array['transactions', 'transaction_lines', 'payments']::regclass[]) as name
       cross join lateral pg_partition_tree(name) as part where part.isleaf`,
  );
  return row?.bytes ?? 0;
}

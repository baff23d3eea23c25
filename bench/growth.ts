import { type Bench, formatSample, LANES, type Row, times } from './bench.js';
import { measure, type Sample } from './load.js';

/** One flow over a small and a large database. */
export type Flow = {
  run: (lane: number) => Promise<unknown>;
  /** Runs in this process, so that nothing is cached. */
  isCold?: boolean;
};

/** More than this is growth; less is noise. */
const LEVEL = 1.3;

export async function measureFlows(
  bench: Bench,
  flows: Record<string, Flow>,
): Promise<Record<string, Sample>> {
  const samples: Record<string, Sample> = {};
  for (const [name, { run, isCold }] of Object.entries(flows)) {
    const lanes = isCold ? 1 : LANES;
    await measure(lanes, bench.seconds / 3, run);
    await bench.untilIdle();
    const { meter, untilIdle: settle } = bench;
    const sample = await measure(lanes, bench.seconds, run, { meter, settle });
    samples[name] = isCold ? asService(sample) : sample;
  }
  return samples;
}

/** What ran in this process is the service's work. */
function asService(sample: Sample): Sample {
  const { cost } = sample;
  return cost ? { ...sample, cost: { ...cost, service: cost.client, client: 0 } } : sample;
}

/** Processor time, because waiting depends on what else the machine does. */
const workOf = ({ cost }: Sample): number => (cost ? cost.service + cost.database : Number.NaN);

/** Two rows of the table for each flow: with few and with many records. */
export function growthRows(
  names: { few: string; many: string },
  few: Record<string, Sample>,
  many: Record<string, Sample>,
): Row[] {
  return Object.entries(few).flatMap(([scenario, small]) => {
    const large = many[scenario] ?? small;
    const growth = workOf(large) / workOf(small);
    return [
      { ...rowOf(names.few, small), scenario, ratio: '1' },
      {
        ...rowOf(names.many, large),
        ratio: times(growth),
        target: growth <= LEVEL ? 'level' : 'grows',
      },
    ];
  });
}

const rowOf = (measured: string, sample: Sample): Row => ({
  ...growthRow('', measured, formatSample(sample)),
  sample,
});

export const growthRow = (scenario: string, measured: string, value: string): Row => ({
  scenario,
  measure: measured,
  value,
  ratio: '',
  target: '',
});

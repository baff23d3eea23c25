import { performance } from 'node:perf_hooks';
import { readDashboard } from '../../src/domains/analytics/dashboard/read-dashboard.js';
import { rollUp } from '../../src/domains/analytics/rollup/roll-up.js';
import { createProcessCache } from '../../src/platform/cache/index.js';
import { systemClock } from '../../src/platform/clock.js';
import { statement } from '../../src/platform/database/tx.js';
import type { Platform } from '../../src/platform/platform.js';
import { DOWNTOWN_ID } from '../../src/seed/data.js';
import { type Bench, type Row, times, told } from '../bench.js';
import { growHistory } from '../history.js';
import { measure, median, type Sample } from '../load.js';

const REPORTS = ['overview', 'sales', 'products', 'hourly-traffic'];
const SMALL = 10_000;
const LARGE = 1_000_000;

/** What a long past costs: the dashboard when nothing is cached, and reports of a year beside a day. */
export async function insight(bench: Bench): Promise<Row[]> {
  const token = await bench.manager();
  const large = bench.quick ? SMALL * 3 : LARGE;
  await growHistory(bench, 0, SMALL);
  await sumUpAll(bench);
  const coldSmall = await cold(bench);
  const days = await read(bench, token, 1);
  await growHistory(bench, SMALL, large);
  const seconds = await sumUpAll(bench);
  const coldLarge = await cold(bench);
  const years = await read(bench, token, 365);
  return [
    ...pair(
      'cold dashboard, without HTTP',
      coldSmall,
      coldLarge,
      SMALL,
      large,
      '≤ 1.5 × the short past',
    ),
    ...REPORTS.flatMap((name, index) => {
      const [day, year] = [days[index], years[index]];
      return day && year
        ? pair(`${name}, a day and a year`, day, year, SMALL, large, '≤ 2 × the day')
        : [];
    }),
    {
      scenario: '',
      measure: `summing up ${large} sales of a year`,
      value: `${seconds.toFixed(1)} s`,
      ratio: '',
      target: '',
    },
  ];
}

const pair = (
  name: string,
  small: Sample,
  large: Sample,
  smallSales: number,
  largeSales: number,
  target: string,
): Row[] => [
  { scenario: name, measure: `${smallSales} sales`, value: told(small), ratio: '1', target: '' },
  {
    scenario: '',
    measure: `${largeSales} sales`,
    value: told(large),
    ratio: times(large.p50 / small.p50),
    target,
  },
];

/** What the database is asked when nothing is cached. */
const cold = ({ db, seconds, repetitions }: Bench): Promise<Sample> =>
  repeated(repetitions, () =>
    measure(1, seconds / 2, async () => {
      const platform = { db, cache: createProcessCache(), clock: systemClock } as Platform;
      await readDashboard(platform, DOWNTOWN_ID);
    }),
  );

async function read(bench: Bench, token: string, days: number): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (const name of REPORTS) {
    const path = `/analytics/commerce/${name}/?store=DOWNTOWN&days=${days}`;
    samples.push(
      await repeated(bench.repetitions, () =>
        measure(1, bench.seconds / 2, async () => {
          const answer = await bench.call('GET', path, undefined, token);
          if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
        }),
      ),
    );
  }
  return samples;
}

async function repeated(times: number, run: () => Promise<Sample>): Promise<Sample> {
  const samples: Sample[] = [];
  for (let round = 0; round < times; round += 1) samples.push(await run());
  return median(samples);
}

/** The history was written without events, so nothing has marked its days. */
async function sumUpAll({ db }: Bench): Promise<number> {
  await statement(db, 'update analytics_days set is_clean = false');
  const started = performance.now();
  await rollUp({ db, clock: systemClock });
  return (performance.now() - started) / 1_000;
}

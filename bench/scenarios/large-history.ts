import { performance } from 'node:perf_hooks';
import { readDashboard } from '../../src/domains/analytics/dashboard/read-dashboard.js';
import { rollUp } from '../../src/domains/analytics/rollup/roll-up.js';
import { createProcessCache } from '../../src/platform/cache/index.js';
import { systemClock } from '../../src/platform/clock.js';
import { statement } from '../../src/platform/database/tx.js';
import { encodeCursor } from '../../src/platform/http/paginate.js';
import { DOWNTOWN_ID } from '../../src/seed/data.js';
import { mustAnswer } from '../bare-route.js';
import { type Bench, formatSample, type Row, times } from '../bench.js';
import { growHistory } from '../history.js';
import { measure, median, type Sample } from '../load.js';

const REPORTS = ['overview', 'sales', 'products', 'hourly-traffic'];
const SMALL = 10_000;
const LARGE = 1_000_000;
const PAGE = 50;

/** Cost of a large history: pages of the list, the uncached dashboard, reports over a year. */
export async function largeHistory(bench: Bench): Promise<Row[]> {
  const token = await bench.manager();
  const large = bench.quick ? SMALL * 3 : LARGE;
  await growHistory(bench, 0, SMALL);
  await rollUpAll(bench);
  const small = await measureReads(bench, token, 1);
  await growHistory(bench, SMALL, large);
  const seconds = await rollUpAll(bench);
  const big = await measureReads(bench, token, 365);
  const deepPage = Math.min(10_000, Math.floor(large / 2 / PAGE));
  const deep = await repeated(bench, async () =>
    list(bench, token, await cursorAt(bench, deepPage * PAGE)),
  );
  const compare = (scenario: string, few: Sample | undefined, many: Sample | undefined): Row[] =>
    few && many
      ? [
          { ...row(`${SMALL} sales`, few), scenario },
          { ...row(`${large} sales`, many, few), target: '≤ 2 × the small history' },
        ]
      : [];
  return [
    ...compare(`list, page of ${PAGE}`, small.list, big.list),
    { ...row(`page ${deepPage} of ${large} sales`, deep, small.list), target: '≤ 2 ×' },
    ...compare('cold dashboard, no HTTP', small.cold, big.cold),
    ...REPORTS.flatMap((name, index) =>
      compare(`${name}, a day and a year`, small.reports[index], big.reports[index]),
    ),
    {
      scenario: '',
      measure: `roll-up of ${large} sales of a year`,
      value: `${seconds.toFixed(1)} s`,
      ratio: '',
      target: '',
    },
  ];
}

const row = (what: string, sample: Sample, small?: Sample): Row => ({
  scenario: '',
  measure: what,
  value: formatSample(sample),
  ratio: small ? times(sample.p50 / small.p50) : '1',
  target: '',
  sample,
});

async function measureReads(bench: Bench, token: string, days: number) {
  const reports: Sample[] = [];
  const page = await repeated(bench, () => list(bench, token, undefined));
  const cold = await repeated(bench, () => coldDashboard(bench));
  for (const name of REPORTS) {
    const path = `/analytics/commerce/${name}/?store=DOWNTOWN&days=${days}`;
    reports.push(
      await repeated(bench, () =>
        measure(1, bench.seconds / 3, () => mustAnswer(bench.call, path, token)),
      ),
    );
  }
  return { list: page, cold, reports };
}

function list(bench: Bench, token: string, cursor: string | undefined): Promise<Sample> {
  const path = `/transactions/?limit=${PAGE}${cursor === undefined ? '' : `&cursor=${cursor}`}`;
  return measure(4, bench.seconds / 2, () => mustAnswer(bench.call, path, token));
}

/** The dashboard's queries with an empty cache. */
const coldDashboard = ({ recorder, seconds }: Bench): Promise<Sample> =>
  measure(1, seconds / 2, async () => {
    await readDashboard({ ...recorder.platform, cache: createProcessCache() }, DOWNTOWN_ID);
  });

async function repeated(bench: Bench, run: () => Promise<Sample>): Promise<Sample> {
  const samples: Sample[] = [];
  for (let round = 0; round < bench.repetitions; round += 1) samples.push(await run());
  return median(samples);
}

export async function cursorAt({ db }: Bench, offset: number): Promise<string> {
  const [found] = await statement<{ id: string }>(
    db,
    'select id from transactions order by id desc offset $1 limit 1',
    [offset],
  );
  return encodeCursor(['', found?.id ?? '']);
}

/** The history was written without events, so its days are not marked for the roll-up. */
export async function rollUpAll({ db }: Bench): Promise<number> {
  await statement(db, 'update analytics_days set is_clean = false');
  const started = performance.now();
  await rollUp({ db, clock: systemClock });
  return (performance.now() - started) / 1_000;
}

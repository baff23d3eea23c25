import { type Bench, formatSample, LANES, type Row, times } from './bench.js';
import { type Caller, type Cost, DONE, measure, median, type Sample } from './load.js';
import type { Script } from './minimal/minimal.js';
import { profiled } from './profile.js';
import { Recording, type Slots } from './recording.js';

/** A repeated client flow and its set-up. */
export type Flow<Ready> = {
  scenario: string;
  /** Description of one iteration. */
  measure: string;
  target: string;
  /** The same in the minimal shop. */
  minimal?: Script;
  ready?: (call: Caller, lane: number) => Promise<Ready>;
  /** Iterations per set-up; 1 runs the set-up before each iteration. */
  iterationsPerReady?: number;
  run: (call: Caller, ready: Ready, lane: number) => Promise<unknown>;
};

/** Set-ups prepared before a repetition, for flows that need one per iteration. */
const AHEAD = 700;
const QUICK_AHEAD = 100;

/**
 * V8 needs some 10,000 iterations to optimise the hot code, as in a service that runs for days: until
 * then a till sale takes up to twice the processor time.
 */
export const warmUpSeconds = ({ quick }: Bench): number => (quick ? 0.5 : 45);

/**
 * Measures a flow through the service, in turns with the same SQL statements in a bare loop and with
 * the minimal shop.
 */
export async function compareWithSql<Ready = void>(
  bench: Bench,
  flow: Flow<Ready>,
): Promise<Row[]> {
  const bare = await recorded(bench, flow);
  const service: Sample[] = [];
  const limit: Sample[] = [];
  const minimal: Sample[] = [];
  await bare.load();
  await throughMinimal(bench, flow);
  await throughService(bench, flow, warmUpSeconds(bench));
  for (let round = 0; round < bench.repetitions; round += 1) {
    limit.push(await bare.load());
    minimal.push(...(await throughMinimal(bench, flow)));
    service.push(await profiled(bench, flow.scenario, () => throughService(bench, flow)));
  }
  const rows = pairOfRows(flow, median(service), median(limit), {
    name: 'the same statements, bare loop',
    statements: bare.statements,
  });
  return minimal.length === 0 ? rows : withMinimal(rows, median(service), median(minimal));
}

/**
 * Measures a flow through the service in turns with the minimal shop alone: statements that count up
 * from those before them cannot be replayed.
 */
export async function compareWithMinimal(bench: Bench, flow: Flow<void>): Promise<Row[]> {
  const service: Sample[] = [];
  const minimal: Sample[] = [];
  await throughMinimal(bench, flow);
  await throughService(bench, flow, warmUpSeconds(bench));
  for (let round = 0; round < bench.repetitions; round += 1) {
    minimal.push(...(await throughMinimal(bench, flow)));
    service.push(await profiled(bench, flow.scenario, () => throughService(bench, flow)));
  }
  const { scenario, measure: what, target } = flow;
  const sample = median(service);
  const rows = [
    { scenario, measure: what, value: formatSample(sample), ratio: '', target, sample },
  ];
  return minimal.length === 0 ? rows : withMinimal(rows, sample, median(minimal));
}

/** One sample, or none without pgbench or for a flow that the minimal shop does not have. */
async function throughMinimal(bench: Bench, flow: { minimal?: Script }): Promise<Sample[]> {
  const { minimal: script } = flow;
  if (script === undefined) return [];
  const shop = await bench.minimal();
  if (shop === undefined) return [];
  const sample = await bench.whilePaused(() =>
    shop.load(
      script,
      { seconds: Math.max(1, Math.round(bench.seconds)) },
      () => bench.meter().database,
    ),
  );
  await shop.checkBooks();
  return [sample];
}

function withMinimal(rows: Row[], service: Sample, minimal: Sample): Row[] {
  const ours = (cost: Cost | undefined): number => (cost ? cost.service + cost.database : 0);
  const mainRatio = ours(service.cost) / (minimal.cost?.database || Number.NaN);
  const [first, ...others] = rows as [Row, ...Row[]];
  return [
    { ...first, mainRatio },
    ...others,
    {
      scenario: '',
      measure: 'the minimal shop, pgbench',
      value: formatSample(minimal),
      ratio: '',
      target: '',
      sample: minimal,
      mainRatio: 1,
    },
  ];
}

export function pairOfRows(
  flow: { scenario: string; measure: string; target: string },
  service: Sample,
  limit: Sample,
  bare: { name: string; statements?: number },
): Row[] {
  const timesLimit = limit.perSecond / service.perSecond;
  return [
    {
      scenario: flow.scenario,
      measure: flow.measure,
      value: formatSample(service),
      ratio: times(timesLimit),
      target: flow.target,
      sample: service,
      statements: bare.statements,
      timesLimit,
    },
    {
      scenario: '',
      measure: bare.name,
      value: formatSample(limit),
      ratio: '1',
      target: '',
      sample: limit,
    },
  ];
}

async function throughService<Ready>(
  bench: Bench,
  flow: Flow<Ready>,
  seconds = bench.seconds,
): Promise<Sample> {
  const { call, meter, untilIdle: settle } = bench;
  const iterations = flow.iterationsPerReady ?? 1;
  const make = flow.ready ?? (async () => undefined as Ready);
  if (iterations > 1 || flow.ready === undefined) {
    const current: Ready[] = [];
    await settle();
    return measure(LANES, seconds, (lane, _turn, ready: Ready) => flow.run(call, ready, lane), {
      meter,
      settle,
      ready: async (lane, iteration) => {
        if (iteration % iterations === 0) current[lane] = await make(call, lane);
        return current[lane] as Ready;
      },
    });
  }
  const ahead = await inLanes(bench.quick ? QUICK_AHEAD : AHEAD, lane => make(call, lane));
  await settle();
  return measure(
    LANES,
    seconds,
    async lane => {
      const ready = ahead.pop();
      return ready === undefined ? DONE : flow.run(call, ready, lane);
    },
    { meter, settle },
  );
}

async function inLanes<T>(count: number, make: (lane: number) => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  let begun = 0;
  await Promise.all(
    Array.from({ length: LANES }, async (_, lane) => {
      while (begun < count) {
        begun += 1;
        made.push(await make(lane));
      }
    }),
  );
  return made;
}

/** Records the flow's statements per lane, after a few runs to warm the caches. */
async function recorded<Ready>(bench: Bench, flow: Flow<Ready>) {
  const { call } = bench.recorder;
  const make = flow.ready ?? (async () => undefined as Ready);
  const lanes: { setUp: Recording; recording: Recording }[] = [];
  for (let lane = 0; lane < LANES; lane += 1) {
    for (let n = 0; n < 3; n += 1) await flow.run(call, await make(call, lane), lane);
    const since = new Date();
    const known = new Set<string>();
    const setUp = await Recording.of(() => make(call, lane), since, known);
    if (flow.iterationsPerReady === undefined && flow.ready) await bench.untilIdle();
    const { recording } = await Recording.of(
      () => flow.run(call, setUp.result, lane),
      since,
      known,
    );
    lanes.push({ setUp: setUp.recording, recording });
  }
  const [first] = lanes as [(typeof lanes)[0]];
  if (process.env.BENCH_STATEMENTS) console.log(`${flow.scenario}\n${first.recording}\n`);
  return { load: () => replay(bench, lanes, flow), statements: first.recording.statements };
}

async function replay(
  bench: Bench,
  recordings: readonly { setUp: Recording; recording: Recording }[],
  { ready, iterationsPerReady: iterations = 1 }: { ready?: unknown; iterationsPerReady?: number },
): Promise<Sample> {
  const client = (lane: number) => bench.bare[lane] as (typeof bench.bare)[number];
  const readied = async (lane: number): Promise<Slots> => {
    const slots: Slots = new Map();
    await recordings[lane]?.setUp.play(client(lane), slots);
    return slots;
  };
  const current: Slots[] = [];
  const ahead: Slots[][] | undefined =
    iterations === 1 && ready ? recordings.map(() => []) : undefined;
  if (ahead) {
    await inLanes(bench.quick ? QUICK_AHEAD : AHEAD, async lane => {
      ahead[lane]?.push(await readied(lane));
    });
  }
  const play = async (lane: number, _turn: number, slots: Slots | undefined) =>
    slots === undefined ? DONE : recordings[lane]?.recording.play(client(lane), slots);
  return bench.whilePaused(() =>
    measure(LANES, bench.seconds, play, {
      meter: bench.meter,
      ready: async (lane, iteration) => {
        if (ahead) return ahead[lane]?.pop();
        if (iteration % iterations === 0) current[lane] = await readied(lane);
        return current[lane];
      },
    }),
  );
}

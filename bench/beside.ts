import { type Bench, LANES, type Row, times, told } from './bench.js';
import { type Caller, DONE, measure, median, type Sample } from './load.js';
import { profiled } from './profile.js';
import { type Slots, Tape } from './tape.js';

/** Something callers do over and over, and what has to be there before. */
export type Flow<Ready> = {
  scenario: string;
  /** What one turn is, in words. */
  measure: string;
  target: string;
  ready?: (call: Caller, lane: number) => Promise<Ready>;
  /** So many turns use what is made ready once; 1 makes it ready for every turn. */
  turnsPerReady?: number;
  run: (call: Caller, ready: Ready, lane: number) => Promise<unknown>;
};

/** Made ready ahead of a repetition, for flows that use it up with one turn. */
const AHEAD = 700;
const QUICK_AHEAD = 100;

/** A service runs for days. Its compiler needs thousands of turns to know what is worth its while. */
export const warmUpSeconds = ({ quick }: Bench): number => (quick ? 0.5 : 12);

/** A flow through the service, beside the same statements by a bare loop, taken in turns. */
export async function besideSql<Ready = void>(bench: Bench, flow: Flow<Ready>): Promise<Row[]> {
  const bare = await recorded(bench, flow);
  const service: Sample[] = [];
  const limit: Sample[] = [];
  await bare.load();
  await throughService(bench, flow, warmUpSeconds(bench));
  for (let round = 0; round < bench.repetitions; round += 1) {
    limit.push(await bare.load());
    service.push(await profiled(bench, flow.scenario, () => throughService(bench, flow)));
  }
  await bench.rest();
  return pairOfRows(flow, median(service), median(limit), {
    name: 'the same statements, bare loop',
    statements: bare.statements,
  });
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
      value: told(service),
      ratio: times(timesLimit),
      target: flow.target,
      sample: service,
      statements: bare.statements,
      timesLimit,
    },
    { scenario: '', measure: bare.name, value: told(limit), ratio: '1', target: '', sample: limit },
  ];
}

async function throughService<Ready>(
  bench: Bench,
  flow: Flow<Ready>,
  seconds = bench.seconds,
): Promise<Sample> {
  const { call, meter } = bench;
  const turns = flow.turnsPerReady ?? 1;
  const make = flow.ready ?? (async () => undefined as Ready);
  if (turns > 1 || flow.ready === undefined) {
    const current: Ready[] = [];
    return measure(LANES, seconds, (lane, _turn, ready: Ready) => flow.run(call, ready, lane), {
      meter,
      ready: async (lane, turn) => {
        if (turn % turns === 0) current[lane] = await make(call, lane);
        return current[lane] as Ready;
      },
    });
  }
  const ahead = await inLanes(bench.quick ? QUICK_AHEAD : AHEAD, lane => make(call, lane));
  await bench.rest();
  return measure(
    LANES,
    seconds,
    async lane => {
      const ready = ahead.pop();
      return ready === undefined ? DONE : flow.run(call, ready, lane);
    },
    { meter },
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

/** Writes the flow's statements down, lane by lane, after it has run a few times and caches are warm. */
async function recorded<Ready>(bench: Bench, flow: Flow<Ready>) {
  const { call } = bench.recorder;
  const make = flow.ready ?? (async () => undefined as Ready);
  const lanes: { before: Tape; tape: Tape }[] = [];
  for (let lane = 0; lane < LANES; lane += 1) {
    for (let n = 0; n < 3; n += 1) await flow.run(call, await make(call, lane), lane);
    const since = new Date();
    const known = new Set<string>();
    const before = await Tape.of(() => make(call, lane), since, known);
    if (flow.turnsPerReady === undefined && flow.ready) await bench.rest();
    const { tape } = await Tape.of(() => flow.run(call, before.result, lane), since, known);
    lanes.push({ before: before.tape, tape });
  }
  const [first] = lanes as [(typeof lanes)[0]];
  if (process.env.BENCH_STATEMENTS) console.log(`${flow.scenario}\n${first.tape}\n`);
  return { load: () => playAlone(bench, lanes, flow), statements: first.tape.statements };
}

async function playAlone(
  bench: Bench,
  tapes: readonly { before: Tape; tape: Tape }[],
  { ready, turnsPerReady: turns = 1 }: { ready?: unknown; turnsPerReady?: number },
): Promise<Sample> {
  const client = (lane: number) => bench.bare[lane] as (typeof bench.bare)[number];
  const readied = async (lane: number): Promise<Slots> => {
    const slots: Slots = new Map();
    await tapes[lane]?.before.play(client(lane), slots);
    return slots;
  };
  const current: Slots[] = [];
  const ahead: Slots[][] | undefined = turns === 1 && ready ? tapes.map(() => []) : undefined;
  if (ahead) {
    await inLanes(bench.quick ? QUICK_AHEAD : AHEAD, async lane => {
      ahead[lane]?.push(await readied(lane));
    });
  }
  const play = async (lane: number, _turn: number, slots: Slots | undefined) =>
    slots === undefined ? DONE : tapes[lane]?.tape.play(client(lane), slots);
  return bench.alone(() =>
    measure(LANES, bench.seconds, play, {
      meter: bench.meter,
      ready: async (lane, turn) => {
        if (ahead) return ahead[lane]?.pop();
        if (turn % turns === 0) current[lane] = await readied(lane);
        return current[lane];
      },
    }),
  );
}

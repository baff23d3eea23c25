import { mustAnswer, startBareRoute } from '../bare-route.js';
import { type Bench, LANES, type Row } from '../bench.js';
import { pairOfRows } from '../compare.js';
import { measure, median, type Sample } from '../load.js';
import { profiled } from '../profile.js';

const PATH = '/stores/DOWNTOWN/dashboard_home/';

/** The cached answer, compared with a bare route that returns the same bytes. */
export async function dashboard(bench: Bench): Promise<Row[]> {
  const token = await bench.manager();
  const bare = await startBareRoute(await mustAnswer(bench.call, PATH, token));
  const [cached, limit]: [Sample[], Sample[]] = [[], []];
  const run = () =>
    measure(LANES, bench.seconds, () => mustAnswer(bench.call, PATH, token), {
      meter: bench.meter,
    });
  for (let round = 0; round < bench.repetitions; round += 1) {
    limit.push(await bare.load(bench.seconds));
    cached.push(await profiled(bench, 'dashboard', run));
  }
  bare.stop();
  return pairOfRows(
    { scenario: 'dashboard', measure: 'cached, with login', target: '≤ 1.43 × (0.7 of the rate)' },
    median(cached),
    median(limit),
    { name: 'bare Fastify route, the same bytes' },
  );
}

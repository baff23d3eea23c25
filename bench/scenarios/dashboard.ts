import { fork } from 'node:child_process';
import { once } from 'node:events';
import { type Bench, LANES, pin, type Row, times, told } from '../bench.js';
import { type Caller, caller, measure, median, type Sample } from '../load.js';

const PATH = '/stores/DOWNTOWN/dashboard_home/';

/** The cached answer beside a bare route with the same bytes. */
export async function dashboard(bench: Bench): Promise<Row[]> {
  const token = await bench.manager();
  const { text } = await bench.call('GET', PATH, undefined, token);
  const bare = await startBare(text);
  const [cached, bareRoute]: [Sample[], Sample[]] = [[], []];
  for (let round = 0; round < bench.repetitions; round += 1) {
    bareRoute.push(await load(bench, bare.call, '/', undefined));
    cached.push(await load(bench, bench.call, PATH, token));
  }
  bare.stop();
  const [fast, floor] = [median(cached), median(bareRoute)];
  return [
    {
      scenario: 'dashboard',
      measure: 'cached, with login',
      value: told(fast),
      ratio: times(floor.perSecond / fast.perSecond),
      target: '≤ 2 × the bare route',
    },
    {
      scenario: '',
      measure: 'bare Fastify route, the same bytes',
      value: told(floor),
      ratio: '1',
      target: '',
    },
  ];
}

const load = (bench: Bench, call: Caller, path: string, token: string | undefined) =>
  measure(LANES, bench.seconds / 2, async () => {
    const answer = await call('GET', path, undefined, token);
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
  });

async function startBare(body: string): Promise<{ call: Caller; stop(): void }> {
  const server = fork(new URL('../bare-server.ts', import.meta.url), {
    execArgv: ['--import', 'tsx'],
  });
  server.send(body);
  const [url] = (await once(server, 'message')) as [string];
  pin(server.pid ?? 0, '0');
  const call = caller(url, 64);
  return {
    call,
    stop: () => {
      call.close();
      server.disconnect();
    },
  };
}

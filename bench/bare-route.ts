import { fork } from 'node:child_process';
import { once } from 'node:events';
import { LANES, pin, SERVICE_CORE } from './bench.js';
import { type Caller, caller, measure, type Sample } from './load.js';
import { cpuMs, ownCpuMs } from './proc.js';

export type BareRoute = { load(seconds: number): Promise<Sample>; stop(): void };

/** A Fastify process whose one route answers the given text, on the core of the service. */
export async function startBareRoute(body: string): Promise<BareRoute> {
  const server = fork(new URL('bare-server.ts', import.meta.url), {
    execArgv: ['--import', 'tsx'],
  });
  server.send(body);
  const [url] = (await once(server, 'message')) as [string];
  await pin(server.pid ?? 0, SERVICE_CORE);
  const call = caller(url, 64);
  return {
    load: seconds =>
      measure(LANES, seconds, () => mustAnswer(call, '/', undefined), {
        meter: () => ({ service: cpuMs(server.pid ?? 0), database: 0, client: ownCpuMs() }),
      }),
    stop: () => {
      call.close();
      server.disconnect();
    },
  };
}

export async function mustAnswer(
  call: Caller,
  path: string,
  token: string | undefined,
): Promise<string> {
  const answer = await call('GET', path, undefined, token);
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
  return answer.text;
}

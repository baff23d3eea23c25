import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Bench, resultsFolder } from './bench.js';
import { benchOptions } from './options.js';

type Node = {
  id: number;
  callFrame: { functionName: string; url: string; lineNumber: number };
};
type Profile = { nodes: Node[]; samples: number[]; timeDeltas: number[] };

/** Idle time, and the profiler itself. */
const NOT_WORK = new Set(['(idle)', 'dispatch']);
const TOP = 45;
const WRITTEN_WITHIN_MS = 10_000;

/** With `--profile`, prints where the service spent its time during the work. */
export async function profiled<T>(
  { service }: Bench,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  if (!benchOptions().profile) return work();
  const file = join(resultsFolder(), 'service.cpuprofile');
  rmSync(file, { force: true });
  process.kill(service.pid, 'SIGUSR2');
  const result = await work();
  process.kill(service.pid, 'SIGUSR2');
  for (let waited = 0; !existsSync(file) && waited < WRITTEN_WITHIN_MS; waited += 100) {
    await sleep(100);
  }
  await sleep(200);
  console.log(`\n${name}: functions by self time`);
  for (const line of topFunctions(JSON.parse(readFileSync(file, 'utf8')) as Profile)) {
    console.log(line);
  }
  return result;
}

function topFunctions({ nodes, samples, timeDeltas }: Profile): string[] {
  const own = new Map<number, number>();
  for (const [index, id] of samples.entries()) {
    own.set(id, (own.get(id) ?? 0) + (timeDeltas[index] ?? 0));
  }
  const byName = new Map<string, number>();
  let busy = 0;
  for (const { id, callFrame } of nodes) {
    const time = own.get(id) ?? 0;
    if (NOT_WORK.has(callFrame.functionName)) continue;
    busy += time;
    const place = callFrame.url.split('/').slice(-2).join('/');
    const name = `${callFrame.functionName || '(anonymous)'}  ${place}:${callFrame.lineNumber + 1}`;
    byName.set(name, (byName.get(name) ?? 0) + time);
  }
  return [...byName]
    .sort(([, a], [, b]) => b - a)
    .slice(0, TOP)
    .map(([name, time]) => `${((100 * time) / busy).toFixed(1).padStart(6)} %  ${name}`);
}

import { performance } from 'node:perf_hooks';
import { withBench } from '../bench.js';
import { benchOptions } from '../options.js';
import { machineOf, printMachine, printTable } from '../report.js';
import { clientsOf, KINDS, keepBusy } from './load.js';
import { type Minute, Minutes } from './minute.js';
import { trendsOf } from './verdict.js';

const MINUTES = 20;
const MINUTE_MS = 60_000;
const LOOK_EVERY_MS = 2_000;

/**
 * `npm run bench -- soak`: mixed load for 20 minutes, or `--minutes n`. Prints each minute, and in the
 * end whether memory, queue age, bloat and response times stayed level.
 */
export async function soak(): Promise<void> {
  const minutes = benchOptions().minutes ?? MINUTES;
  const seen: Minute[] = [];
  let idleMs = 0;
  const circumstances = await withBench({ quick: false, profile: false }, async bench => {
    const clients = await clientsOf(bench);
    const collected = new Minutes(bench);
    const until = performance.now() + minutes * MINUTE_MS;
    printTitle();
    await Promise.all([
      watching(collected, until),
      keepBusy(clients, until, (kind, ms) => collected.add(kind, ms)),
    ]);
    idleMs = await bench.untilIdle();
    seen.push(...collected.done);
  });
  printTrends(seen);
  console.log(`\nwork left at the end was done after ${(idleMs / 1_000).toFixed(1)} s`);
  printMachine(machineOf(circumstances), new Date().toISOString());
}

async function watching(minutes: Minutes, until: number): Promise<void> {
  let next = performance.now() + MINUTE_MS;
  while (performance.now() < until) {
    await new Promise(resolve => setTimeout(resolve, LOOK_EVERY_MS));
    await minutes.look();
    if (performance.now() < Math.min(next, until)) continue;
    next += MINUTE_MS;
    printMinute(minutes.done.length + 1, await minutes.end());
  }
}

const WIDTH = 15;
const line = (cells: readonly string[]): void =>
  console.log(cells.map(cell => cell.padStart(WIDTH)).join(''));

function printTitle(): void {
  console.log('iterations and p99 in ms per minute\n');
  line(['minute', ...KINDS, 'memory MB', 'queue age s', 'dead rows', 'work tables', 'database MB']);
}

function printMinute(number: number, minute: Minute): void {
  line([
    String(number),
    ...KINDS.map(kind => `${minute.iterations[kind]}, ${minute.p99[kind].toFixed(0)}`),
    String(minute.memoryMb),
    `${minute.queueAge.toFixed(1)} ${minute.oldestQueue.slice(0, WIDTH - 6)}`,
    String(minute.deadRows),
    minute.workTablesMb.toFixed(1),
    minute.databaseMb.toFixed(0),
  ]);
}

function printTrends(minutes: readonly Minute[]): void {
  const trends = trendsOf(minutes);
  console.log('\nfirst and last third');
  printTable([
    ['', 'first', 'last', 'at most', ''],
    ...trends.map(({ name, first, last, allowed, isLevel }) => [
      name,
      first.toFixed(1),
      last.toFixed(1),
      allowed.toFixed(1),
      isLevel ? 'level' : 'RISES',
    ]),
  ]);
  if (!trends.every(({ isLevel }) => isLevel)) process.exitCode = 1;
}

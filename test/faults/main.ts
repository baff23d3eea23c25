import { parseArgs } from 'node:util';
import { killWhileOrdering } from './checkout-kill.js';
import { EDGE_COUNT, runClock } from './clock.js';
import { disk, network, redis, workers } from './environment-faults.js';
import { runFailover } from './failover/run.js';
import { killWebhooks } from './kill-webhooks.js';
import { killWhileSelling } from './kill-while-selling.js';
import { postgres, service } from './kills.js';
import { withDemoCopies } from './node.js';
import { runProcessor } from './processor.js';
import { differences, saveResult, seenOn, summary } from './result.js';
import { type Fault, type FaultReport, isGoodReport, runFault } from './run-fault.js';
import { canMount } from './small-disk.js';
import { isGoodDay, tillsApart, tillsRow } from './tills/run.js';
import { openWorld } from './world.js';

type Options = { rounds: number; seed: number };
type Runner = {
  name: string;
  rounds: number;
  run(options: Options): Promise<FaultReport | string>;
};

const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** Runs a fault against its own service; keeps the service's output if anything is wrong. */
const inWorld = (fault: Fault): Runner => ({
  name: fault.name,
  rounds: fault.rounds,
  run: async options => {
    if (fault.world.smallDisk && !(await canMount())) return 'only root may mount a file system';
    const world = await openWorld(fault.world);
    try {
      const report = await runFault(world, fault, { ...options, say });
      if (!isGoodReport(report)) await saveResult(`${fault.name}.log`, world.service.output());
      return report;
    } catch (error) {
      await saveResult(`${fault.name}.log`, world.service.output());
      throw error;
    } finally {
      await world.close();
    }
  },
});

const RUNNERS: readonly Runner[] = [
  ...[service, postgres, network].map(inWorld),
  {
    name: 'processor',
    rounds: 10,
    run: options => withDemoCopies(copy => runProcessor(copy, { ...options, say })),
  },
  ...[workers, disk, redis].map(inWorld),
  {
    name: 'clock',
    rounds: EDGE_COUNT,
    run: options =>
      withDemoCopies(async copy => runClock(await copy('clock'), { ...options, say })),
  },
];

/** Longer runs on one part of the shop; started by name only, each with its own report. */
type LongRun = (rounds: number | undefined, seed: number, choice: Choice) => Promise<boolean>;
/** `only` names faults of the fail-over; without names it has all. */
type Choice = { tills: number; sales: number; only: string[] };

const LONG_RUNS: Record<string, LongRun> = {
  failover: (rounds = 30, seed, { only }) => runFailover({ rounds, seed, only, say }),
  sales: async (kills = 20) => {
    const report = await killWhileSelling(kills * 10, kills);
    console.log(report);
    const { broken, gaps, repeats, violated, soldUnits, leftShelf } = report;
    const wrong = broken.length + gaps.length + repeats.length + violated.length;
    return wrong === 0 && soldUnits === leftShelf;
  },
  orders: (kills = 50) =>
    withDemoCopies(async copy => {
      const checkouts = kills * 20;
      const report = await killWhileOrdering(await copy('orders'), { checkouts, kills });
      console.log(report);
      return report.wrong.length === 0;
    }),
  webhooks: (kills = 20) =>
    withDemoCopies(async copy => {
      const report = await killWebhooks(await copy('webhooks'), { kills, patient: true });
      console.log(report);
      return report.lost.length === 0;
    }),
  tills: (kills = 10, seed, { tills, sales }) =>
    withDemoCopies(async copy => {
      const report = await tillsApart(await copy('tills'), { tills, sales, seed, kills, say });
      console.table([tillsRow(report)]);
      const file = await saveResult('tills.json', `${JSON.stringify(report, null, 2)}\n`);
      console.log(`All of it is in ${file}.`);
      return isGoodDay(report);
    }),
};

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      rounds: { type: 'string' },
      seed: { type: 'string' },
      tills: { type: 'string', default: '20' },
      sales: { type: 'string', default: '5000' },
      only: { type: 'string', multiple: true, default: [] },
    },
  });
  const names = [...RUNNERS.map(({ name }) => name), ...Object.keys(LONG_RUNS)];
  const unknown = positionals.filter(name => !names.includes(name));
  if (unknown.length > 0) {
    throw new Error(
      `There is no fault called ${unknown.join(', ')}; there are ${names.join(', ')}.`,
    );
  }
  const wanted = RUNNERS.filter(
    ({ name }) => positionals.length === 0 || positionals.includes(name),
  );
  const seed = Number(values.seed ?? 1);
  const reports: FaultReport[] = [];
  for (const { name, rounds, run } of wanted) {
    const result = await run({ rounds: Number(values.rounds ?? rounds), seed });
    if (typeof result === 'string') say(`SKIPPED ${name}: ${result}`);
    else {
      say(`${name}: ${JSON.stringify(summary(result))}`);
      reports.push(result);
    }
  }
  if (reports.length > 0) await printReports(reports, seed, positionals.join('-') || 'all');
  let isGood = reports.every(isGoodReport);
  for (const name of positionals) {
    const look = LONG_RUNS[name];
    if (look === undefined) continue;
    const rounds = values.rounds === undefined ? undefined : Number(values.rounds);
    const { tills, sales, only } = values;
    const choice = { tills: Number(tills), sales: Number(sales), only };
    isGood = (await look(rounds, seed, choice)) && isGood;
    console.log(`(${seenOn(seed)})`);
  }
  process.exitCode = isGood ? 0 : 1;
}

async function printReports(reports: FaultReport[], seed: number, name: string): Promise<void> {
  console.table(Object.fromEntries(reports.map(report => [report.fault, summary(report)])));
  console.log(`(${seenOn(seed)})`);
  for (const line of reports.flatMap(differences)) console.log(line);
  const file = await saveResult(`${name}.json`, `${JSON.stringify(reports, null, 2)}\n`);
  console.log(`All of it is in ${file}.`);
}

await main();

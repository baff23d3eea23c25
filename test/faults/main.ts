import { parseArgs } from 'node:util';
import { postgres, service } from './kills.js';
import { disk, network, redis, workers } from './others.js';
import { complaints, keepResult, seenOn, summary } from './result.js';
import { type Fault, type FaultReport, isGoodReport, runFault } from './run-fault.js';
import { canMount } from './small-disk.js';
import { openWorld } from './world.js';

type Options = { rounds: number; seed: number };
type Runner = {
  name: string;
  rounds: number;
  run(options: Options): Promise<FaultReport | string>;
};

const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** A fault against a world of its own; what the service printed is kept when something is wrong. */
const inWorld = (fault: Fault): Runner => ({
  name: fault.name,
  rounds: fault.rounds,
  run: async options => {
    if (fault.world.smallDisk && !(await canMount())) return 'only root may mount a file system';
    const world = await openWorld(fault.world);
    try {
      const report = await runFault(world, fault, { ...options, say });
      if (!isGoodReport(report)) await keepResult(`${fault.name}.log`, world.service.output());
      return report;
    } catch (error) {
      await keepResult(`${fault.name}.log`, world.service.output());
      throw error;
    } finally {
      await world.close();
    }
  },
});

const RUNNERS: readonly Runner[] = [service, postgres, network, workers, disk, redis].map(inWorld);

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { rounds: { type: 'string' }, seed: { type: 'string' } },
  });
  const unknown = positionals.filter(name => !RUNNERS.some(runner => runner.name === name));
  if (unknown.length > 0) {
    const names = RUNNERS.map(({ name }) => name).join(', ');
    throw new Error(`There is no fault called ${unknown.join(', ')}; there are ${names}.`);
  }
  const wanted = RUNNERS.filter(
    ({ name }) => positionals.length === 0 || positionals.includes(name),
  );
  const seed = Number(values.seed ?? 1);
  const reports: FaultReport[] = [];
  for (const { name, rounds, run } of wanted) {
    const result = await run({ rounds: Number(values.rounds ?? rounds), seed });
    if (typeof result === 'string') console.error(`SKIPPED ${name}: ${result}`);
    else reports.push(result);
  }
  console.table(Object.fromEntries(reports.map(report => [report.fault, summary(report)])));
  console.log(`(${seenOn(seed)})`);
  for (const line of reports.flatMap(complaints)) console.log(line);
  const name = positionals.length === 0 ? 'all' : positionals.join('-');
  const file = await keepResult(`${name}.json`, `${JSON.stringify(reports, null, 2)}\n`);
  console.log(`All of it is in ${file}.`);
  process.exitCode = reports.every(isGoodReport) ? 0 : 1;
}

await main();

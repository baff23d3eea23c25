import { PATRONI_TIMES } from '../../../tools/cluster/ha/settings.js';
import { differences, saveResult, seconds, seenOn, summary } from '../result.js';
import { type FaultReport, isGoodReport, runFault, type Say } from '../run-fault.js';
import { FAILOVER_FAULTS, type FailoverFault } from './faults.js';
import { installPrograms } from './programs.js';
import { openFailoverShop } from './shop.js';

type Options = { rounds: number; seed: number; only: string[]; say: Say };

/** Each fault in a shop of its own; prints a line per fault. */
export async function runFailover({ rounds, seed, only, say }: Options): Promise<boolean> {
  const faults = wantedFaults(only);
  await installPrograms();
  const reports: FaultReport[] = [];
  for (const fault of faults) {
    const shop = await openFailoverShop();
    try {
      const report = await runFault(shop, fault, { rounds, seed, say });
      say(`${fault.name}: ${JSON.stringify(line(report))}`);
      reports.push(report);
      if (!isGoodReport(report)) await saveResult('failover.log', shop.service.output());
    } catch (error) {
      await saveResult('failover.log', shop.service.output());
      throw error;
    } finally {
      await shop.close();
    }
  }
  console.table(Object.fromEntries(reports.map(report => [report.fault, line(report)])));
  const { ttl, loop_wait, retry_timeout } = PATRONI_TIMES;
  console.log(
    `(${seenOn(seed)}; Patroni: ttl ${ttl}, loop_wait ${loop_wait}, retry_timeout ${retry_timeout})`,
  );
  for (const difference of reports.flatMap(differences)) console.log(difference);
  const file = await saveResult('failover.json', `${JSON.stringify(reports, null, 2)}\n`);
  console.log(`All of it is in ${file}.`);
  return reports.every(isGoodReport);
}

function wantedFaults(only: string[]): readonly FailoverFault[] {
  if (only.length === 0) return FAILOVER_FAULTS;
  return only.map(name => {
    const found = FAILOVER_FAULTS.find(fault => fault.name === name);
    if (found !== undefined) return found;
    const names = FAILOVER_FAULTS.map(fault => fault.name).join(', ');
    throw new Error(`There is no fail-over called ${name}; there are ${names}.`);
  });
}

/** `promoted` is the time that Patroni or Sentinel needed for a new primary. */
function line(report: FaultReport) {
  const { rounds, acknowledged, lost, doubled, ...other } = summary(report);
  const selling = seconds(report.recoveredMs);
  const promoted = seconds(report.promotedMs ?? []);
  return {
    rounds,
    acknowledged,
    lost,
    doubled,
    'other 5xx': other['other 5xx'],
    'status 503': other['status 503'],
    'selling again s (median)': selling.median,
    'selling again s (max)': selling.max,
    'promoted s (median)': promoted.median,
    'promoted s (max)': promoted.max,
    'records match': other['records match'],
  };
}

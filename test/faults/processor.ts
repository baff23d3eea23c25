import { runCheckoutFaults } from './checkout-faults.js';
import type { FaultReport, Say } from './run-fault.js';

const CHECKOUTS = 80;

/** The sandbox declines, fails, hangs, answers twice or loses its answer; no process is killed. */
export async function runProcessor(
  copy: (name: string) => Promise<string>,
  { rounds, seed, say = () => undefined }: { rounds: number; seed: number; say?: Say },
): Promise<FaultReport> {
  const report: FaultReport = {
    fault: 'processor',
    seed,
    rounds: 0,
    acknowledged: 0,
    lost: [],
    doubled: [],
    wrong: [],
    failures: [],
    answers: {},
    recoveredMs: [],
  };
  while (report.rounds < rounds && report.wrong.length === 0) {
    report.rounds += 1;
    const url = await copy(`processor_${report.rounds}`);
    const round = { seed: seed * 1_000 + report.rounds, checkouts: CHECKOUTS, deaths: false };
    const seen = await runCheckoutFaults(url, round);
    report.acknowledged += seen.acknowledged;
    report.wrong.push(...seen.wrong);
    for (const [name, count] of Object.entries(seen.answers)) {
      const status = name.slice(0, 3);
      report.answers[status] = (report.answers[status] ?? 0) + count;
      if (Number(status) >= 500 && status !== '503') report.failures.push(`${count} × ${name}`);
    }
    say(`processor ${report.rounds}/${rounds}: ${report.acknowledged} acknowledged`);
  }
  return report;
}

import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../src/platform/root.js';
import { type Circumstances, type Row, resultsFolder, times } from './bench.js';
import { drawChart } from './chart.js';

export type Report = {
  at: string;
  command: string;
  machine: {
    cores: number;
    model: string;
    node: string;
    postgres: string;
    pinned: boolean;
    loadBefore: number;
  };
  memory: Circumstances['memory'];
  rows: Row[];
};

/** Load of other processes before the run; on a busy machine the rates say little. */
const loadBefore = loadavg()[0] ?? 0;

const latest = (): string => join(resultsFolder(), 'latest.json');
const CHART = join(projectRoot, 'docs', 'images', 'performance.svg');

export function reportOf(rows: Row[], how: Circumstances): Report {
  const args = process.argv.slice(2);
  return {
    at: new Date().toISOString(),
    command: ['npm run bench', ...(args.length > 0 ? ['--', ...args] : [])].join(' '),
    machine: machineOf(how),
    memory: how.memory,
    rows,
  };
}

export const machineOf = ({ pinned, postgres }: Circumstances): Report['machine'] => ({
  cores: cpus().length,
  model: cpus()[0]?.model ?? 'unknown',
  node: process.version,
  postgres,
  pinned,
  loadBefore,
});

export function printReport({ rows, machine, memory, at }: Report): void {
  printTable([HEAD, ...rows.map(cellsOf)]);
  console.log(
    `\nservice memory at the end ${memory.nowMb} MB, peak ${memory.peakMb} MB (target: < 250 MB)`,
  );
  printMachine(machine, at);
}

/** The first row is the header. */
export function printTable(lines: string[][]): void {
  const widths = lines[0]?.map((_, column) =>
    Math.max(...lines.map(line => line[column]?.length ?? 0)),
  );
  for (const line of lines) {
    console.log(
      line
        .map((cell, column) => cell.padEnd(widths?.[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  }
}

export function printMachine(machine: Report['machine'], at: string): void {
  console.log(
    machine.pinned
      ? 'service pinned to core 0, client to core 1, PostgreSQL on both'
      : 'NOT PINNED: service, client and PostgreSQL share all cores',
  );
  console.log(`load of the machine before the run ${machine.loadBefore.toFixed(1)} (quiet: < 0.5)`);
  console.log(
    `${machine.cores} cores, ${machine.model}, Node ${machine.node}, PostgreSQL ${machine.postgres}, ${at}`,
  );
}

const HEAD = [
  'scenario',
  'measure',
  'value',
  'cpu ms (service + db)',
  'client ms',
  'SQL',
  'main ratio',
  'over its limit',
  'target',
];

const cellsOf = ({ sample, statements, mainRatio, ...row }: Row): string[] => [
  row.scenario,
  row.measure,
  row.value,
  sample?.cost ? `${sample.cost.service.toFixed(2)} + ${sample.cost.database.toFixed(2)}` : '',
  sample?.cost ? sample.cost.client.toFixed(2) : '',
  statements === undefined ? '' : String(statements),
  mainRatio === undefined ? '' : times(mainRatio),
  row.ratio,
  row.target,
];

export function keepReport(report: Report): void {
  writeFileSync(latest(), `${JSON.stringify(report, null, 2)}\n`);
}

/** Draws the last results. */
export function chartLatest(): void {
  const report = JSON.parse(readFileSync(latest(), 'utf8')) as Report;
  writeFileSync(CHART, drawChart(report));
  console.log(`drew ${report.rows.length} rows of ${report.at} into docs/images/performance.svg`);
}

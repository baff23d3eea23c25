import { mkdir, writeFile } from 'node:fs/promises';
import os from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/root.js';
import { VERSION } from '../../src/platform/version.js';
import type { FaultReport } from './run-fault.js';

const FOLDER = join(projectRoot, '.data', 'faults');

const median = (times: number[]): number | undefined =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)];

const inSeconds = (ms: number | undefined): string =>
  ms === undefined ? '-' : (ms / 1_000).toFixed(1);

export const seconds = (times: number[]): { median: string; max: string } => ({
  median: inSeconds(median(times)),
  max: inSeconds(times.length > 0 ? Math.max(...times) : undefined),
});

/** One line of the table. */
export function summary(report: FaultReport) {
  const { rounds, recoveredMs } = report;
  return {
    rounds,
    acknowledged: report.acknowledged,
    lost: report.lost.length,
    doubled: report.doubled.length,
    'other 5xx': report.failures.length,
    'status 503': report.answers['503'] ?? 0,
    'recovered ms (median)': median(recoveredMs) ?? '-',
    'recovered ms (max)': recoveredMs.length > 0 ? Math.max(...recoveredMs) : '-',
    'records match': report.wrong.length === 0 ? 'yes' : 'NO',
  };
}

/** Lists the differences, one per line. */
export const differences = ({ fault, lost, doubled, failures, wrong }: FaultReport): string[] =>
  [
    ...lost.map(line => `lost: ${line}`),
    ...doubled.map(line => `doubled: ${line}`),
    ...failures.map(line => `failed: ${line}`),
    ...wrong.map(line => `wrong: ${line}`),
  ].map(line => `${fault} ${line}`);

export const seenOn = (seed: number): string =>
  [
    new Date().toISOString().slice(0, 10),
    `Tillhouse ${VERSION}`,
    `Node ${process.versions.node}`,
    `${os.availableParallelism()} cores`,
    `seed ${seed}`,
  ].join(', ');

/** Keeps a result, and on request the service's output, beside the service's data. */
export async function saveResult(name: string, content: string): Promise<string> {
  await mkdir(FOLDER, { recursive: true });
  const file = join(FOLDER, name);
  await writeFile(file, content);
  return file;
}

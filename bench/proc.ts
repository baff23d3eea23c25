import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts the time of processes in hundredths of a second. */
const TICK_MS = 10;

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

/** The figures behind the name of a process, which may itself hold spaces and brackets. */
const statOf = (pid: number | string): string[] =>
  read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];

const ticks = (stat: string[], ...fields: number[]): number =>
  fields.reduce((sum, field) => sum + Number(stat[field] ?? 0), 0);

/** User and system time of a process so far; 0 where the system does not tell. */
export const cpuMs = (pid: number): number => ticks(statOf(pid), 11, 12) * TICK_MS;

/** The same for a process and all its children, living and dead. */
export function familyCpuMs(pid: number): number {
  let sum = ticks(statOf(pid), 11, 12, 13, 14);
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = statOf(name);
    if (Number(stat[1]) === pid) sum += ticks(stat, 11, 12);
  }
  return sum * TICK_MS;
}

export const parentOf = (pid: number): number => Number(statOf(pid)[1] ?? 0);

export type Memory = { nowMb: number; peakMb: number };

export function memoryOf(pid: number): Memory {
  const status = read(`/proc/${pid}/status`);
  const mb = (name: string): number =>
    Math.round(Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) / 1024);
  return { nowMb: mb('VmRSS'), peakMb: mb('VmHWM') };
}

/** Keeps all threads of a process on some cores, and says whether the system did so. */
export async function pin(pid: number, cores: string): Promise<boolean> {
  const tool = spawn('taskset', ['-a', '-p', '-c', cores, String(pid)], { stdio: 'ignore' });
  await once(tool, 'exit').catch(() => undefined);
  return isPinned(pid, cores);
}

export function isPinned(pid: number, cores: string): boolean {
  let threads: string[] = [];
  try {
    threads = readdirSync(`/proc/${pid}/task`);
  } catch {
    return false;
  }
  return threads.every(
    thread =>
      /Cpus_allowed_list:\s+(\S+)/.exec(read(`/proc/${pid}/task/${thread}/status`))?.[1] === cores,
  );
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts process time in hundredths of a second. */
const TICK_MS = 10;

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

/** The fields of /proc/PID/stat after the process name, which may contain spaces and brackets. */
const statOf = (pid: number | string): string[] =>
  read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];

const ticks = (stat: string[], ...fields: number[]): number =>
  fields.reduce((sum, field) => sum + Number(stat[field] ?? 0), 0);

/** User and system time of a process so far; 0 without /proc. */
export const cpuMs = (pid: number): number => ticks(statOf(pid), 11, 12) * TICK_MS;

/** The time of this process so far, in ms. */
export function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** The time of all ended children of this process. */
export const childrenCpuMs = (): number => ticks(statOf('self'), 13, 14) * TICK_MS;

/** User and system time of a process and all its children, running or ended. */
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

/** Pins all threads of a process to cores; returns whether that worked. */
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

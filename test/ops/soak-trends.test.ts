import { expect, it } from 'vitest';
import { KINDS } from '../../bench/soak/load.js';
import type { Minute } from '../../bench/soak/minute.js';
import { trendsOf } from '../../bench/soak/verdict.js';

const minuteWith = (figures: Partial<Minute>): Minute => ({
  iterations: Object.fromEntries(KINDS.map(kind => [kind, 100])) as Minute['iterations'],
  p99: Object.fromEntries(KINDS.map(kind => [kind, 100])) as Minute['p99'],
  memoryMb: 200,
  queueAge: 1,
  oldestQueue: 'mails',
  deadRows: 5_000,
  workTablesMb: 1,
  databaseMb: 100,
  ...figures,
});

const rising = (minutes: Minute[]): string[] =>
  trendsOf(minutes)
    .filter(({ isLevel }) => !isLevel)
    .map(({ name }) => name);

const soakOf = (figures: (minute: number) => Partial<Minute>): Minute[] =>
  Array.from({ length: 10 }, (_, minute) => minuteWith(figures(minute)));

it('finds level what only varies', () => {
  expect(rising(soakOf(minute => ({ memoryMb: 200 + (minute % 3) * 10, queueAge: 2 })))).toEqual(
    [],
  );
});

it.each([
  ['memory MB', (minute: number) => ({ memoryMb: 200 + minute * 10 })],
  ['queue age s', (minute: number) => ({ queueAge: minute * 3 })],
  ['dead rows', (minute: number) => ({ deadRows: minute * 10_000 })],
  ['work tables MB', (minute: number) => ({ workTablesMb: 1 + minute })],
  [
    'p99 void ms',
    (minute: number) => ({ p99: { ...minuteWith({}).p99, void: 100 + minute * 20 } }),
  ],
])('finds %s that rises', (name, figures) => {
  expect(rising(soakOf(figures))).toEqual([name]);
});

it('leaves out the first minute and single outliers', () => {
  const memory = [90, 200, 200, 200, 200, 200, 200, 200, 900, 200];
  expect(rising(soakOf(minute => ({ memoryMb: memory[minute] ?? 0 })))).toEqual([]);
});

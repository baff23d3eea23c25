import { describe, expect, it } from 'vitest';
import {
  blockEnd,
  countAttempt,
  type Tally,
  uncountAttempt,
} from '../../src/domains/people/blocks/attempt-rules.js';

const at = (seconds: number): Date => new Date(Date.UTC(2026, 0, 1) + seconds * 1000);
const clean: Tally = { subject: 's', failedAt: [], blockedUntil: null };
const counted = (...seconds: number[]): Tally =>
  seconds.reduce((tally, second) => countAttempt(tally, 3, at(second)), clean);

describe('counting failures', () => {
  it.each([
    ['two failures', counted(0, 1), null],
    ['three within ten minutes', counted(0, 1, 599), at(1199)],
    ['the first is ten minutes old when the third happens', counted(0, 1, 600), null],
    ['two old ones and two new ones', counted(0, 1, 700, 701), null],
  ])('%s', (_name, tally, blockedUntil) => {
    expect(tally.blockedUntil).toEqual(blockedUntil);
  });

  it('finds the longest block, and none that is over', () => {
    const tallies = [
      { ...clean, blockedUntil: at(10) },
      { ...clean, blockedUntil: at(30) },
      { ...clean, blockedUntil: at(20) },
      clean,
    ];
    expect(blockEnd(tallies, at(5))).toEqual(at(30));
    expect(blockEnd(tallies, at(29.999))).toEqual(at(30));
    expect(blockEnd(tallies, at(30))).toBeUndefined();
  });

  it('removes one attempt, not others of the same instant', () => {
    const three = counted(0, 5, 5);
    const two = uncountAttempt(three, at(5));
    expect(two).toEqual({ subject: 's', failedAt: [at(0), at(5)], blockedUntil: null });
    expect(uncountAttempt(two, at(7))).toEqual(two);
  });
});

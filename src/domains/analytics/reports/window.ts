import { invalidField } from '../../../platform/http/failure.js';
import { addDays, type Day, daysBetween } from '../rollup/rules.js';

export type Window = { from: Day; to: Day; days: number; clamped: boolean };
export type AskedWindow = { from?: Day; to?: Day; days?: number };
export type WindowLimits = { minDays: number; maxDays: number };

const DEFAULT_DAYS = 30;

/**
 * The days a report is about: `days` back from `to`, or from `from` to `to`; 30 days until today if
 * nothing is said. What lies in the future or is too long or too short is cut to what can be answered.
 */
export function windowOf(asked: AskedWindow, today: Day, limits: WindowLimits): Window {
  if (asked.from !== undefined && asked.days !== undefined) {
    throw invalidField('days', 'Give either days or from, not both.');
  }
  if (asked.from !== undefined && asked.from > (asked.to ?? asked.from)) {
    throw invalidField('from', 'Must not be after to.');
  }
  const to = asked.to !== undefined && asked.to < today ? asked.to : today;
  const wanted =
    asked.from === undefined ? (asked.days ?? DEFAULT_DAYS) : daysBetween(asked.from, to);
  const days = Math.min(Math.max(wanted, limits.minDays), limits.maxDays);
  const isInFuture = asked.to !== undefined && asked.to > today;
  return { from: addDays(to, 1 - days), to, days, clamped: days !== wanted || isInFuture };
}

import { invalidField } from '../../../platform/http/failure.js';
import { addDays, type Day, daysBetween } from '../rollup/rules.js';

export type Window = { from: Day; to: Day; days: number; clamped: boolean };
export type RequestedWindow = { from?: Day; to?: Day; days?: number };
export type WindowLimits = { minDays: number; maxDays: number; defaultDays?: number };

const DEFAULT_DAYS = 30;

/**
 * The days a report covers: `days` days up to `to`, or `from` to `to`; by default the last 30 days.
 * Future days are cut off, and the length is clamped to the limits of the report.
 */
export function windowOf(requested: RequestedWindow, today: Day, limits: WindowLimits): Window {
  if (requested.from !== undefined && requested.days !== undefined) {
    throw invalidField('days', 'Give either days or from, not both.');
  }
  if (requested.from !== undefined && requested.from > (requested.to ?? requested.from)) {
    throw invalidField('from', 'Must not be after to.');
  }
  const to = requested.to !== undefined && requested.to < today ? requested.to : today;
  const wanted =
    requested.from === undefined
      ? (requested.days ?? limits.defaultDays ?? DEFAULT_DAYS)
      : daysBetween(requested.from, to);
  const days = Math.min(Math.max(wanted, limits.minDays), limits.maxDays);
  const isInFuture = requested.to !== undefined && requested.to > today;
  return { from: addDays(to, 1 - days), to, days, clamped: days !== wanted || isInFuture };
}

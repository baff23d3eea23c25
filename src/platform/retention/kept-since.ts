import { addMs, DAY_MS } from '../clock.js';
import type { Platform } from '../platform.js';
import { readSettings } from './repository.js';
import { daysUnder, type RetentionRule } from './rule.js';

const BEGINNING = new Date(0);

/** Records from before this moment are removed. Without a limit it is the beginning of time. */
export async function keptSince(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  rule: RetentionRule,
): Promise<Date> {
  const [chosen] = await readSettings(db, rule.kind);
  const days = daysUnder(rule, chosen);
  return days === null ? BEGINNING : addMs(clock.now(), -days * DAY_MS);
}

import { addMs, DAY_MS } from '../../../platform/clock.js';
import type { Platform } from '../../../platform/platform.js';
import { type Staff, storeScope } from '../../access/index.js';
import { isoTime } from '../fields.js';
import { codeReports, codeTotals } from './repository.js';

/** More rows than a reader needs; bounds the response. */
const MAX_REPORTED = 200;

export async function reportPerformance(
  { db, clock }: Platform,
  caller: Staff,
  days: number | undefined,
) {
  const now = clock.now();
  const since = days === undefined ? null : addMs(now, -days * DAY_MS);
  const scope = storeScope(caller);
  const [totals, rows] = await Promise.all([
    codeTotals(db, scope, since),
    codeReports(db, scope, since, MAX_REPORTED),
  ]);
  return {
    generated_at: now.toISOString(),
    days: days ?? null,
    totals,
    codes: rows.map(row => ({ ...row, last_used_at: isoTime(row.last_used_at) })),
  };
}

import type { Tx } from '../../../platform/database/tx.js';
import { invalidField, notFound } from '../../../platform/http/failure.js';
import { readSettings, writeSetting } from '../../../platform/retention/repository.js';
import { daysUnder, type RetentionRule, refusalOf } from '../../../platform/retention/rule.js';
import { RETENTION_RULES } from './rules.js';

export function ruleOf(kind: string): RetentionRule {
  const rule = RETENTION_RULES.find(one => one.kind === kind);
  if (rule === undefined) throw notFound('Retention period');
  return rule;
}

/** The next run of the job that removes the records follows the new period. */
export async function changeRetention(
  tx: Tx,
  kind: string,
  days: number | null,
  now: Date,
): Promise<RetentionRule> {
  const rule = ruleOf(kind);
  const [chosen] = await readSettings(tx, kind);
  if (days === daysUnder(rule, chosen)) return rule;
  const refusal = refusalOf(rule, days);
  if (refusal !== undefined) throw invalidField('days', refusal);
  await writeSetting(tx, kind, days, now);
  return rule;
}

/** How long records of a kind are kept. */
export type RetentionRule = {
  kind: string;
  /** Unless an administrator chooses otherwise; null: without a limit. */
  days: number | null;
  /** What an administrator may choose; a rule without a choice is fixed. */
  choice?: RetentionChoice;
};

export type RetentionChoice = { leastDays: number; mostDays: number; orForever?: boolean };

/** Why a choice is refused; undefined if it is allowed. */
export function refusalOf({ choice }: RetentionRule, days: number | null): string | undefined {
  if (choice === undefined) return 'This period is fixed.';
  const { leastDays, mostDays, orForever = false } = choice;
  if (days === null ? orForever : days >= leastDays && days <= mostDays) return undefined;
  return `Must be ${leastDays} to ${mostDays} days${orForever ? ', or null for no limit' : ''}.`;
}

/** A setting of an earlier release may be shorter than the rule allows; the rule's minimum wins. */
export function daysUnder(rule: RetentionRule, chosen: { keptDays: number | null } | undefined) {
  if (rule.choice === undefined || chosen === undefined) return rule.days;
  return chosen.keptDays === null ? null : Math.max(chosen.keptDays, rule.choice.leastDays);
}

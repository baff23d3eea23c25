import type { paths } from '@tillhouse/client';
import { amountOrNull, type Typed, typedOf } from '../../parts/fields.js';
import type { BodyOf, GetResponse } from '../../types.js';

export type Rule = GetResponse<'/collections/{id}/rule/'>;
export type RuleBody = BodyOf<paths['/collections/{id}/rule/']['put']>;
export const KINDS = ['category', 'brand', 'tag', 'supplier', 'price', 'new'] as const;
export type Kind = (typeof KINDS)[number];

export type ConditionDraft = {
  key: string;
  kind: Kind;
  values: string[];
  from: Typed;
  to: Typed;
  days: Typed;
};
export type RuleDraft = { match: 'all' | 'any'; conditions: ConditionDraft[] };

export const newCondition = (kind: Kind = 'category'): ConditionDraft => ({
  key: crypto.randomUUID(),
  kind,
  values: [],
  from: '',
  to: '',
  days: 30,
});

export const draftOf = (rule: Rule | null): RuleDraft => ({
  match: rule?.match ?? 'all',
  conditions: rule?.conditions.map(({ kind, values = [], from = null, to = null, days = 30 }) => ({
    ...newCondition(kind),
    values,
    from: typedOf(from),
    to: typedOf(to),
    days,
  })) ?? [newCondition()],
});

/** Whether the service can evaluate the condition; a half-typed one is not sent. */
function isComplete({ kind, values, from, to, days }: ConditionDraft): boolean {
  if (kind === 'price') return from !== '' || to !== '';
  return kind === 'new' ? Number(days) >= 1 : values.length > 0;
}

export const isReady = ({ conditions }: RuleDraft): boolean =>
  conditions.length > 0 && conditions.every(isComplete);

export const bodyOf = ({ match, conditions }: RuleDraft): RuleBody => ({
  match,
  conditions: conditions.map(({ kind, values, from, to, days }) => {
    if (kind === 'price') return { kind, from: amountOrNull(from), to: amountOrNull(to) };
    return kind === 'new' ? { kind, days: Number(days) } : { kind, values };
  }),
});

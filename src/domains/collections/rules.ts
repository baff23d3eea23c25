import { type FieldErrors, refuseFields } from '../../platform/http/failure.js';
import { refuseFractions } from '../../platform/http/refuse-fractions.js';
import { formatMoney, minor } from '../../platform/money.js';

export const MATCHES = ['all', 'any'] as const;
/** Conditions that name records or tags; one of them has to fit. */
export const VALUE_KINDS = ['category', 'brand', 'tag', 'supplier'] as const;
export const KINDS = [...VALUE_KINDS, 'price', 'new'] as const;
export type Kind = (typeof KINDS)[number];
export type ValueKind = (typeof VALUE_KINDS)[number];

export type Condition =
  | { kind: ValueKind; values: string[] }
  | { kind: 'price'; from: string | null; to: string | null }
  | { kind: 'new'; days: number };

export type Rule = { match: (typeof MATCHES)[number]; conditions: Condition[] };

export type ConditionInput = {
  kind: Kind;
  values?: string[];
  from?: string | number | null;
  to?: string | number | null;
  days?: number;
};

/**
 * The conditions of a request without what their kind does not use. Reports all problems at once,
 * except that a price with too many decimals is reported alone.
 */
export function readConditions(inputs: readonly ConditionInput[], currency: string): Condition[] {
  const problems: FieldErrors = {};
  const conditions = inputs.map((input, index): Condition => {
    const refuse = (field: string, message: string): void => {
      problems[`conditions.${index}.${field}`] = [message];
    };
    if (input.kind === 'new') {
      if (input.days === undefined) refuse('days', 'This field is required.');
      return { kind: 'new', days: input.days ?? 0 };
    }
    if (input.kind === 'price') return priceOf(input, index, currency, refuse);
    const values = [...new Set((input.values ?? []).map(value => value.trim()))].filter(Boolean);
    if (values.length === 0) refuse('values', 'Must not be empty.');
    return { kind: input.kind, values };
  });
  refuseFields(problems);
  return conditions;
}

function priceOf(
  input: ConditionInput,
  index: number,
  currency: string,
  refuse: (field: string, message: string) => void,
): Condition {
  const { from = null, to = null } = input;
  refuseFractions(currency, {
    [`conditions.${index}.from`]: from,
    [`conditions.${index}.to`]: to,
  });
  const low = from === null ? null : minor(from, currency);
  const high = to === null ? null : minor(to, currency);
  if (low === null && high === null) refuse('from', 'Send the lowest price, the highest or both.');
  if (low !== null && high !== null && high < low) refuse('to', 'Must not be below from.');
  const text = (amount: number | null): string | null =>
    amount === null ? null : formatMoney(amount, currency);
  return { kind: 'price', from: text(low), to: text(high) };
}

/** Whether the rule depends on one of these kinds, and on the record if one is named. */
export const isAbout = (rule: Rule, kinds: readonly Kind[], id?: string): boolean =>
  rule.conditions.some(
    condition =>
      kinds.includes(condition.kind) &&
      (id === undefined || !('values' in condition) || condition.values.includes(id)),
  );

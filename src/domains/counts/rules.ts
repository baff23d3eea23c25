import { conflict, type Failure } from '../../platform/http/failure.js';

export const COUNT_STATUSES = ['counting', 'review', 'approved', 'cancelled'] as const;
export type CountStatus = (typeof COUNT_STATUSES)[number];

export const COUNT_SCOPES = ['store', 'category', 'zone'] as const;
export type CountScope = (typeof COUNT_SCOPES)[number];

export const LINE_FILTERS = ['open', 'counted', 'different'] as const;
export type LineFilter = (typeof LINE_FILTERS)[number];

/** State → allowed next states, by action. */
export const ACTIONS = {
  count: { from: ['counting'], to: 'counting' },
  submit: { from: ['counting'], to: 'review' },
  recount: { from: ['review'], to: 'counting' },
  approve: { from: ['review'], to: 'approved' },
  cancel: { from: ['counting', 'review'], to: 'cancelled' },
} as const satisfies Record<string, { from: readonly CountStatus[]; to: CountStatus }>;
export type CountAction = keyof typeof ACTIONS;

export function refuseAction(status: CountStatus, name: CountAction): Failure | undefined {
  const { from }: { from: readonly CountStatus[] } = ACTIONS[name];
  if (from.includes(status)) return undefined;
  return conflict('INVALID_STATE', `Cannot ${name} while the stock count is ${status}.`, {
    status,
  });
}

/** In a blind count, people see the expected quantities only after counting has ended. */
export const hidesExpected = (count: { is_blind: boolean; status: CountStatus }): boolean =>
  count.is_blind && count.status === 'counting';

/** Quantities are in steps of the unit; null until somebody counted the line. */
export type Counted = { counted: number | null; expected: number | null };

export const differenceOf = ({ counted, expected }: Counted): number | null =>
  counted === null || expected === null ? null : counted - expected;

export const hasDifference = (line: Counted): boolean => (differenceOf(line) ?? 0) !== 0;

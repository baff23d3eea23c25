import type { Failure, FieldErrors } from '../../../platform/http/failure.js';
import { invalid } from '../../../platform/http/failure.js';
import { hundredths } from '../../../platform/money.js';
import type { PromotionKind, ScopeKind } from '../../pricing/index.js';

export type Terms = {
  kind: PromotionKind;
  value: string;
  buy_quantity: number | null;
  get_quantity: number | null;
  get_discount_percent: string;
  scope_kind: ScopeKind;
  scope_ids: readonly string[];
};

const NO_PERCENT = 'A percentage is above 0 and at most 100.';

const isPercent = (value: string): boolean =>
  hundredths(value) > 0 && hundredths(value) <= hundredths('100');

/** Reports every invalid field at once. */
export function refuseTerms(terms: Terms): Failure | undefined {
  const fields: FieldErrors = {};
  if (terms.kind === 'percentage' && !isPercent(terms.value)) fields.value = [NO_PERCENT];
  if (terms.kind === 'fixed' && hundredths(terms.value) === 0)
    fields.value = ['Must be above 0.00.'];
  if (terms.kind === 'buy_x_get_y') {
    const missing = ['This kind of promotion needs it.'];
    if (terms.buy_quantity === null) fields.buy_quantity = missing;
    if (terms.get_quantity === null) fields.get_quantity = missing;
  }
  if (!isPercent(terms.get_discount_percent)) fields.get_discount_percent = [NO_PERCENT];
  const isWhole = terms.scope_kind === 'order';
  if (isWhole !== (terms.scope_ids.length === 0)) {
    fields['scope.ids'] = [isWhole ? 'An order needs no ids.' : 'Name what the promotion covers.'];
  }
  const names = Object.keys(fields);
  if (names.length === 0) return undefined;
  return invalid(names.map(name => `${name}: ${fields[name]?.[0]}`).join('; '), fields);
}

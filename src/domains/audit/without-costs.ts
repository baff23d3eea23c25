import type { Changes } from '../../platform/audit/entry.js';

/** Fields of records that hold what goods cost, or what is earned with them. */
const COST_NAME = /(^|_)cost(_at_sale)?$|^costAtSale$|(^|_)margin(_|$)|^line_total$/;

/** The changes of an entry for callers without `cost.read`: the field is named, its value is not. */
export const withoutCostChanges = (changes: Changes): Changes =>
  Object.fromEntries(
    Object.entries(changes).map(([field, { before, after }]) => {
      const isCost = field.split('.').some(name => COST_NAME.test(name));
      const shown = (value: unknown): unknown => (isCost ? null : withoutCosts(value));
      return [field, { before: shown(before), after: shown(after) }];
    }),
  );

/** Lists and objects that were compared as a whole. */
function withoutCosts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutCosts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      COST_NAME.test(name) ? null : withoutCosts(item),
    ]),
  );
}

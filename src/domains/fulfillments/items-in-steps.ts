import { Failure, type FieldErrors } from '../../platform/http/failure.js';
import { isMeasured, stepsOf } from '../../platform/quantity.js';
import { type Item, unitsOf, type WantedItem } from './rules.js';

/**
 * The items of a request in steps of the units of the sale; reports all quantities that a unit does
 * not allow. An article that the sale lacks counts as one step: whoever looks for it reports it.
 */
export function itemsInSteps(
  items: readonly WantedItem[],
  lines: readonly { sku: string; unit: string }[],
): Item[] {
  const units = unitsOf(lines);
  const fields: FieldErrors = {};
  const found = items.map(({ sku, quantity }, index) => {
    const unit = units.get(sku);
    const steps = unit === undefined ? 1 : stepsOf(quantity, unit);
    if (steps === undefined) {
      fields[`items.${index}.quantity`] = [
        isMeasured(unit)
          ? 'Must have at most three decimals.'
          : 'Must be a whole number: these goods are sold by the piece.',
      ];
    }
    return { sku, quantity: steps ?? 0 };
  });
  const [first] = Object.entries(fields);
  if (first) throw new Failure('invalid', 'INVALID', `${first[0]}: ${first[1][0]}`, { fields });
  return found;
}

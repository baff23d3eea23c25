import { type FieldErrors, refuseFields } from '../../platform/http/failure.js';
import { isMeasured, stepsOf } from '../../platform/quantity.js';
import { type Item, unitsOf, type WantedItem } from './rules.js';

/**
 * The items of a request in steps of the units of the sale; reports all quantities that a unit does
 * not allow. An article that the sale lacks counts as one step; the caller reports it later.
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
  refuseFields(fields);
  return found;
}

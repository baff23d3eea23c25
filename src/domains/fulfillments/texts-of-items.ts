import type { Formats } from '../../platform/local-formats.js';
import { clean } from '../../platform/plain-text.js';
import { describeLine, quantityText, type SaleLine } from '../transactions/index.js';
import { type Item, unitsOf } from './rules.js';

/** Goods as mails list them: `2 x Mug`, `0.432 kg x Alpine Cheese`. */
export function textsOfItems(
  items: readonly Item[],
  lines: readonly SaleLine[],
  formats: Formats,
): string[] {
  const names = new Map(lines.map(line => [line.sku, clean(describeLine(line))]));
  const units = unitsOf(lines);
  return items.map(({ sku, quantity }) => {
    const shown = quantityText({ quantity, unit: units.get(sku) ?? 'piece' }, formats);
    return `${shown} x ${names.get(sku) ?? sku}`;
  });
}

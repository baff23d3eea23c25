import type { Reader } from '../../platform/database/tx.js';
import { type FieldErrors, refuseFields } from '../../platform/http/failure.js';
import { isMeasured, stepsOf, type Unit } from '../../platform/quantity.js';
import type { ReferenceSnapshot } from '../../platform/reference-data/index.js';
import { rememberedVariants } from '../catalog/index.js';
import type { LineRef } from './variants-of-lines.js';

/**
 * The quantity of each line in steps of its variant's unit. Reports all lines whose unit does not
 * allow the quantity; a line without a variant counts as pieces.
 */
export function quantitiesOf(
  lines: readonly { quantity: number | string }[],
  variants: readonly ({ unit: string } | undefined)[],
  field = 'line_items',
): number[] {
  const fields: FieldErrors = {};
  const quantities = lines.map(({ quantity }, index) => {
    const unit = variants[index]?.unit ?? 'piece';
    const steps = stepsOf(quantity, unit);
    if (steps === undefined) {
      fields[`${field}.${index}.quantity`] = [
        isMeasured(unit)
          ? 'Must have at most three decimals.'
          : 'Must be a whole number: these goods are sold by the piece.',
      ];
    }
    return steps ?? 0;
  });
  refuseFields(fields);
  return quantities;
}

/**
 * The lines with their quantities in steps of their units, looked up in memory. A line without a
 * variant counts as pieces; the caller reports it when it looks up the variants.
 */
export async function inSteps<Line extends LineRef & { quantity: number | string }>(
  data: ReferenceSnapshot,
  reader: Reader,
  lines: readonly Line[],
): Promise<(Omit<Line, 'quantity'> & { quantity: number; unit: Unit })[]> {
  const ids = lines.flatMap(line => line.variantId?.toLowerCase() ?? []);
  const skus = lines.flatMap(line => (line.variantId === undefined ? (line.sku ?? []) : []));
  const [byId, bySku] = await Promise.all([
    rememberedVariants(data, reader, 'id', [...new Set(ids)]),
    rememberedVariants(data, reader, 'sku', [...new Set(skus)]),
  ]);
  const units = new Map([
    ...byId.map(({ id, unit }) => [id, unit] as const),
    ...bySku.map(({ sku, unit }) => [sku, unit] as const),
  ]);
  const variants = lines.map(({ variantId, sku }) => ({
    unit: units.get(variantId?.toLowerCase() ?? sku ?? '') ?? ('piece' as const),
  }));
  const quantities = quantitiesOf(lines, variants);
  return lines.map((line, index) => ({
    ...line,
    quantity: quantities[index] ?? 0,
    unit: variants[index]?.unit ?? 'piece',
  }));
}

import { shownQuantity } from '../../../platform/quantity.js';

type Sold = {
  id: string;
  position: number;
  sku: string;
  unit: string;
  quantity: number;
  returned_quantity: number;
};

/**
 * The line that a till without a connection means: the one at a position of the receipt, or the first
 * one of an article with enough left to return.
 */
export function lineFor<Line extends Sold>(
  lines: readonly Line[],
  wanted: { line?: number; sku?: string; quantity: number | string },
): Line | undefined {
  const { line: position, sku } = wanted;
  if (position !== undefined) return lines.find(line => line.position === position);
  const same = lines.filter(line => line.sku === sku);
  const left = (line: Line): number =>
    shownQuantity(line.quantity - line.returned_quantity, line.unit);
  return same.find(line => left(line) >= Number(wanted.quantity)) ?? same[0];
}

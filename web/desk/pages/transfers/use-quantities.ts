import { useState } from 'react';
import type { Typed } from '../../parts/fields.js';

export type Scanned = { variant_id: string; sku: string; barcode: string | null };
type Quantities = Record<string, Typed>;

/**
 * Quantities by variant. They start as planned; the first scan sets all of them to 0, and each scan
 * adds one.
 */
export function useQuantities(planned: Quantities) {
  const [quantities, setQuantities] = useState(planned);
  const [isScanned, setScanned] = useState(false);
  const set = (id: string, quantity: Typed): void =>
    setQuantities(before => ({ ...before, [id]: quantity }));
  const scan = (id: string): void => {
    setScanned(true);
    setQuantities(before => {
      const zeros = Object.fromEntries(Object.keys(before).map(key => [key, 0]));
      const from: Quantities = isScanned ? before : zeros;
      return { ...from, [id]: (Number(from[id]) || 0) + 1 };
    });
  };
  return { quantities, set, scan };
}

/** Finds what a scan names: by barcode, then by SKU. */
export const scannedLine = <Line extends Scanned>(
  lines: readonly Line[],
  code: string,
): Line | undefined =>
  lines.find(line => line.barcode === code) ??
  lines.find(line => line.sku.toLowerCase() === code.toLowerCase());

import { useEffect, useRef } from 'react';
import { isMeasured } from '../../../src/domains/pricing/index.js';
import type { Good } from './types.js';

/** Scanned while a return is open: its receipt, or an article that comes back. */
export type ReturnScan =
  | { number: string }
  /** `quantity` is that of a label of a scale. Each scan is an object of its own. */
  | { good: Good; quantity?: number };

/** A line that can come back; quantities as people count them. */
export type Countable = { key: string; sku: string; unit: string; left: number; count: number };

/**
 * The line whose count a scan raises: by a piece, by the weight on the label, or by all that is left
 * of goods without one.
 */
export function countScan(
  lines: readonly Countable[],
  { good, quantity }: { good: Pick<Good, 'sku'>; quantity?: number },
): { key: string; count: number } | 'notSold' | 'allCounted' {
  const sold = lines.filter(({ sku }) => sku === good.sku);
  if (sold.length === 0) return 'notSold';
  const line = sold.find(({ count, left }) => count < left);
  if (line === undefined) return 'allCounted';
  const more = isMeasured(line.unit) ? (quantity ?? line.left) : 1;
  const count = Math.min(line.left, Math.round((line.count + more) * 1_000) / 1_000);
  return { key: line.key, count };
}

/** Calls back once for each article that is scanned while the component is shown. */
export function useScannedGood(
  scanned: ReturnScan | undefined,
  onGood: (scan: Extract<ReturnScan, { good: Good }>) => void,
): void {
  const handled = useRef(scanned);
  const latest = useRef(onGood);
  latest.current = onGood;
  useEffect(() => {
    if (scanned === handled.current) return;
    handled.current = scanned;
    if (scanned !== undefined && 'good' in scanned) latest.current(scanned);
  }, [scanned]);
}

/** Calls back for each receipt that is scanned, also for the one that has opened the dialog. */
export function useScannedNumber(
  scanned: ReturnScan | undefined,
  onNumber: (number: string) => void,
): void {
  const latest = useRef(onNumber);
  latest.current = onNumber;
  useEffect(() => {
    if (scanned !== undefined && 'number' in scanned) latest.current(scanned.number);
  }, [scanned]);
}

import { useEffect, useState } from 'react';
import { type Done, sale } from '../sale.js';
import { openDrawerAt } from './paired.js';
import { useDrawerPrinter } from './use-devices.js';

/**
 * Opens the drawer at the printer of this tablet once a sale was paid in cash, also in part: the sale
 * is its reason. Noted first, so that a reload or a second tab does not open it again.
 */
export function useDrawerAfterCash({ key, tenders, isDrawerOpened }: Done): unknown {
  const printer = useDrawerPrinter();
  const [problem, setProblem] = useState<unknown>(null);
  const isDue = tenders.some(({ isCash }) => isCash === true) && isDrawerOpened !== true;
  useEffect(() => {
    if (!isDue || printer === undefined) return;
    sale.set(current =>
      current.done?.key === key
        ? { ...current, done: { ...current.done, isDrawerOpened: true } }
        : current,
    );
    openDrawerAt(printer).catch(setProblem);
  }, [isDue, printer, key]);
  return problem;
}

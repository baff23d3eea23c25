import { useEffect, useState } from 'react';
import type { AcceptedTender } from '../sale.js';
import { stored } from '../stored.js';
import { openDrawerAt } from './paired.js';
import { useDrawerPrinter } from './use-devices.js';

/** Payments and refunds in cash for which the drawer has got its pulse, the newest last. */
const opened = stored<readonly string[]>('drawer-opened', []);
/** More than one screen shows; a reload shows nothing older. */
const MOST_KEPT = 200;

/** Notes them, and says whether one of them is new. */
function note(causes: readonly string[]): boolean {
  let isNew = false;
  opened.set(known => {
    const added = causes.filter(one => !known.includes(one));
    isNew = added.length > 0;
    return isNew ? [...known, ...added].slice(-MOST_KEPT) : known;
  });
  return isNew;
}

/**
 * Opens the drawer at the printer of this tablet once for these payments or refunds in cash; they are
 * its reason. Noted first, so that a reload or a second tab does not open it again. They are booked
 * whether it opens or not; the result is what went wrong.
 */
export function useDrawerFor(causes: readonly string[]): unknown {
  const printer = useDrawerPrinter();
  const [problem, setProblem] = useState<unknown>(null);
  const all = causes.join(' ');
  useEffect(() => {
    if (all === '' || printer === undefined || !note(all.split(' '))) return;
    openDrawerAt(printer).catch(setProblem);
  }, [all, printer]);
  return problem;
}

/** The cash among the tenders of a sale, each part of a payment for itself. */
export const cashIn = (tenders: readonly AcceptedTender[]): string[] =>
  tenders.filter(({ isCash }) => isCash === true).map(({ key }) => key);

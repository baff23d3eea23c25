import { type Done, sale } from '../sale.js';
import { useDrawer } from './use-drawer.js';

/**
 * Opens the drawer once a sale was paid in cash, also in part: the sale is its reason. Noted first, so
 * that a reload or a second tab does not open it again.
 */
export function useDrawerAfterCash({ key, tenders, isDrawerOpened }: Done): unknown {
  const isDue = tenders.some(({ isCash }) => isCash === true) && isDrawerOpened !== true;
  return useDrawer(isDue, () =>
    sale.set(current =>
      current.done?.key === key
        ? { ...current, done: { ...current.done, isDrawerOpened: true } }
        : current,
    ),
  );
}

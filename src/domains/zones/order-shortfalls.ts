import type { Tx } from '../../platform/database/tx.js';
import { conflict } from '../../platform/http/failure.js';
import { formatMoney, minor } from '../../platform/money.js';
import { shownQuantity } from '../../platform/quantity.js';
import type { Staff } from '../access/index.js';
import { onOrder, saveOrder } from '../procurement/index.js';
import { findStore, resolveStore } from '../stores/index.js';
import { listParLevels, lockOrdering } from './par-repository.js';
import { linesToOrder } from './rules.js';
import type { ShortfallOrder } from './schemas.js';

/** Maximum lines of a purchase order; the next request orders the rest. */
const MAX_LINES = 250;

/** Drafts a purchase order for the shortfalls of a store that are not on order yet. */
export async function orderShortfalls(tx: Tx, caller: Staff, input: ShortfallOrder, now: Date) {
  const storeId = await resolveStore(tx, caller, input.store);
  await lockOrdering(tx, storeId);
  const currency = (await findStore(tx, storeId))?.currency ?? '';
  const isBelowMinimum = input.below_minimum === true ? true : undefined;
  const short = await listParLevels(
    tx,
    { storeIds: [storeId], isShort: true, isBelowMinimum },
    undefined,
    null,
  );
  const coming = await onOrder(
    tx,
    storeId,
    short.map(level => level.variant_id),
  );
  const lines = linesToOrder(
    short.map(level => ({
      ...level,
      costMinor: level.cost === null ? null : minor(level.cost, currency),
    })),
    coming,
  );
  if (lines.length === 0) {
    throw conflict(
      'NOTHING_TO_ORDER',
      'There are no shortfalls, or all of them are already on order.',
    );
  }
  return saveOrder(
    tx,
    caller,
    undefined,
    {
      store: storeId,
      vendor_name: input.vendor_name,
      expected_date: input.expected_date,
      notes: 'From par levels',
      lines: lines.slice(0, MAX_LINES).map(({ variantId, unit, quantity, costMinor }) => ({
        variant_id: variantId,
        ordered_quantity: shownQuantity(quantity, unit ?? 'piece'),
        unit_cost: formatMoney(costMinor, currency),
      })),
    },
    now,
  );
}

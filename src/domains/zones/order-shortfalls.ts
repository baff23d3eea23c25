import type { Tx } from '../../platform/database/tx.js';
import { conflict } from '../../platform/http/failure.js';
import { formatMoney, minor } from '../../platform/money.js';
import type { Staff } from '../access/index.js';
import { onOrder, saveOrder } from '../procurement/index.js';
import { resolveStore } from '../stores/index.js';
import { listParLevels, lockOrdering } from './par-repository.js';
import { wantedOf } from './rules.js';
import type { ShortfallOrder } from './schemas.js';

/** As many lines as a purchase order holds; what is left over comes with the next one. */
const MAX_LINES = 250;

/** Drafts a purchase order for what the zones of a store lack and nobody has ordered yet. */
export async function orderShortfalls(tx: Tx, caller: Staff, wish: ShortfallOrder, now: Date) {
  const storeId = await resolveStore(tx, caller, wish.store);
  await lockOrdering(tx, storeId);
  const isBelowMinimum = wish.below_minimum === true ? true : undefined;
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
  const wanted = wantedOf(
    short.map(level => ({ ...level, costMinor: level.cost === null ? null : minor(level.cost) })),
    coming,
  );
  if (wanted.length === 0) {
    throw conflict('NOTHING_TO_ORDER', 'Nothing is missing that is not on order already.');
  }
  return saveOrder(
    tx,
    caller,
    undefined,
    {
      store: storeId,
      vendor_name: wish.vendor_name,
      expected_date: wish.expected_date,
      notes: 'From par levels',
      lines: wanted.slice(0, MAX_LINES).map(({ variantId, quantity, costMinor }) => ({
        variant_id: variantId,
        ordered_quantity: quantity,
        unit_cost: formatMoney(costMinor),
      })),
    },
    now,
  );
}

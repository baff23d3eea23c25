import { addMs, DAY_MS } from '../../platform/clock.js';
import type { Tx } from '../../platform/database/tx.js';
import { conflict } from '../../platform/http/failure.js';
import { localDay } from '../../platform/local-day.js';
import { formatMoney } from '../../platform/money.js';
import { shownQuantity } from '../../platform/quantity.js';
import type { Staff } from '../access/index.js';
import { saveOrder } from '../procurement/index.js';
import { findStore, resolveStore } from '../stores/index.js';
import { findSupplier } from '../suppliers/index.js';
import { lockOrdering } from './par-repository.js';
import { proposeLines } from './propose-orders.js';
import type { ShortfallOrder } from './schemas.js';

/** Maximum lines of a purchase order; the next request orders the rest. */
const MAX_LINES = 250;

/** Drafts a purchase order for the shortfalls of a store that are not on order yet. */
export async function orderShortfalls(tx: Tx, caller: Staff, input: ShortfallOrder, now: Date) {
  const { supplier } = input;
  const storeId = await resolveStore(tx, caller, input.store);
  await lockOrdering(tx, storeId);
  const store = await findStore(tx, storeId);
  const currency = store?.currency ?? '';
  const isBelowMinimum = input.below_minimum === true ? true : undefined;
  const inPacks = supplier !== undefined;
  const proposed = await proposeLines(tx, storeId, { isBelowMinimum, inPacks });
  const lines =
    supplier === undefined
      ? proposed
      : proposed.filter(line => line.article?.supplier_id === supplier.toLowerCase());
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
      supplier,
      vendor_name: input.vendor_name,
      expected_date:
        input.expected_date ?? (await arrivalOf(tx, supplier, store?.time_zone ?? 'UTC', now)),
      notes: 'From par levels and reorder points',
      lines: lines.slice(0, MAX_LINES).map(({ variantId, unit, quantity, costMinor }) => ({
        variant_id: variantId,
        ordered_quantity: shownQuantity(quantity, unit ?? 'piece'),
        unit_cost: formatMoney(costMinor, currency),
      })),
    },
    now,
  );
}

/** The day of the store on which an order of today arrives; undefined if nobody knows. */
async function arrivalOf(
  tx: Tx,
  supplierId: string | undefined,
  timeZone: string,
  now: Date,
): Promise<string | undefined> {
  const supplier = supplierId === undefined ? undefined : await findSupplier(tx, supplierId);
  if (supplier === undefined || supplier.lead_days === null) return undefined;
  return localDay(addMs(now, supplier.lead_days * DAY_MS), timeZone);
}

import type { Tx } from '../../platform/database/tx.js';
import { type FieldErrors, invalidField, refuseFields } from '../../platform/http/failure.js';
import { refuseFractions } from '../../platform/http/refuse-fractions.js';
import { newId } from '../../platform/ids.js';
import { formatMoney, minor } from '../../platform/money.js';
import { record } from '../../platform/work/events/outbox.js';
import type { Staff } from '../access/index.js';
import { refuseBundles, stepsOfField, variantsOfRefs } from '../inventory/index.js';
import { findStore, resolveStore } from '../stores/index.js';
import { deliveryByDeliveryId } from '../tasks/index.js';
import { orderSaved } from './events.js';
import { lockVisibleOrder, visibleOrder } from './find-order.js';
import {
  insertOrder,
  type NewLine,
  type Order,
  setCurrencyOfStore,
  updateOrder,
  writeLines,
} from './repository.js';
import { refuseChange } from './rules.js';
import type { OrderInput } from './schemas.js';
import { supplierOf } from './supplier-of-order.js';

/** Creates a draft or updates an order; after submission only internal fields can change. */
export async function saveOrder(
  tx: Tx,
  caller: Staff,
  ref: string | undefined,
  change: Partial<OrderInput>,
  now: Date,
): Promise<Order> {
  const before = ref === undefined ? undefined : await lockVisibleOrder(tx, caller, ref);
  const refused = before && refuseChange(before.status, change);
  if (refused) throw refused;

  const { store, supplier, vendor_name, delivery, lines, ...columns } = change;
  const storeId =
    store === undefined ? (before?.store_id ?? '') : await resolveStore(tx, caller, store);
  const deliveryRef = delivery === undefined ? (before?.delivery ?? null) : delivery;
  const row = {
    ...columns,
    ...(await supplierOf(tx, before, { supplier, vendor_name })),
    store_id: storeId,
    delivery_id: await deliveryAt(tx, deliveryRef, storeId),
  };
  const id = before?.id ?? newId(now);
  if (before) {
    await updateOrder(tx, id, row);
    if (storeId !== before.store_id) await setCurrencyOfStore(tx, id);
  } else {
    const created = { ...row, id, created_by: caller.userId, created_at: now };
    await insertOrder(tx, created, now.getUTCFullYear());
  }
  const currency =
    before?.store_id === storeId
      ? before.currency
      : ((await findStore(tx, storeId))?.currency ?? '');
  if (lines) await refuseBundles(writeLines(tx, id, await linesOf(tx, lines, currency)));
  else if (before) refuseFractions(currency, costsOf(before));
  const saved = await visibleOrder(tx, caller, id);
  await record(tx, orderSaved(saved));
  return saved;
}

/** The costs that an order keeps when it moves to a store of another currency. */
const costsOf = ({ lines }: Order): Record<string, string> =>
  Object.fromEntries(lines.map((line, index) => [`lines.${index}.unit_cost`, line.unit_cost]));

/** Checked on every save, because the order may have moved to another store. */
async function deliveryAt(tx: Tx, ref: string | null, storeId: string): Promise<string | null> {
  if (ref === null) return null;
  const delivery = await deliveryByDeliveryId(tx, ref);
  if (delivery?.store_id === storeId) return delivery.id;
  throw invalidField('delivery', 'There is no such delivery for this store.');
}

async function linesOf(tx: Tx, lines: OrderInput['lines'], currency: string): Promise<NewLine[]> {
  const variants = await variantsOfRefs(tx, lines, index => `lines.${index}.`);
  const ids = variants.map(({ id }) => id);
  const fields: FieldErrors = {};
  ids.forEach((id, index) => {
    if (ids.indexOf(id) < index) fields[`lines.${index}`] = ['This variant is listed twice.'];
  });
  refuseFields(fields, 'DUPLICATE_LINE');
  return lines.map((line, index) => ({
    id: newId(),
    variant_id: ids[index] ?? '',
    ordered_quantity: stepsOfField(
      `lines.${index}.ordered_quantity`,
      line.ordered_quantity,
      variants[index]?.unit ?? 'piece',
    ),
    unit_cost: formatMoney(minor(line.unit_cost, currency), currency),
    over_receipt_percent: line.over_receipt_percent ?? 0,
  }));
}

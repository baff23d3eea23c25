import type { Tx } from '../../platform/database/tx.js';
import { conflict, notFound } from '../../platform/http/failure.js';
import type { Platform } from '../../platform/platform.js';
import { record } from '../../platform/work/events/outbox.js';
import type { Staff } from '../access/index.js';
import { saleUpdated } from './events.js';
import { visibleSale } from './read-sale.js';
import { lockSale, type Sale, updateLabels } from './repository.js';
import { isPayable } from './rules.js';

/** Writes the pick-up name and the note of a sale that is not paid yet. */
export async function labelSale(
  tx: Tx,
  { clock }: Pick<Platform, 'clock'>,
  caller: Staff,
  ref: string,
  labels: { pickup_name?: string; note?: string },
): Promise<Sale> {
  const found = await visibleSale(tx, caller, ref);
  const sale = await lockSale(tx, found.id);
  if (sale === undefined) throw notFound('Transaction', 'TRANSACTION_NOT_FOUND');
  const changed = { ...sale, ...labels };
  if (changed.pickup_name === sale.pickup_name && changed.note === sale.note) return sale;
  if (!isPayable(sale.status)) {
    throw conflict('INVALID_STATE', `The note of a sale that is ${sale.status} stays.`, {
      status: sale.status,
    });
  }
  await updateLabels(tx, sale.id, labels, clock.now());
  await record(tx, saleUpdated(sale, { status: sale.status, changed: ['notes'] }));
  return changed;
}

import type { Tx } from '../../platform/database/tx.js';
import { type FieldErrors, invalidField, refuseFields } from '../../platform/http/failure.js';
import { newId } from '../../platform/ids.js';
import { record } from '../../platform/work/events/outbox.js';
import { maySee, type Staff } from '../access/index.js';
import { refuseBundles, stepsOfField, variantsOfRefs } from '../inventory/index.js';
import { findStore } from '../stores/index.js';
import { eventsOf } from './events.js';
import { visibleTransfer } from './find-transfer.js';
import { insertLines, insertTransfer, type NewLine, type Transfer } from './repository.js';
import type { TransferInput } from './schemas.js';

/** Asks for goods of another store, or announces goods to it. Moves and reserves nothing yet. */
export async function requestTransfer(
  tx: Tx,
  caller: Staff,
  input: TransferInput,
  now: Date,
): Promise<Transfer> {
  const stores = await storesOf(tx, caller, input);
  const lines = await linesOf(tx, input.lines);
  const id = newId(now);
  const row = { ...stores, id, notes: input.notes ?? '', created_at: now };
  await insertTransfer(tx, { ...row, requested_by: caller.userId }, now.getUTCFullYear());
  await refuseBundles(insertLines(tx, id, lines));
  const transfer = await visibleTransfer(tx, caller, id);
  await record(tx, ...eventsOf(transfer));
  return transfer;
}

/** The caller works for one of the stores; the other one may be any active store of the chain. */
async function storesOf(tx: Tx, caller: Staff, input: TransferInput) {
  const fields = ['from_store', 'to_store'] as const;
  const [from, to] = await Promise.all(fields.map(field => findStore(tx, input[field])));
  if (!from?.is_active) throw invalidField('from_store', 'There is no such store.');
  if (!to?.is_active) throw invalidField('to_store', 'There is no such store.');
  if (from.id === to.id) throw invalidField('to_store', 'Must be another store than from_store.');
  if (!maySee(caller, from.id) && !maySee(caller, to.id)) {
    throw invalidField('to_store', 'One of the two stores must be yours.');
  }
  return { from_store_id: from.id, to_store_id: to.id };
}

async function linesOf(tx: Tx, lines: TransferInput['lines']): Promise<NewLine[]> {
  const variants = await variantsOfRefs(tx, lines, index => `lines.${index}.`);
  const ids = variants.map(({ id }) => id);
  const fields: FieldErrors = {};
  ids.forEach((id, index) => {
    if (ids.indexOf(id) < index) fields[`lines.${index}`] = ['This variant is listed twice.'];
  });
  refuseFields(fields, 'DUPLICATE_LINE');
  return variants.map(({ id, unit }, index) => ({
    id: newId(),
    variant_id: id,
    requested_quantity: stepsOfField(`lines.${index}.quantity`, lines[index]?.quantity ?? 0, unit),
  }));
}

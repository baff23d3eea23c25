import type { Tx } from '../../platform/database/tx.js';
import { invalidField, refuseFields } from '../../platform/http/failure.js';
import type { Staff } from '../access/index.js';
import { insufficientStock, reserve } from '../inventory/index.js';
import { lockForAction } from './find-transfer.js';
import { finishStep, purposeOf } from './finish-step.js';
import { matchLines } from './match-lines.js';
import { type Transfer, writePacked } from './repository.js';
import type { PackInput } from './schemas.js';

/** Packs the goods at the sending store and reserves them there, all lines or none. */
export async function packTransfer(
  tx: Tx,
  caller: Staff,
  ref: string,
  input: PackInput,
  now: Date,
): Promise<Transfer> {
  const transfer = await lockForAction(tx, caller, ref, 'pack');
  const packed = await packedLines(tx, transfer, input);
  const lines = packed.filter(({ quantity }) => quantity > 0);
  if (lines.length === 0) {
    throw invalidField('lines', 'Nothing is packed; cancel the transfer instead.');
  }
  const held = await reserve(tx, {
    purpose: purposeOf(transfer),
    storeId: transfer.from_store_id,
    lines,
  });
  if (!held.ok) throw insufficientStock(held.shortages);
  await writePacked(tx, packed);
  return finishStep(tx, caller, transfer, {
    status: 'packed',
    packed_at: now,
    packed_by: caller.userId,
  });
}

async function packedLines(tx: Tx, { lines }: Transfer, input: PackInput) {
  if (input.lines === undefined) {
    return lines.map(line => ({
      lineId: line.id,
      variantId: line.variant_id,
      quantity: line.requested_quantity,
    }));
  }
  const matched = await matchLines(tx, lines, input.lines);
  const unknown = matched.filter(({ line }) => line === undefined);
  refuseFields(
    Object.fromEntries(
      unknown.map(({ index }) => [`lines.${index}`, ['This variant is not in the transfer.']]),
    ),
    'UNKNOWN_LINE',
  );
  return matched.map(({ line, variantId, quantity }) => ({
    lineId: line?.id ?? '',
    variantId,
    quantity,
  }));
}

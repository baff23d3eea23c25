import type { Tx } from '../../platform/database/tx.js';
import { type FieldErrors, forbidden, refuseFields } from '../../platform/http/failure.js';
import { newId } from '../../platform/ids.js';
import { shownQuantity } from '../../platform/quantity.js';
import { can, type Staff } from '../access/index.js';
import { refuseBundles, takeInGoods } from '../inventory/index.js';
import { lockForAction } from './find-transfer.js';
import { finishStep } from './finish-step.js';
import { type Matched, matchLines } from './match-lines.js';
import { insertLines, type ReceivedLine, type Transfer, writeReceived } from './repository.js';
import type { ReceiveInput } from './schemas.js';

type Arrived = ReceivedLine & { variantId: string };
type Input = NonNullable<ReceiveInput['lines']>[number];

/** Takes what arrived into the stock of the receiving store, with a reason for each difference. */
export async function receiveTransfer(
  tx: Tx,
  caller: Staff,
  ref: string,
  input: ReceiveInput,
  now: Date,
): Promise<Transfer> {
  const transfer = await lockForAction(tx, caller, ref, 'receive');
  const arrived = await arrivedLines(tx, caller, transfer, input);
  await writeReceived(tx, arrived);
  const lines = arrived.filter(({ quantity }) => quantity > 0);
  if (lines.length > 0) {
    await takeInGoods(tx, {
      reference: transfer.id,
      storeId: transfer.to_store_id,
      lines,
      reason: transfer.number,
      actorId: caller.userId,
    });
  }
  return finishStep(tx, caller, transfer, {
    status: 'received',
    received_at: now,
    received_by: caller.userId,
  });
}

async function arrivedLines(
  tx: Tx,
  caller: Staff,
  transfer: Transfer,
  input: ReceiveInput,
): Promise<Arrived[]> {
  if (input.lines === undefined) {
    return transfer.lines.map(line => ({
      lineId: line.id,
      variantId: line.variant_id,
      quantity: line.packed_quantity ?? 0,
      reason: null,
      note: '',
    }));
  }
  const matched = await matchLines(tx, transfer.lines, input.lines);
  refuseFields(missingReasons(matched));
  refuseSurplus(caller, matched);
  const extra = matched
    .filter(({ line }) => line === undefined)
    .map(({ variantId }) => ({
      id: newId(),
      variant_id: variantId,
      requested_quantity: 0,
      packed_quantity: 0,
    }));
  if (extra.length > 0) {
    await refuseBundles(insertLines(tx, transfer.id, extra, transfer.lines.length));
  }
  const extraIds = new Map(extra.map(line => [line.variant_id, line.id]));
  return matched.map(({ line, variantId, quantity, input: { reason, note } }) => {
    const isDifferent = quantity !== (line?.packed_quantity ?? 0);
    return {
      lineId: line?.id ?? extraIds.get(variantId) ?? '',
      variantId,
      quantity,
      reason: isDifferent ? (reason ?? null) : null,
      note: note ?? '',
    };
  });
}

/** More than was packed adds stock that no store gave, like an adjustment. */
function refuseSurplus(caller: Staff, matched: readonly Matched<Input>[]): void {
  const isMore = matched.some(({ line, quantity }) => quantity > (line?.packed_quantity ?? 0));
  if (!isMore || can(caller, 'stock.adjust')) return;
  throw forbidden(
    'Receiving more than was packed needs the permission to adjust stock (stock.adjust).',
    'PERMISSION_DENIED',
  );
}

function missingReasons(matched: readonly Matched<Input>[]): FieldErrors {
  const fields: FieldErrors = {};
  for (const { index, line, unit, quantity, input } of matched) {
    const packed = line?.packed_quantity ?? 0;
    if (quantity === packed || input.reason !== undefined) continue;
    const came = `${shownQuantity(quantity, unit)} of ${shownQuantity(packed, unit)}`;
    fields[`lines.${index}.reason`] = [`Required, because ${came} packed arrived.`];
  }
  return fields;
}

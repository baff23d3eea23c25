import type { Reader, Tx } from '../../platform/database/tx.js';
import { forbidden, notFound } from '../../platform/http/failure.js';
import { maySee, type Staff } from '../access/index.js';
import { lockTransfer, type Transfer, transferByRef } from './repository.js';
import { ACTIONS, refuseAction, type TransferAction } from './rules.js';

/** Throws 404 unless the caller works for one of the two stores. */
export async function visibleTransfer(
  reader: Reader,
  caller: Staff,
  ref: string,
): Promise<Transfer> {
  const transfer = await transferByRef(reader, ref);
  const isSeen =
    transfer !== undefined &&
    (maySee(caller, transfer.from_store_id) || maySee(caller, transfer.to_store_id));
  if (!isSeen) throw notFound('Transfer');
  return transfer;
}

/** Locks a transfer for a step; reads after locking, because the previous holder changed it. */
export async function lockForAction(
  tx: Tx,
  caller: Staff,
  ref: string,
  action: TransferAction,
): Promise<Transfer> {
  await lockTransfer(tx, ref);
  const transfer = await visibleTransfer(tx, caller, ref);
  const { side } = ACTIONS[action];
  const storeId = side === 'from' ? transfer.from_store_id : transfer.to_store_id;
  if (side !== 'either' && !maySee(caller, storeId)) {
    throw forbidden(
      side === 'from'
        ? 'Only the sending store can do this.'
        : 'Only the receiving store can do this.',
    );
  }
  const refused = refuseAction(transfer.status, action);
  if (refused) throw refused;
  return transfer;
}

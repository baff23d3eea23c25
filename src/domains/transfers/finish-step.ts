import type { Updateable } from 'kysely';
import type { StockTransfers } from '../../platform/database/tables.js';
import type { Tx } from '../../platform/database/tx.js';
import { record } from '../../platform/work/events/outbox.js';
import type { Staff } from '../access/index.js';
import { eventsOf } from './events.js';
import { visibleTransfer } from './find-transfer.js';
import { type Transfer, updateTransfer } from './repository.js';

/** The reservation of packed goods at the sending store. */
export const purposeOf = ({ id }: { id: string }): string => `transfer:${id}`;

/** Writes the new state, records its events and returns the transfer as it is now. */
export async function finishStep(
  tx: Tx,
  caller: Staff,
  { id }: Transfer,
  change: Updateable<StockTransfers>,
): Promise<Transfer> {
  await updateTransfer(tx, id, change);
  const transfer = await visibleTransfer(tx, caller, id);
  await record(tx, ...eventsOf(transfer));
  return transfer;
}

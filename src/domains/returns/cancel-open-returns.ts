import type { Tx } from '../../platform/database/tx.js';
import { record } from '../../platform/work/events/outbox.js';
import { closeTask } from '../tasks/index.js';
import { lockSale } from '../transactions/index.js';
import { requestTaskId } from './announce-return.js';
import { dropReturn } from './drop-return.js';
import { returnUpdated } from './events.js';
import { openReturnsOf, updateReturn } from './repository.js';

/** Cancels the open returns of a voided sale; completed returns stay unchanged. */
export async function cancelOpenReturns(tx: Tx, saleId: string, now: Date): Promise<void> {
  const sale = await lockSale(tx, saleId);
  if (sale?.status !== 'voided') return;
  for (const row of await openReturnsOf(tx, saleId)) {
    await dropReturn(tx, row, sale, { userId: sale.voided_by, terminalId: null });
    const change = { status: 'cancelled' as const, updated_at: now };
    await updateReturn(tx, row.id, change);
    if (row.requested_online) await closeTask(tx, requestTaskId(row), null, now);
    await record(tx, returnUpdated({ ...row, ...change }));
  }
}

import type { Tx } from '../../platform/database/tx.js';
import { record } from '../../platform/events/outbox.js';
import type { ReturnRow } from './repository.js';

type Told = Pick<
  ReturnRow,
  'id' | 'return_number' | 'store_id' | 'transaction_number' | 'status' | 'refund_amount'
>;

/** A new return is shown live at the store; what becomes of it later is for whoever follows it. */
export const tellReturn = (
  tx: Tx,
  event: 'return.created' | 'return.updated',
  row: Told,
  terminalId: string | null = null,
): Promise<void> =>
  record(tx, {
    event,
    live: event === 'return.created',
    storeId: row.store_id,
    terminalId,
    subjectId: row.id,
    data: {
      id: row.id,
      return_number: row.return_number,
      transaction_id: row.transaction_number,
      status: row.status,
      refund_amount: row.refund_amount,
    },
  });

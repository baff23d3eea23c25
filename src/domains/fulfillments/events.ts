import type { Tx } from '../../platform/database/tx.js';
import { record } from '../../platform/events/outbox.js';
import type { Fulfillment } from './repository.js';

type Told = Pick<
  Fulfillment,
  'id' | 'store_id' | 'transaction_number' | 'fulfillment_type' | 'status'
>;

export const tellFulfillment = (
  tx: Tx,
  event: 'fulfillment.created' | 'fulfillment.updated',
  row: Told,
): Promise<void> =>
  record(tx, {
    event,
    storeId: row.store_id,
    subjectId: row.id,
    data: {
      id: row.id,
      transaction_id: row.transaction_number,
      fulfillment_type: row.fulfillment_type,
      status: row.status,
    },
  });

import type { Tx } from '../../../platform/database/tx.js';
import { record } from '../../../platform/events/outbox.js';
import type { Payment } from '../../payments/index.js';
import type { Sale, SaleStatus } from '../../transactions/index.js';

/** Live: the screens of the store show the new status at once. */
export const recordSaleEvent = (
  tx: Tx,
  sale: Sale,
  status: SaleStatus,
  more: Record<string, unknown> = {},
): Promise<void> =>
  record(tx, {
    event: status === 'completed' ? 'transaction.completed' : 'transaction.updated',
    live: true,
    storeId: sale.store_id,
    terminalId: sale.terminal_id,
    subjectId: sale.id,
    data: {
      transaction_id: sale.transaction_number,
      status,
      total_amount: sale.total_amount,
      total_paid: sale.total_paid,
      change_due: sale.change_due,
      source_system: sale.source_system,
      ...more,
    },
  });

export const recordPaymentEvent = (
  tx: Tx,
  payment: Pick<Payment, 'id' | 'store_id' | 'transaction_id' | 'status'>,
): Promise<void> =>
  record(tx, {
    event: 'payment.saved',
    storeId: payment.store_id,
    subjectId: payment.id,
    data: { id: payment.id, sale_id: payment.transaction_id, status: payment.status },
  });

import type { Tx } from '../../../../platform/database/tx.js';
import { record } from '../../../../platform/events/outbox.js';
import type { Platform } from '../../../../platform/platform.js';
import type { Sent } from '../../../fulfillments/index.js';
import type { Payment } from '../../../payments/index.js';
import type { SellingStore } from '../../../stores/index.js';
import type { Sale, SaleLine, SaleStatus } from '../../../transactions/index.js';
import type { Checkout } from '../repository.js';

/** An attempt that is being settled, with all its rows locked. */
export type Scene = {
  tx: Tx;
  platform: Platform;
  store: SellingStore;
  checkout: Checkout;
  sale: Sale;
  lines: readonly SaleLine[];
  /** What left the house before the money came. */
  sent: readonly Sent[];
  payment: Payment;
  methodCode: string | null;
  now: Date;
  /** The goods went away when they were taken last; now their absence is to be dealt with. */
  goodsFirst: boolean;
  /** Refunds that were opened and are to be run after the commit. */
  refundIds: string[];
};

/** Says on the screens of the store what became of a sale. */
export const tellSale = (
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

export const tellPayment = (
  tx: Tx,
  payment: Pick<Payment, 'id' | 'store_id' | 'transaction_id' | 'status'>,
): Promise<void> =>
  record(tx, {
    event: 'payment.saved',
    storeId: payment.store_id,
    subjectId: payment.id,
    data: { id: payment.id, sale_id: payment.transaction_id, status: payment.status },
  });

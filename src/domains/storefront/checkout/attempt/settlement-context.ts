import type { Tx } from '../../../../platform/database/tx.js';
import type { Platform } from '../../../../platform/platform.js';
import type { Sent } from '../../../fulfillments/index.js';
import type { Payment } from '../../../payments/index.js';
import type { SellingStore } from '../../../stores/index.js';
import type { Sale, SaleLine } from '../../../transactions/index.js';
import type { Checkout } from '../repository.js';

/** The attempt being settled, with its checkout, sale and payment rows locked. */
export type SettlementContext = {
  tx: Tx;
  platform: Platform;
  store: SellingStore;
  checkout: Checkout;
  sale: Sale;
  lines: readonly SaleLine[];
  /** Items that were shipped before the payment arrived. */
  sent: readonly Sent[];
  payment: Payment;
  methodCode: string | null;
  now: Date;
  /** Set on the second run, after the first found the reservation gone: commit stock first. */
  stockFirst: boolean;
  /** Refunds opened in this transaction, to run after commit. */
  refundIds: string[];
};

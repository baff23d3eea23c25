import type { Tx } from '../../../platform/database/tx.js';
import type { Platform } from '../../../platform/platform.js';
import type { Sent } from '../../fulfillments/index.js';
import type { Payment } from '../../payments/index.js';
import type { SellingStore } from '../../stores/index.js';
import type { Sale, SaleLine } from '../../transactions/index.js';
import type { Checkout } from './repository.js';

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

import { formatMoney } from '../../../../platform/money.js';
import type { ProcessorType } from '../../../payments/index.js';
import type { WebSession } from '../../../people/index.js';
import { type NewLine, type NewSale, promotionAdjustments } from '../../../transactions/index.js';
import type { PreparedOrder } from '../order/prepare-order.js';
import { attributionOf } from '../order/promotions.js';

/**
 * Sale and payment of an attempt while its card is charged. It is stored with the checkout before
 * the charge and has all that the rows need, so that any process can write them afterwards.
 */
export type AttemptDraft = {
  sale: Omit<NewSale, 'number' | 'createdAt' | 'expiresAt'> & { createdAt: string };
  lines: NewLine[];
  payment: DraftPayment;
  /** The number of the sale, and when the attempt was opened by the database's clock. */
  number: string;
  openedAt: string;
};

export type DraftPayment = {
  id: string;
  methodId: string;
  methodCode: string;
  processorType: ProcessorType;
  cardLastFour: string | null;
};

/** The database adds the number and the time. */
export type NewDraft = Omit<AttemptDraft, 'number' | 'openedAt'>;

/** The sale of an order before it is paid. */
export const unpaidSale = (
  session: WebSession,
  id: string,
  { store, form, totals }: PreparedOrder,
): Omit<NewSale, 'createdAt' | 'expiresAt'> => ({
  id,
  storeId: store.id,
  terminalId: null,
  employeeId: null,
  customerId: session.userId,
  source: 'web_commerce',
  status: 'pending',
  currency: store.currency,
  subtotal: formatMoney(totals.subtotalMinor),
  promotionDiscount: formatMoney(totals.discountMinor),
  taxAmount: formatMoney(totals.taxMinor),
  shippingAmount: formatMoney(totals.shippingMinor),
  totalAmount: formatMoney(totals.totalMinor),
  attribution: attributionOf(session, totals.applied),
  variances: [],
  adjustments: promotionAdjustments(totals.lines),
  priceOverridden: false,
  taxVariance: '0.00',
  notes: '',
  customerEmail: form.email,
});

/** The sale of a draft as a record that `insertSale` takes. */
export const saleOfDraft = ({ sale, number }: AttemptDraft): NewSale & { number: string } => ({
  ...sale,
  number,
  createdAt: new Date(sale.createdAt),
  expiresAt: null,
});

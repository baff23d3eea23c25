import type { Language } from '../../../../platform/language.js';
import { formatMoney } from '../../../../platform/money.js';
import type { ProcessorType } from '../../../payments/index.js';
import type { WebSession } from '../../../people/index.js';
import {
  type NewLine,
  type NewSale,
  overParts,
  promotionAdjustments,
} from '../../../transactions/index.js';
import type { OrderForm } from '../order/order-form.js';
import type { PreparedOrder } from '../order/prepare-order.js';
import { attributionOf } from '../order/promotions.js';

type UnpaidSale = NewSale & Required<Pick<NewSale, 'attribution' | 'adjustments'>>;

type VaryingField =
  | 'id'
  | 'storeId'
  | 'customerId'
  | 'currency'
  | 'subtotal'
  | 'promotionDiscount'
  | 'taxAmount'
  | 'pricesIncludeTax'
  | 'taxExemption'
  | 'shippingTax'
  | 'taxDestination'
  | 'shippingAmount'
  | 'totalAmount'
  | 'attribution'
  | 'adjustments'
  | 'customerEmail'
  | 'mailLanguage';

/**
 * Sale and payment of an attempt while its card is charged. It is stored with the checkout before
 * the charge and has all that the rows need, so that any process can write them afterwards.
 */
export type AttemptDraft = {
  sale: Pick<UnpaidSale, VaryingField> & { createdAt: string };
  /** Unset in drafts of earlier releases, which stored the form in the checkout. */
  form?: OrderForm;
  lines: NewLine[];
  payment: DraftPayment;
  /**
   * Language of the customer's mails; null, or unset in drafts of earlier releases: that of the
   * store.
   */
  language?: Language | null;
  /** The payments by gift card, store credit and points; drafts of earlier releases have `gift` or none. */
  values?: DraftValue[];
  gift?: DraftValue;
  /** The number of the sale, and when the attempt was opened by the database's clock. */
  number: string;
  openedAt: string;
};

export type DraftValue = {
  paymentId: string;
  accountId: string;
  methodId: string;
  amount: string;
};

export const valuesOfDraft = ({ values, gift }: Pick<AttemptDraft, 'values' | 'gift'>) =>
  values ?? (gift === undefined ? [] : [gift]);

export type DraftPayment = {
  id: string;
  methodId: string;
  methodCode: string;
  processorType: ProcessorType;
  cardLastFour: string | null;
};

/** The database adds the number and the time. */
export type NewDraft = Omit<AttemptDraft, 'number' | 'openedAt'>;

/** The part of an unpaid sale that differs from order to order. */
export const draftSale = (
  session: WebSession,
  id: string,
  { store, form, totals, lines, taxExemption, taxDestination, mailLanguage }: PreparedOrder,
  now: Date,
): AttemptDraft['sale'] => ({
  id,
  storeId: store.id,
  customerId: session.userId,
  currency: store.currency,
  pricesIncludeTax: totals.pricesIncludeTax,
  taxExemption,
  subtotal: formatMoney(totals.subtotalMinor, store.currency),
  promotionDiscount: formatMoney(totals.discountMinor, store.currency),
  taxAmount: formatMoney(totals.taxMinor, store.currency),
  shippingAmount: formatMoney(totals.shippingMinor, store.currency),
  shippingTax: formatMoney(totals.shippingTaxMinor, store.currency),
  ...(taxDestination && { taxDestination }),
  totalAmount: formatMoney(totals.totalMinor, store.currency),
  attribution: attributionOf(session, totals.applied, store.currency),
  adjustments: overParts(promotionAdjustments(totals.lines, store.currency), lines, store.currency),
  customerEmail: form.email,
  ...(mailLanguage && { mailLanguage }),
  createdAt: now.toISOString(),
});

/** The sale of an order before it is paid. */
export const unpaidSale = (sale: AttemptDraft['sale'], expiresAt: Date | null): UnpaidSale => ({
  ...sale,
  source: 'web_commerce',
  status: 'pending',
  terminalId: null,
  employeeId: null,
  variances: [],
  priceOverridden: false,
  taxVariance: '0.00',
  notes: '',
  expiresAt,
  createdAt: new Date(sale.createdAt),
});

/** The sale of a draft as a record that `insertSale` takes. */
export const saleOfDraft = ({ sale, number }: AttemptDraft): UnpaidSale & { number: string } => ({
  ...unpaidSale(sale, null),
  number,
});

import { invalidField } from '../../../../platform/http/failure.js';
import { formatMoney, type Minor, minor } from '../../../../platform/money.js';
import {
  type PaymentMethod,
  type ProcessorType,
  parseProcessorType,
  paysByOrder,
} from '../../../payments/index.js';
import type { StoreWithTaxes } from '../../../stores/index.js';
import type { FulfillmentMethod } from '../rules.js';
import type { CompleteRequest } from '../schemas.js';

/** How an order is paid: by a charge, at the store on pickup, or nothing is due. */
export type PaymentPlan =
  | { kind: 'charge'; method: PaymentMethod; processorType: ProcessorType; token: string | null }
  | { kind: 'at_store'; method: PaymentMethod }
  | { kind: 'nothing_due'; method: PaymentMethod };

const FIELD = 'payment_method_id';

/** Validates the chosen method; the list on the shop page is only a preview. */
export function choosePayment(
  method: PaymentMethod | undefined,
  request: Pick<CompleteRequest, 'payment_data'>,
  order: {
    store: StoreWithTaxes;
    fulfillment: FulfillmentMethod;
    /** Without what stored value pays. */
    totalMinor: Minor;
    hasValue: boolean;
  },
): PaymentPlan {
  const { totalMinor, hasValue } = order;
  // Stored value that covers the order needs no other method.
  const isCovered = hasValue && totalMinor === 0;
  if (isCovered && method?.is_active) return { kind: 'nothing_due', method };
  if (!method?.is_active || !method.is_online_available) {
    throw invalidField(
      FIELD,
      'There is no such payment method in the web shop.',
      'UNKNOWN_PAYMENT_METHOD',
    );
  }
  validateAmount(method, totalMinor, order.store.currency);
  if (method.method_type === 'pay_at_store') return payAtStore(method, order);
  if (totalMinor === 0) return { kind: 'nothing_due', method };
  const processorType = parseProcessorType(method.processor_type ?? '');
  if (method.method_type !== 'card' || processorType === undefined) {
    throw invalidField(FIELD, 'This method cannot be used online.', 'METHOD_NOT_USABLE');
  }
  const token = request.payment_data?.token?.trim() || null;
  // Without a token such a processor creates an order, which the shopper then approves.
  if (token === null && !paysByOrder(processorType)) {
    throw invalidField('payment_data.token', 'This field is required.', 'PAYMENT_TOKEN_REQUIRED');
  }
  return { kind: 'charge', method, processorType, token };
}

function validateAmount(method: PaymentMethod, totalMinor: Minor, currency: string): void {
  const { minimum_amount: least, maximum_amount: most } = method;
  if (
    totalMinor >= minor(least, currency) &&
    (most === null || totalMinor <= minor(most, currency))
  )
    return;
  const range = most === null ? `from ${least}` : `from ${least} to ${most}`;
  throw invalidField(
    FIELD,
    `This method takes amounts ${range}; the order is ${formatMoney(totalMinor, currency)}.`,
    'AMOUNT_OUT_OF_RANGE',
  );
}

function payAtStore(
  method: PaymentMethod,
  { store, fulfillment, totalMinor, hasValue }: Parameters<typeof choosePayment>[2],
): PaymentPlan {
  if (hasValue) {
    throw invalidField(
      FIELD,
      'Gift cards, store credit and points cannot be combined with paying at the store.',
      'METHOD_NOT_USABLE',
    );
  }
  if (fulfillment !== 'pickup' || !store.pay_at_store_enabled) {
    throw invalidField(
      FIELD,
      'Only orders that are picked up at a store that offers it can be paid there.',
      'METHOD_NOT_USABLE',
    );
  }
  return totalMinor === 0 ? { kind: 'nothing_due', method } : { kind: 'at_store', method };
}

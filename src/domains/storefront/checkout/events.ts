import type { Payment } from '../../payments/index.js';
import { systemNotification } from '../../stores/index.js';

/** Recorded when an uncertain charge has no outcome after a week. */
export const chargeUnknown = (payment: Payment) =>
  systemNotification({
    storeId: payment.store_id,
    subjectId: payment.id,
    data: {
      kind: 'payment_alert',
      message: 'It is unknown whether a payment was taken; look it up at the processor.',
      payment_id: payment.id,
      amount: payment.amount,
      currency: payment.currency,
    },
  });

import { formatMoney, minor } from '../../../platform/money.js';
import type { CardPayment } from './attempt-repository.js';

export const presentCardPayment = (payment: CardPayment) => ({
  payment_id: payment.payment_id,
  payment_intent_id: payment.processor_transaction_id,
  status: payment.status,
  amount: payment.amount,
  tip: payment.tip,
  failure_code: payment.failure_code,
  message: payment.message,
  card_last_four: payment.card_last_four,
  card_brand: payment.card_brand,
  transaction: {
    transaction_id: payment.transaction_number,
    status: payment.sale_status,
    total_amount: payment.total_amount,
    total_paid: payment.total_paid,
    amount_due: formatMoney(
      minor(payment.total_amount, payment.currency) - minor(payment.total_paid, payment.currency),
      payment.currency,
    ),
  },
});

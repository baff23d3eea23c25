import type { Reader } from '../../platform/database/tx.js';
import { formatMoney } from '../../platform/money.js';
import type { Staff } from '../access/index.js';
import { paymentsOfTransaction, refundsOfTransaction } from '../payments/index.js';
import { requireReturnable, returnableSale } from './create-return.js';
import { methodsOfPayments } from './repository.js';
import { refundableOf, spread } from './rules.js';
import { type ReturnLines, valueReturn } from './write-return.js';

/** What a return would refund if it were opened and completed now, and to which payments. */
export async function previewReturn(
  reader: Reader,
  caller: Staff,
  input: Pick<ReturnLines, 'line_items'> & { transaction: string },
) {
  const sale = await returnableSale(reader, caller, input.transaction);
  requireReturnable(sale);
  const { value } = await valueReturn(reader, sale, input);
  const payments = await paymentsOfTransaction(reader, sale.id);
  const refunds = await refundsOfTransaction(reader, sale.id);
  const methods = await methodsOfPayments(reader, sale.id);
  const shares = spread(value.refundMinor, refundableOf(payments, refunds));
  return {
    transaction: sale.transaction_number,
    currency: sale.currency,
    refund_amount: formatMoney(value.refundMinor, sale.currency),
    payments: shares.map(({ paymentId, amountMinor }) => ({
      name: methods.get(paymentId)?.name ?? '',
      method_type: methods.get(paymentId)?.method_type ?? '',
      card_last_four: methods.get(paymentId)?.card_last_four ?? null,
      amount: formatMoney(amountMinor, sale.currency),
    })),
  };
}

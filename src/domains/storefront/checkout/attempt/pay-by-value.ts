import { brokenConstraint, type Tx } from '../../../../platform/database/tx.js';
import { invalidField } from '../../../../platform/http/failure.js';
import { newId } from '../../../../platform/ids.js';
import { insertPayment } from '../../../payments/index.js';
import { holdValue, postEntry } from '../../../stored-value/index.js';
import type { Sale } from '../../../transactions/index.js';
import type { OrderValue } from '../order/values-of-order.js';

/** Keeps the value that pays a part of an order until its card is charged. */
export async function holdValues(
  tx: Tx,
  sale: { id: string; storeId: string },
  values: readonly OrderValue[],
  at: Date,
): Promise<void> {
  for (const { accountId, units, field } of inLockOrder(values)) {
    const hold = { holdId: sale.id, accountId, amount: units, storeId: sale.storeId, at };
    await refusingOverdraft(field, () => holdValue(tx, hold));
  }
}

/** Pays an order that stored value covers. */
export async function payByValues(
  tx: Tx,
  sale: Sale,
  values: readonly OrderValue[],
  at: Date,
): Promise<void> {
  for (const value of inLockOrder(values)) {
    const payment = await insertPayment(tx, {
      transactionId: sale.id,
      storeId: sale.store_id,
      paymentMethodId: value.methodId,
      amountMinor: value.amountMinor,
      currency: sale.currency,
      status: 'succeeded',
      processorType: null,
      valueAccountId: value.accountId,
      processedAt: at,
    });
    await refusingOverdraft(value.field, () =>
      postEntry(tx, {
        id: newId(),
        accountId: value.accountId,
        kind: 'spent',
        amount: `-${value.units}`,
        sale: { id: sale.id, number: sale.transaction_number },
        storeId: sale.store_id,
        paymentId: payment.id,
        at,
      }),
    );
  }
}

/** Every order takes accounts in the order of their ids, so that two orders never wait for each other. */
const inLockOrder = (values: readonly OrderValue[]): OrderValue[] =>
  [...values].sort((a, b) => (a.accountId < b.accountId ? -1 : 1));

/** The value was spent or blocked elsewhere since it was read. */
async function refusingOverdraft(field: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const constraint = brokenConstraint(error);
    if (constraint !== 'value_not_overdrawn' && constraint !== 'value_account_usable') throw error;
    const message = field.endsWith('gift_card_code')
      ? 'This gift card was used elsewhere; look at its balance.'
      : 'This was used elsewhere; look at what is left.';
    throw invalidField(field, message, 'INSUFFICIENT_BALANCE');
  }
}

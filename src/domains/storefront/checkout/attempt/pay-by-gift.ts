import { brokenConstraint, type Tx } from '../../../../platform/database/tx.js';
import { invalidField } from '../../../../platform/http/failure.js';
import { newId } from '../../../../platform/ids.js';
import { formatMoney } from '../../../../platform/money.js';
import { insertPayment } from '../../../payments/index.js';
import { holdValue, postEntry } from '../../../stored-value/index.js';
import type { Sale } from '../../../transactions/index.js';
import type { OrderGift } from '../order/gift-of-order.js';
import type { AttemptDraft } from './draft.js';

/** Keeps the gift card's part of an order until its card is charged. */
export async function holdGift(tx: Tx, { gift, sale }: AttemptDraft, at: Date): Promise<void> {
  if (gift === undefined) return;
  const { accountId, amount } = gift;
  await refusingOverdraft(() =>
    holdValue(tx, { holdId: sale.id, accountId, amount, storeId: sale.storeId, at }),
  );
}

/** Pays an order that the gift card covers. */
export async function payByGift(tx: Tx, sale: Sale, gift: OrderGift, at: Date): Promise<void> {
  const payment = await insertPayment(tx, {
    transactionId: sale.id,
    storeId: sale.store_id,
    paymentMethodId: gift.methodId,
    amountMinor: gift.amountMinor,
    currency: sale.currency,
    status: 'succeeded',
    processorType: null,
    valueAccountId: gift.accountId,
    processedAt: at,
  });
  await refusingOverdraft(() =>
    postEntry(tx, {
      id: newId(),
      accountId: gift.accountId,
      kind: 'spent',
      amount: formatMoney(-gift.amountMinor),
      sale: { id: sale.id, number: sale.transaction_number },
      storeId: sale.store_id,
      paymentId: payment.id,
      at,
    }),
  );
}

/** The card was spent or blocked elsewhere since it was read. */
async function refusingOverdraft(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const constraint = brokenConstraint(error);
    if (constraint !== 'value_not_overdrawn' && constraint !== 'value_account_usable') throw error;
    throw invalidField(
      'checkout_form_data.gift_card_code',
      'This gift card was used elsewhere; look at its balance.',
      'INSUFFICIENT_BALANCE',
    );
  }
}

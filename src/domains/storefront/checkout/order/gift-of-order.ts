import { invalidField } from '../../../../platform/http/failure.js';
import { type Minor, minor } from '../../../../platform/money.js';
import { listPaymentMethods } from '../../../payments/index.js';
import { isUsable, type PayingAccount } from '../../../stored-value/index.js';
import type { OrderSources } from './order-sources.js';

/** The part of an order that a gift card or store credit pays. */
export type OrderGift = {
  accountId: string;
  methodId: string;
  methodCode: string;
  amountMinor: Minor;
};

const FIELD = 'checkout_form_data.gift_card_code';

/** What the code of the form pays of the order: all of it, or as much as it holds. */
export async function giftOfOrder(
  sources: OrderSources,
  code: string | null | undefined,
  order: { currency: string; totalMinor: Minor; now: Date },
): Promise<OrderGift | null> {
  if (!code || order.totalMinor === 0) return null;
  const account = await sources.account(code);
  if (account === null) {
    throw invalidField(FIELD, 'There is no such gift card.', 'UNKNOWN_GIFT_CARD');
  }
  const amountMinor = payable(account, order);
  const methods = await listPaymentMethods(sources.reader);
  const method = methods.find(
    ({ method_type, is_active }) => method_type === account.kind && is_active,
  );
  if (method === undefined) {
    throw invalidField(FIELD, 'Gift cards are not accepted online.', 'METHOD_NOT_USABLE');
  }
  return {
    accountId: account.id,
    methodId: method.id,
    methodCode: method.code,
    amountMinor,
  };
}

function payable(
  account: PayingAccount,
  { currency, totalMinor, now }: { currency: string; totalMinor: Minor; now: Date },
): Minor {
  if (account.currency !== currency) {
    throw invalidField(
      FIELD,
      `This gift card is in ${account.currency}; the order is in ${currency}.`,
      'GIFT_CARD_CURRENCY',
    );
  }
  if (!isUsable(account, now)) {
    throw invalidField(FIELD, 'This gift card is blocked or has expired.', 'GIFT_CARD_NOT_USABLE');
  }
  const amountMinor = Math.min(totalMinor, minor(account.balance));
  if (amountMinor > 0) return amountMinor;
  throw invalidField(FIELD, 'Nothing is left on this gift card.', 'INSUFFICIENT_BALANCE');
}

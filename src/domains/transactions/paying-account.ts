import { type Failure, invalidField } from '../../platform/http/failure.js';
import type { Platform } from '../../platform/platform.js';
import { hashesOfCode, isUsable, type PaymentCodes } from '../stored-value/index.js';
import type { SaleToPay } from './payment-repository.js';
import type { Tender } from './plan-payment.js';

/** What finds the account of a payment: the code of a store credit, the hashes of a gift card's. */
export const codesOf = (
  { config }: Platform,
  { storeCreditCode, giftCardCode }: Pick<Tender, 'storeCreditCode' | 'giftCardCode'>,
): PaymentCodes => ({
  creditCode: storeCreditCode ?? null,
  giftCardHashes: giftCardCode === undefined ? null : hashesOfCode(config, giftCardCode),
});

export const namesAccount = (tender: Pick<Tender, 'storeCreditCode' | 'giftCardCode'>): boolean =>
  tender.storeCreditCode !== undefined || tender.giftCardCode !== undefined;

/** Refuses a payment by stored value that cannot pay this sale. */
export function checkAccount(
  { account, currency }: SaleToPay,
  { method_type }: NonNullable<SaleToPay['method']>,
  now: Date,
): void {
  if (method_type === 'store_credit') {
    if (account?.kind === method_type && account.currency === currency) return;
    throw invalidField(
      'store_credit_code',
      'There is no such store credit.',
      'UNKNOWN_STORE_CREDIT',
    );
  }
  if (method_type !== 'gift_card') return;
  if (account?.kind !== method_type) {
    throw invalidField('gift_card_code', 'There is no such gift card.', 'UNKNOWN_GIFT_CARD');
  }
  if (account.currency !== currency) {
    throw invalidField(
      'gift_card_code',
      `This gift card is in ${account.currency}; the sale is in ${currency}.`,
      'GIFT_CARD_CURRENCY',
    );
  }
  if (!isUsable(account, now)) throw notUsable();
}

export const notUsable = (): Failure =>
  invalidField(
    'gift_card_code',
    'This gift card is blocked or has expired.',
    'GIFT_CARD_NOT_USABLE',
  );

/** What the constraint on the balance means to the till. */
export const overdrawn = ({ account }: Pick<SaleToPay, 'account'>): Failure =>
  account?.kind === 'gift_card'
    ? invalidField('tendered_amount', 'The gift card does not cover this.', 'INSUFFICIENT_BALANCE')
    : invalidField(
        'store_credit_code',
        'The store credit does not cover this.',
        'INSUFFICIENT_CREDIT',
      );

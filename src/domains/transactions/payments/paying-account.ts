import { type Failure, invalidField } from '../../../platform/http/failure.js';
import { type Minor, minor, sumOf } from '../../../platform/money.js';
import type { Platform } from '../../../platform/platform.js';
import { pointsWorth, takesPoints } from '../../pricing/index.js';
import {
  hashesOfCode,
  isUsable,
  type PaymentCodes,
  paysByHashedCode,
  paysByValue,
  storedCreditCode,
} from '../../stored-value/index.js';
import { giftCardNeedsMoney } from '../gift-card-lines.js';
import type { AskedTender, Tender } from './plan-payment.js';
import type { SaleToPay } from './repository.js';

/** What finds the account of a payment: the code of a store credit, the hashes of a gift card's. */
export const codesOf = (
  { config }: Platform,
  { storeCreditCode, giftCardCode }: Pick<Tender, 'storeCreditCode' | 'giftCardCode'>,
): PaymentCodes => ({
  creditCode: storeCreditCode === undefined ? null : storedCreditCode(storeCreditCode),
  giftCardHashes: giftCardCode === undefined ? null : hashesOfCode(config, giftCardCode),
});

export const namesAccount = (tender: Pick<Tender, 'storeCreditCode' | 'giftCardCode'>): boolean =>
  tender.storeCreditCode !== undefined || tender.giftCardCode !== undefined;

/** Refuses a payment by stored value that cannot pay this sale. */
export function checkAccount(
  sale: SaleToPay,
  { method_type }: NonNullable<SaleToPay['method']>,
  { giftCardCode }: Pick<Tender, 'giftCardCode'>,
  now: Date,
): void {
  const { account, currency } = sale;
  if (method_type === 'store_credit') {
    if (account?.kind === method_type && account.currency === currency) return;
    throw invalidField(
      'store_credit_code',
      'There is no such store credit.',
      'UNKNOWN_STORE_CREDIT',
    );
  }
  if (method_type === 'points') refusePoints(sale);
  if (!paysByHashedCode(method_type)) return;
  if (giftCardCode === undefined) {
    throw invalidField('gift_card_code', 'This field is required to pay by gift card.');
  }
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

/** Points pay for a sale with a customer, in a store that takes them. */
function refusePoints({ account, customer_id, points_value }: SaleToPay): void {
  if (customer_id === null) {
    throw invalidField(
      'payment_method_id',
      'The sale has no customer whose points could pay.',
      'CUSTOMER_REQUIRED',
    );
  }
  if (!takesPoints(points_value)) {
    throw invalidField('payment_method_id', 'This store takes no points.', 'METHOD_NOT_USABLE');
  }
  if (account?.kind !== 'points') throw noPoints();
}

const noPoints = (): Failure =>
  invalidField('tendered_amount', 'The points do not cover this.', 'INSUFFICIENT_BALANCE');

/** Refuses stored value that would have to pay for a gift card of the sale. */
export function refuseGiftCards(
  sale: SaleToPay,
  { method_type }: NonNullable<SaleToPay['method']>,
  acceptedMinor: Minor,
  field: string,
): void {
  if (sale.gift_cards.length === 0 || !paysByValue(method_type)) return;
  const cardsMinor = sumOf(
    sale.gift_cards.map(({ amount, quantity }) => minor(amount, sale.currency) * quantity),
  );
  const goodsMinor = minor(sale.total_amount, sale.currency) - cardsMinor;
  const mostMinor = Math.max(0, goodsMinor - minor(sale.value_paid, sale.currency));
  if (acceptedMinor > mostMinor) throw giftCardNeedsMoney(field, mostMinor, sale.currency);
}

/** Whether a payment says how many points it takes, instead of an amount. */
export const paysInPoints = (
  sale: SaleToPay,
  tender: AskedTender,
): tender is AskedTender & { points: number } =>
  sale.method?.method_type === 'points' && tender.points !== undefined;

/** A payment in points as the amount that they are worth. */
export const withPointsAsMoney = (sale: SaleToPay, asked: AskedTender): Tender => ({
  ...asked,
  tenderedMinor: paysInPoints(sale, asked)
    ? pointsWorth(asked.points, sale.points_value, sale.currency)
    : minor(asked.tendered, sale.currency),
});

/** What the constraint on the balance means to the till. */
export const overdrawn = ({ account }: Pick<SaleToPay, 'account'>): Failure => {
  if (account?.kind === 'points') return noPoints();
  return account?.kind === 'gift_card'
    ? invalidField('tendered_amount', 'The gift card does not cover this.', 'INSUFFICIENT_BALANCE')
    : invalidField(
        'store_credit_code',
        'The store credit does not cover this.',
        'INSUFFICIENT_CREDIT',
      );
};

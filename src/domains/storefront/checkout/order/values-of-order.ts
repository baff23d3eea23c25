import { unitMinorOf } from '../../../../platform/currencies.js';
import { type Failure, invalidField } from '../../../../platform/http/failure.js';
import { formatMoney, type Minor, minor } from '../../../../platform/money.js';
import { listPaymentMethods, type PaymentMethod } from '../../../payments/index.js';
import type { WebSession } from '../../../people/index.js';
import { pointsToPay, pointsWorth, takesPoints } from '../../../pricing/index.js';
import {
  creditsOfCustomer,
  isUsable,
  type PayingAccount,
  pointsOf,
} from '../../../stored-value/index.js';
import { giftCardNeedsMoney } from '../../../transactions/index.js';
import type { CheckoutForm } from '../schemas.js';
import type { OrderSources } from './order-sources.js';

/** The part of an order that a gift card, a store credit or points pay. */
export type OrderValue = {
  accountId: string;
  methodId: string;
  methodCode: string;
  amountMinor: Minor;
  /** What leaves the account: the amount, or points. */
  units: string;
  /** The field of the form that asked for it. */
  field: string;
};

type Order = { currency: string; pointsValue: string; totalMinor: Minor; now: Date };
type Asked = Pick<CheckoutForm, 'gift_card_code' | 'points' | 'use_store_credit'>;

const CODE = 'checkout_form_data.gift_card_code';
const CREDIT = 'checkout_form_data.use_store_credit';
const POINTS = 'checkout_form_data.points';

/** Whether the form asks for stored value. */
export const asksForValue = ({ gift_card_code, points, use_store_credit }: Asked): boolean =>
  Boolean(gift_card_code || points || use_store_credit);

/**
 * What stored value pays of the order: the card of the code first, then the customer's store credit,
 * then points, each as much as it can. Gift cards in the order are left for the payment method.
 */
export async function valuesOfOrder(
  sources: OrderSources,
  session: WebSession,
  asked: Asked,
  { totalMinor, giftCardsMinor, ...terms }: Order & { giftCardsMinor: Minor },
): Promise<OrderValue[]> {
  if (!asksForValue(asked) || totalMinor === 0) return [];
  const order = { ...terms, totalMinor: totalMinor - giftCardsMinor };
  if (order.totalMinor <= 0) throw giftCardNeedsMoney(fieldOf(asked), 0, order.currency);
  const methods = await listPaymentMethods(sources.reader);
  const values: OrderValue[] = [];
  const rest = (): Order => ({
    ...order,
    totalMinor: values.reduce((left, value) => left - value.amountMinor, order.totalMinor),
  });
  if (asked.gift_card_code) {
    values.push(await byCode(sources, methods, asked.gift_card_code, order));
  }
  if (asked.use_store_credit) {
    const used = values.map(value => value.accountId);
    const customerId = customerOf(session, CREDIT);
    values.push(...(await byCredit(sources, methods, customerId, used, rest())));
  }
  if (asked.points) {
    const customerId = customerOf(session, POINTS);
    values.push(...(await byPoints(sources, methods, customerId, asked.points, rest())));
  }
  return values;
}

/** The first field that asks for stored value. */
const fieldOf = ({ gift_card_code, use_store_credit }: Asked): string => {
  if (gift_card_code) return CODE;
  return use_store_credit ? CREDIT : POINTS;
};

/** A token of a cart proves no login. */
function customerOf({ userId, via }: WebSession, field: string): string {
  if (userId !== null && via === 'cookie') return userId;
  throw invalidField(field, 'Log in to pay with this.', 'CUSTOMER_REQUIRED');
}

async function byCode(
  sources: OrderSources,
  methods: readonly PaymentMethod[],
  code: string,
  order: Order,
): Promise<OrderValue> {
  const account = await sources.account(code);
  if (account === null) {
    throw invalidField(CODE, 'There is no such gift card.', 'UNKNOWN_GIFT_CARD');
  }
  const amountMinor = payable(account, order);
  const method = methodFor(methods, account, CODE, 'Gift cards are not accepted online.');
  return orderValue(account, method, amountMinor, CODE);
}

/** The oldest credits first, as many as the order needs. A customer without any causes no error. */
async function byCredit(
  { reader }: OrderSources,
  methods: readonly PaymentMethod[],
  customerId: string,
  used: readonly string[],
  order: Order,
): Promise<OrderValue[]> {
  const credits = await creditsOfCustomer(reader, customerId, order.currency, order.now);
  const values: OrderValue[] = [];
  let leftMinor = order.totalMinor;
  for (const account of credits.filter(({ id }) => !used.includes(id))) {
    if (leftMinor === 0) break;
    const amountMinor = Math.min(leftMinor, minor(account.balance, order.currency));
    const method = methodFor(methods, account, CREDIT, 'Store credit is not accepted online.');
    values.push(orderValue(account, method, amountMinor, CREDIT));
    leftMinor -= amountMinor;
  }
  return values;
}

/** At most as many points as the order needs. */
async function byPoints(
  { reader }: OrderSources,
  methods: readonly PaymentMethod[],
  customerId: string,
  points: number,
  { pointsValue, totalMinor, currency }: Order,
): Promise<OrderValue[]> {
  if (!takesPoints(pointsValue)) throw noPointsHere();
  if (totalMinor === 0) return [];
  const account = await pointsOf(reader, customerId);
  if (account === null || points > Number(account.balance)) {
    throw invalidField(POINTS, 'You do not have that many points.', 'INSUFFICIENT_BALANCE');
  }
  const method = methodFor(methods, account, POINTS, 'Points are not accepted online.');
  const worthMinor = pointsWorth(points, pointsValue, currency);
  const amountMinor = Math.min(totalMinor, worthMinor - (worthMinor % unitMinorOf(currency)));
  if (amountMinor === 0) {
    throw invalidField(POINTS, 'These points are worth nothing here.', 'NOTHING_TENDERED');
  }
  const units = String(pointsToPay(amountMinor, pointsValue, currency));
  return [{ ...orderValue(account, method, amountMinor, POINTS), units }];
}

const noPointsHere = (): Failure =>
  invalidField(POINTS, 'This store takes no points.', 'METHOD_NOT_USABLE');

function methodFor(
  methods: readonly PaymentMethod[],
  { kind }: PayingAccount,
  field: string,
  message: string,
): PaymentMethod {
  const method = methods.find(({ method_type, is_active }) => method_type === kind && is_active);
  if (method === undefined) throw invalidField(field, message, 'METHOD_NOT_USABLE');
  return method;
}

const orderValue = (
  { id, currency }: PayingAccount,
  method: PaymentMethod,
  amountMinor: Minor,
  field: string,
): OrderValue => ({
  accountId: id,
  methodId: method.id,
  methodCode: method.code,
  amountMinor,
  units: formatMoney(amountMinor, currency ?? ''),
  field,
});

function payable(account: PayingAccount, { currency, totalMinor, now }: Order): Minor {
  if (account.currency !== currency) {
    throw invalidField(
      CODE,
      `This gift card is in ${account.currency}; the order is in ${currency}.`,
      'GIFT_CARD_CURRENCY',
    );
  }
  if (!isUsable(account, now)) {
    throw invalidField(CODE, 'This gift card is blocked or has expired.', 'GIFT_CARD_NOT_USABLE');
  }
  const amountMinor = Math.min(totalMinor, minor(account.balance, currency));
  if (amountMinor > 0) return amountMinor;
  throw invalidField(CODE, 'Nothing is left on this gift card.', 'INSUFFICIENT_BALANCE');
}

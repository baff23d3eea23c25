import { addressLinesWithCountry } from '../../../../platform/addresses/address-lines.js';
import type { Reader, Tx } from '../../../../platform/database/tx.js';
import type { Language } from '../../../../platform/language.js';
import { formatsFor } from '../../../../platform/local-formats.js';
import { type Mail, queueMail } from '../../../../platform/mail/queue-mail.js';
import { clean } from '../../../../platform/plain-text.js';
import type { Platform } from '../../../../platform/platform.js';
import type { ShippingAddress } from '../../../fulfillments/index.js';
import { isPaidByCard } from '../../../payments/index.js';
import {
  closingOf,
  shopperMethodName,
  type Texts,
  textsIn,
  writtenTemplate,
} from '../../../texts/index.js';
import {
  aboutSale,
  listPayments,
  mailLanguage,
  type OrderMail,
  type PaymentView,
  renderOrderMail,
  type Sale,
} from '../../../transactions/index.js';
import type { Checkout } from '../repository.js';
import { OPEN_PAYMENT_STATUSES, pickupDisplay } from '../rules.js';
import type { DeliveryChoice, OrderForm } from './order-form.js';
import type { OrderStore } from './place-order.js';

type Order = {
  checkout: Checkout;
  form: OrderForm;
  sale: OrderMail['sale'] & Pick<Sale, 'transaction_number' | 'expires_at'>;
  lines: OrderMail['lines'];
  payments?: OrderMail['payments'];
  store: OrderStore;
  token: string;
};

/** Sends the order confirmation with the tracking link. */
export async function mailOrder(
  tx: Tx,
  platform: Platform,
  order: Order & { sale: Pick<Sale, 'id' | 'store_id' | 'customer_id' | 'mail_language'> },
): Promise<void> {
  const [language, paid] = await Promise.all([
    mailLanguage(tx, order.sale, order.store),
    sharedPayments(tx, order.sale.id),
  ]);
  const payments = paid.map(payment => {
    const { method_code: code, method_name: name, card_last_four, amount } = payment;
    const named = { code, name, isCard: isPaidByCard(payment) };
    const method = shopperMethodName(named, textsIn(language));
    return { method: card_last_four === null ? method : `${method} ${card_last_four}`, amount };
  });
  const mail = orderMail(platform, { ...order, language, payments });
  const about = aboutSale(order.sale);
  await queueMail(tx, platform, { ...mail, about }, order.token);
}

const STORED_VALUE = new Set(['gift_card', 'store_credit', 'points']);
const MOST_PAYMENTS = 50;

/** The payments of an order that stored value pays in part; others are paid as a whole. */
async function sharedPayments(reader: Reader, saleId: string): Promise<PaymentView[]> {
  const all = await listPayments(reader, { stores: undefined, saleId }, undefined, MOST_PAYMENTS);
  const paid = all.filter(({ status }) => status === 'succeeded' || isOpen(status));
  const isValue = ({ method_type }: PaymentView): boolean => STORED_VALUE.has(method_type);
  const values = paid.filter(isValue);
  return values.length === 0 ? [] : [...values, ...paid.filter(payment => !isValue(payment))];
}

/** The charge is written as succeeded in the same batch of statements. */
const isOpen = (status: string): boolean => OPEN_PAYMENT_STATUSES.some(one => one === status);

export function orderMail(platform: Platform, order: Order & { language: Language }): Mail {
  const { form, sale, lines, payments, store, token, language } = order;
  const texts = textsIn(language).order;
  const { transaction_number: number } = sale;
  const formats = formatsFor(language, sale.currency);
  const values = { store: store.name, number, total: formats.money(sale.total_amount) };
  const own = writtenTemplate(store.mailTemplates, 'order_confirmation', language, values, {
    subject: texts.subject(number),
    intro: texts.thanks(store.name),
  });
  // In the fragment, which browsers do not send, so the token appears in no log.
  const link = `${platform.config.publicUrl}/app/shop/order#${token}`;
  return {
    to: form.email,
    purpose: 'order-confirmation',
    subject: own.subject,
    ...renderOrderMail({
      language,
      before: own.intro,
      sale,
      lines,
      payments,
      after: [
        ...pickupAndPayment(order, language),
        ...deliverTo(order, language),
        ...billTo(order, language),
        texts.follow(link),
        ...invitation(platform, form, texts),
        ...closingOf(own),
      ],
    }),
  };
}

/** A paragraph of its own, if there is anything to say. */
function pickupAndPayment({ checkout, sale, store }: Order, language: Language): string[] {
  const texts = textsIn(language).order;
  const at = checkout.pickup_scheduled_time;
  const pickup =
    at === null
      ? []
      : [
          texts.pickUp(pickupDisplay(at, store.timeZone, language)),
          texts.showNumber(sale.transaction_number),
        ];
  const payment =
    sale.expires_at === null
      ? []
      : [texts.payAtStore(pickupDisplay(sale.expires_at, store.timeZone, language))];
  const lines = [...pickup, ...payment];
  return [...paragraph(lines), ...paragraph(pickupPlace({ checkout, store }, language))];
}

const paragraph = (lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [...lines, ''];

type Place = Pick<Order, 'checkout' | 'store'>;

const pickupPlace = ({ checkout, store }: Place, language: Language): string[] =>
  checkout.fulfillment_method === 'pickup'
    ? [textsIn(language).order.pickUpAt, store.name, ...store.addressLines]
    : [];

/** The address has the limits of `billTo`; the rate is the store's own text. */
function deliverTo({ form, sale }: Order, language: Language): string[] {
  const texts = textsIn(language).order;
  const { shipping_address: address, delivery } = form;
  const isPaid = sale.expires_at === null;
  return [
    ...(address === null || !isPaid ? [] : addressParagraph(texts.shipTo, address, language)),
    ...(delivery ? paragraph([texts.delivery(delivery.title, daysOf(delivery, texts))]) : []),
  ];
}

/** The days of the rate, else what the store wrote; empty if it says neither. */
function daysOf({ days_min, days_max, turnaround }: DeliveryChoice, texts: Texts['order']): string {
  const from = days_min ?? days_max;
  return from === null ? (turnaround ?? '') : texts.workingDays(from, days_max ?? from);
}

/**
 * Only of orders that are paid: an unpaid one costs nothing, so it could carry any words to any mail
 * address. One that a gift card pays and that is cancelled costs nothing either, so its lines are
 * short and contain nothing that mail programs turn into a link.
 */
function billTo({ form, sale }: Order, language: Language): string[] {
  const { billing_address: address } = form;
  if (address === null || sale.expires_at !== null) return [];
  return addressParagraph(textsIn(language).order.billTo, address, language);
}

const addressParagraph = (title: string, address: ShippingAddress, language: Language): string[] =>
  paragraph([title, ...addressLinesWithCountry(address, language).map(asAddressLine)]);

const LONGEST_LINE = 80;

/** `evil.example` becomes `evil. example`; a mail address loses its @. No mail program links them. */
const asAddressLine = (line: string): string =>
  [
    ...clean(line)
      .replaceAll('://', ' ')
      .replaceAll('@', ' ')
      .replaceAll(/\.(?=\S)/g, '. '),
  ]
    .slice(0, LONGEST_LINE)
    .join('');

/** Sent by mail, because a typed address does not prove who owns it. */
const invitation = ({ config }: Platform, form: OrderForm, texts: Texts['order']): string[] =>
  form.create_account ? ['', texts.account(`${config.publicUrl}/app/shop/register`)] : [];

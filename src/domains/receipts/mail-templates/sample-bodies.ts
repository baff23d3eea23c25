import type { Language } from '../../../platform/language.js';
import { formatsFor } from '../../../platform/local-formats.js';
import { renderMail } from '../../../platform/mail/render-mail.js';
import { type Store, storeAddressLines } from '../../stores/index.js';
import {
  accountExistsBody,
  backInStockBody,
  cartReminderBody,
  closingOf,
  deletionBody,
  giftCardBody,
  invitationBody,
  loginCodeBody,
  type MailKind,
  newDeviceBody,
  passwordChangedBody,
  passwordResetBody,
  refundBody,
  registrationBody,
  returnBody,
  signInChangedBody,
  textsIn,
  type WrittenTemplate,
} from '../../texts/index.js';
import { type OrderMail, renderOrderMail } from '../../transactions/index.js';
import type { headOf } from '../read-receipt.js';
import { receiptBody } from '../receipt-body.js';

type About = {
  store: Store;
  language: Language;
  /** Total of the made-up order. */
  total: string;
  values: Record<'number' | 'order' | 'amount' | 'until' | 'goods' | 'code', string>;
  head: Awaited<ReturnType<typeof headOf>>;
};
type Draw = (own: WrittenTemplate, about: About) => { text: string; html: string };

const SITE = 'https://example.com';
const TO = 'somebody@example.com';
const GIFT_CARD = '1234-5678-9012-3456';
const DAYS_OF_LINKS = 14;

const page = (path: string): string => `${SITE}/app/shop/${path}`;

/** A mail about an order: `facts` are the lines that the mail itself adds. */
const order =
  (facts: (about: About) => string[] = () => []): Draw =>
  (own, about) =>
    renderOrderMail({
      language: about.language,
      before: own.intro,
      ...sampleOrder(about),
      after: [...facts(about), ...closingOf(own)],
    });

const returned =
  (status: Parameters<typeof returnBody>[1]['status']): Draw =>
  (own, { store, language, values }) =>
    returnBody(own, {
      language,
      status,
      number: values.number,
      goods: `2 x ${values.goods}`,
      refund: values.amount,
      note: '',
      place: [store.name, ...storeAddressLines(store)].join(', '),
      phone: store.phone,
    });

const account =
  (body: typeof passwordResetBody, path: string): Draw =>
  (own, { language }) =>
    body(own, { to: TO, language, link: page(path) });

/** How each mail is drawn, by the code that draws the real one. */
export const SAMPLE_BODIES: Record<MailKind, Draw> = {
  order_confirmation: order(({ language }) => [textsIn(language).order.follow(page('order'))]),
  pickup_ready: order(({ language }) => [textsIn(language).ready.bringNumber]),
  order_shipped: order(({ language }) => [
    textsIn(language).shipped.trackingNumber('1Z 999 AA1 0123 4567 84'),
  ]),
  order_cancelled: order(({ language, values }) => [
    textsIn(language).cancelled.refund(values.amount),
  ]),
  layaway_reminder: order(({ language, values }) => [textsIn(language).layaway.due(values.amount)]),
  order_refunded: (own, { language, values }) =>
    refundBody(own, {
      language,
      order: values.number,
      total: values.amount,
      now: values.amount,
      all: values.amount,
      way: 'processor',
    }),
  receipt: (own, about) => receiptBody(own, sampleReceipt(about)),
  return_received: returned('pending'),
  return_accepted: returned('approved'),
  return_refused: returned('rejected'),
  gift_card: (own, { language, values }) =>
    giftCardBody(own, { language, amount: values.amount, code: GIFT_CARD }),
  quote: (own, { language, values }) =>
    renderMail({
      language,
      before: own.intro,
      facts: [[`2 × ${values.goods}`, values.amount]],
      after: [textsIn(language).quote.accept(values.number), ...own.closing],
    }),
  cart_reminder: (own, { language, values }) => {
    const texts = textsIn(language).cartReminder;
    const links = {
      back: texts.restore(page('cart')),
      after: [texts.asked, texts.withdraw(page('cart')), texts.valid(DAYS_OF_LINKS)],
    };
    return cartReminderBody(own, { language, goods: [`2 x ${values.goods}`], links });
  },
  back_in_stock: (own, { language }) =>
    backInStockBody(own, { language, page: page('p/mug'), unsubscribe: page('unsubscribe') }),
  registration_code: (own, { language, values }) => registrationBody(own, language, values.code),
  registration_exists: (own, { language }) => accountExistsBody(own, language, `${SITE}/`),
  login_code: (own, { language, values }) => loginCodeBody(own, language, values.code),
  password_reset: account(passwordResetBody, 'reset-password'),
  password_changed: account(passwordChangedBody, 'reset-password'),
  account_deletion: account(deletionBody, 'delete-account'),
  staff_invitation: account(invitationBody, 'reset-password?invitation'),
  customer_invitation: account(invitationBody, 'reset-password?invitation'),
  new_device: (own, { language }) =>
    newDeviceBody(own, {
      language,
      site: `${SITE}/`,
      when: '2026-03-02 10:15 UTC',
      device: 'Firefox, Linux',
      place: '203.0.113.7',
      link: page('account'),
    }),
  sign_in_changed: (own, { language }) =>
    signInChangedBody(own, 'passkeyAdded', { to: TO, language, link: page('account') }),
};

function sampleOrder({
  store,
  total,
  values: { goods },
}: About): Pick<OrderMail, 'sale' | 'lines'> {
  return {
    sale: {
      currency: store.currency,
      subtotal: total,
      promotion_discount: '0.00',
      shipping_amount: '0.00',
      tax_amount: '0.00',
      prices_include_tax: true,
      total_amount: total,
    },
    lines: [
      {
        quantity: 2,
        unit: 'piece',
        subtotal: total,
        name: goods,
        product_name: goods,
        variant_name: '',
      },
    ],
  };
}

function sampleReceipt({ store, language, total, values, head }: About) {
  const formats = formatsFor(language, store.currency);
  return {
    language,
    ...head,
    number: values.number,
    code: values.number,
    at: values.until,
    terminal: null,
    cashier: null,
    mark: null,
    currency: store.currency,
    lines: [
      {
        description: values.goods,
        quantity: 1,
        unitPrice: formats.amount(total),
        subtotal: formats.amount(total),
        isTaxExempt: false,
        returned: 0,
      },
    ],
    sums: [],
    total: formats.total(total),
    payments: [{ label: textsIn(language).methods.cash, amount: formats.amount(total) }],
  };
}

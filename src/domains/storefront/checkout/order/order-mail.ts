import type { Tx } from '../../../../platform/database/tx.js';
import type { Language } from '../../../../platform/language.js';
import { formatsFor } from '../../../../platform/local-formats.js';
import { type Mail, queueMail } from '../../../../platform/mail/queue-mail.js';
import type { Platform } from '../../../../platform/platform.js';
import { type Texts, textsIn, writtenTemplate } from '../../../texts/index.js';
import {
  closingOf,
  mailLanguage,
  type OrderMail,
  renderOrderMail,
  type Sale,
} from '../../../transactions/index.js';
import type { Checkout } from '../repository.js';
import { pickupDisplay } from '../rules.js';
import type { OrderForm } from './order-form.js';
import type { OrderStore } from './place-order.js';

type Order = {
  checkout: Checkout;
  form: OrderForm;
  sale: OrderMail['sale'] & Pick<Sale, 'transaction_number' | 'expires_at'>;
  lines: OrderMail['lines'];
  store: OrderStore;
  token: string;
};

/** Sends the order confirmation with the tracking link. */
export async function mailOrder(
  tx: Tx,
  platform: Platform,
  order: Order & { sale: Pick<Sale, 'customer_id'> },
): Promise<void> {
  const language = await mailLanguage(tx, order.sale, order.store);
  await queueMail(tx, platform, orderMail(platform, { ...order, language }), order.token);
}

export function orderMail(platform: Platform, order: Order & { language: Language }): Mail {
  const { form, sale, lines, store, token, language } = order;
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
      after: [
        ...pickupAndPayment(order, language),
        '',
        texts.follow(link),
        ...invitation(platform, form, texts),
        ...closingOf(own),
      ],
    }),
  };
}

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
  if (sale.expires_at === null) return pickup;
  return [...pickup, texts.payAtStore(pickupDisplay(sale.expires_at, store.timeZone, language))];
}

/** Sent by mail, because a typed address does not prove who owns it. */
const invitation = ({ config }: Platform, form: OrderForm, texts: Texts['order']): string[] =>
  form.create_account ? ['', texts.account(`${config.publicUrl}/app/shop/register`)] : [];

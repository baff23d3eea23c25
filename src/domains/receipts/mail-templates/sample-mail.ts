import type { Language } from '../../../platform/language.js';
import { formatsFor } from '../../../platform/local-formats.js';
import { renderMail } from '../../../platform/mail/render-mail.js';
import { formatMoney } from '../../../platform/money.js';
import { renderInvitation } from '../../people/index.js';
import type { Store } from '../../stores/index.js';
import {
  defaultTemplate,
  type MailKind,
  type MailTemplate,
  textsIn,
  writtenTemplate,
} from '../../texts/index.js';
import { closingOf, type OrderMail, renderOrderMail } from '../../transactions/index.js';

const NUMBER = 'TXN-20260302-1A2B3C4D';
const UNTIL = new Date('2026-03-09T17:00:00Z');
const AMOUNT_MINOR = 2_500;
const SAMPLE_INVITATION = {
  to: 'somebody@example.com',
  link: 'https://example.com/app/reset-password?invitation',
};

type Sample = { subject: string; text: string; html: string };

/** The mail as a customer would get it, about an order that does not exist. */
export function sampleMail(
  store: Store,
  kind: MailKind,
  language: Language,
  template: MailTemplate,
): Sample {
  const total = formatMoney(AMOUNT_MINOR, store.currency);
  const formats = formatsFor(language, store.currency);
  const values = {
    store: store.name,
    number: NUMBER,
    total: formats.money(total),
    until: formats.dateTime(UNTIL, store.time_zone),
  };
  const service = defaultTemplate(kind, language);
  // The service's own texts are a template too, so that both are filled in the same way.
  const filled = { ...service, ...withoutEmpty(template) };
  const own = writtenTemplate({ [kind]: { [language]: filled } }, kind, language, values, service);
  if (kind === 'staff_invitation' || kind === 'customer_invitation') {
    return { subject: own.subject, ...renderInvitation(own, { language, ...SAMPLE_INVITATION }) };
  }
  const after = [...factsOf(kind, language, values.total), ...closingOf(own)];
  const written =
    kind === 'quote'
      ? renderMail({
          language,
          before: own.intro,
          facts: [[goodsIn(language), values.total]],
          after,
        })
      : renderOrderMail({
          language,
          before: own.intro,
          ...sampleOrder(store.currency, total, language),
          after,
        });
  return { subject: own.subject, ...written };
}

const withoutEmpty = (template: MailTemplate): Partial<MailTemplate> =>
  Object.fromEntries(Object.entries(template).filter(([, text]) => text !== ''));

/** A line of the kind that the mail itself adds. */
function factsOf(kind: MailKind, language: Language, amount: string): string[] {
  const texts = textsIn(language);
  if (kind === 'pickup_ready') return [texts.ready.bringNumber];
  if (kind === 'order_shipped') return [texts.shipped.trackingNumber('1Z 999 AA1 0123 4567 84')];
  if (kind === 'order_cancelled') return [texts.cancelled.refund(amount)];
  if (kind === 'layaway_reminder') return [texts.layaway.due(amount)];
  return kind === 'quote' ? [texts.quote.accept(NUMBER)] : [];
}

const goodsIn = (language: Language): string => (language === 'de' ? '2 × Becher' : '2 × Mug');

function sampleOrder(
  currency: string,
  total: string,
  language: Language,
): Pick<OrderMail, 'sale' | 'lines'> {
  const name = language === 'de' ? 'Becher' : 'Mug';
  return {
    sale: {
      currency,
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
        name,
        product_name: name,
        variant_name: '',
      },
    ],
  };
}

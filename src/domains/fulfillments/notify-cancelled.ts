import type { Tx } from '../../platform/database/tx.js';
import { formatsFor } from '../../platform/local-formats.js';
import { queueMail } from '../../platform/mail/queue-mail.js';
import { renderLines } from '../../platform/mail/render-mail.js';
import { formatMoney } from '../../platform/money.js';
import { clean } from '../../platform/plain-text.js';
import type { Platform } from '../../platform/platform.js';
import { findStore, mailTemplates } from '../stores/index.js';
import { closingOf, textsIn, writtenTemplate } from '../texts/index.js';
import { aboutSale, mailLanguage, type Sale } from '../transactions/index.js';
import { type Cancellation, refundsOfCancellation } from './present-cancellation.js';
import { refundedOf } from './rules.js';
import { textsOfItems } from './texts-of-items.js';

/** Queues the mail about a cancel in its transaction; does nothing without an email address. */
export async function notifyCancelled(
  tx: Tx,
  platform: Platform,
  cancellation: Cancellation,
  sale: Sale,
  reason: string,
): Promise<void> {
  const { row, items, lines, returnId, hasEndedSale } = cancellation;
  const to = row.customer_email ?? sale.customer_email;
  // Without goods the delivery was only rearranged: the customer gets them another way.
  const isTold = returnId !== null || hasEndedSale;
  if (to === null || to === '' || !isTold) return;
  const store = await findStore(tx, row.store_id);
  const refunded = refundedOf(await refundsOfCancellation(tx, cancellation), sale.currency);
  const isWhole = row.status === 'cancelled';
  const language = await mailLanguage(tx, sale, store);
  const texts = textsIn(language).cancelled;
  const number = sale.transaction_number;
  const formats = formatsFor(language, sale.currency);
  const place = store?.name ?? '';
  // Texts of the store's own are about a whole order.
  const own = writtenTemplate(
    isWhole && store ? mailTemplates(store) : undefined,
    'order_cancelled',
    language,
    { store: place, number },
    isWhole
      ? { subject: texts.subject(number), intro: texts.order(number, place) }
      : { subject: texts.subjectOfItems(number), intro: texts.items(number, place) },
  );
  await queueMail(tx, platform, {
    to,
    purpose: 'order_cancelled',
    about: aboutSale(sale),
    subject: own.subject,
    ...renderLines(language, [
      ...own.intro,
      '',
      ...textsOfItems(items, lines, formats),
      '',
      texts.reason(clean(reason)),
      refunded > 0
        ? texts.refund(formats.money(formatMoney(refunded, sale.currency)))
        : texts.nothingToRefund,
      ...closingOf(own),
      '',
    ]),
  });
}

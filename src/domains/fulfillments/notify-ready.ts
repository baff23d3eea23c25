import type { Tx } from '../../platform/database/tx.js';
import type { Language } from '../../platform/language.js';
import { formatsFor } from '../../platform/local-formats.js';
import { queueMail } from '../../platform/mail/queue-mail.js';
import { formatMoney, minor } from '../../platform/money.js';
import type { Platform } from '../../platform/platform.js';
import { findStore, mailTemplates, type Store, storeAddressLines } from '../stores/index.js';
import { closingOf, textsIn, writtenTemplate } from '../texts/index.js';
import {
  aboutSale,
  linesOf,
  mailLanguage,
  renderOrderMail,
  type Sale,
} from '../transactions/index.js';
import { claimReadyNotice, type Fulfillment } from './repository.js';

/** Queues the pickup mail once; returns false without an email address or if already queued. */
export async function notifyReady(
  tx: Tx,
  platform: Platform,
  row: Fulfillment,
  sale: Sale,
  now: Date,
): Promise<boolean> {
  const to = row.customer_email ?? sale.customer_email;
  const store = await findStore(tx, row.store_id);
  if (to === null || to === '' || store === undefined) return false;
  if (!(await claimReadyNotice(tx, row.id, now))) return false;
  const language = await mailLanguage(tx, sale, store);
  const texts = textsIn(language).ready;
  const number = sale.transaction_number;
  const own = writtenTemplate(
    mailTemplates(store),
    'pickup_ready',
    language,
    { store: store.name, number },
    { subject: texts.subject(number), intro: texts.at(number) },
  );
  await queueMail(tx, platform, {
    to,
    purpose: 'pickup_ready',
    about: aboutSale(sale),
    subject: own.subject,
    ...renderOrderMail({
      language,
      before: [...own.intro, '', ...placeOf(store)],
      sale,
      lines: await linesOf(tx, sale.id),
      after: [...handOverOf(row, sale, language), ...closingOf(own)],
    }),
  });
  return true;
}

const placeOf = (store: Store): string[] =>
  [store.name, ...storeAddressLines(store), store.phone].filter(Boolean);

function handOverOf(row: Fulfillment, sale: Sale, language: Language): string[] {
  const texts = textsIn(language).ready;
  const formats = formatsFor(language, sale.currency);
  const due = minor(sale.total_amount, sale.currency) - minor(sale.total_paid, sale.currency);
  return [
    ...(row.scheduled_date === null ? [] : [texts.expected(formats.day(row.scheduled_date))]),
    ...(due > 0 ? [texts.toPay(formats.money(formatMoney(due, sale.currency)))] : []),
    texts.bringNumber,
  ];
}

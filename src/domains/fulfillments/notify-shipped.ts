import type { Tx } from '../../platform/database/tx.js';
import type { Language } from '../../platform/language.js';
import { formatsFor } from '../../platform/local-formats.js';
import { queueMail } from '../../platform/mail/queue-mail.js';
import { clean } from '../../platform/plain-text.js';
import type { Platform } from '../../platform/platform.js';
import { findStore, mailTemplates } from '../stores/index.js';
import { closingOf, textsIn, writtenTemplate } from '../texts/index.js';
import {
  aboutSale,
  linesOf,
  mailLanguage,
  renderOrderMail,
  type Sale,
  type SaleLine,
} from '../transactions/index.js';
import { claimTrackingNotice, type Fulfillment, type Shipment } from './repository.js';
import { mergeItems } from './rules.js';
import { textsOfItems } from './texts-of-items.js';
import { trackingPageOf } from './tracking-page.js';

/**
 * Queues the mail with the tracking number of a parcel, once for each number. Does nothing without
 * a number or an email address; the mail follows when the number is entered.
 */
export async function notifyShipped(
  tx: Tx,
  platform: Platform,
  row: Fulfillment,
  sale: Sale,
  shipmentId: string,
): Promise<void> {
  const to = row.customer_email ?? sale.customer_email;
  if (to === null || to === '') return;
  const shipment = await claimTrackingNotice(tx, shipmentId);
  if (shipment === undefined) return;
  const lines = await linesOf(tx, sale.id);
  const store = await findStore(tx, row.store_id);
  const language = await mailLanguage(tx, sale, store);
  const texts = textsIn(language).shipped;
  const number = sale.transaction_number;
  const page = trackingPageOf(shipment.carrier_name, shipment.tracking_number);
  const own = writtenTemplate(
    store && mailTemplates(store),
    'order_shipped',
    language,
    { store: store?.name ?? '', number },
    { subject: texts.subject(number), intro: texts.onItsWay(number) },
  );
  await queueMail(tx, platform, {
    to,
    purpose: 'order_shipped',
    about: aboutSale(sale),
    subject: own.subject,
    ...renderOrderMail({
      language,
      before: [
        ...own.intro,
        '',
        ...(shipment.carrier_name === '' ? [] : [texts.carrier(clean(shipment.carrier_name))]),
        texts.trackingNumber(clean(shipment.tracking_number)),
        ...(page === null ? [] : [texts.follow(page)]),
        ...contentsOf(shipment, lines, language, sale.currency),
      ],
      sale,
      lines,
      after: closingOf(own),
    }),
  });
}

/** Lists the goods of a parcel that does not contain the whole order. */
function contentsOf(
  shipment: Shipment,
  lines: readonly SaleLine[],
  language: Language,
  currency: string,
): string[] {
  const texts = textsIn(language).shipped;
  const sold = new Map(mergeItems(lines).map(item => [item.sku, item.quantity]));
  const isWhole =
    shipment.items.length === sold.size &&
    shipment.items.every(({ sku, quantity }) => sold.get(sku) === quantity);
  if (isWhole) return [];
  return [
    '',
    texts.inThisParcel,
    ...textsOfItems(shipment.items, lines, formatsFor(language, currency)),
    '',
    texts.wholeOrder,
  ];
}

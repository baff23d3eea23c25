import type { Tx } from '../../platform/database/tx.js';
import { queueMail } from '../../platform/mail/queue-mail.js';
import type { Platform } from '../../platform/platform.js';
import { findStore, mailTemplates } from '../stores/index.js';
import { writtenTemplate } from '../texts/index.js';
import { aboutSale, mailLanguage, type Sale } from '../transactions/index.js';
import { readReceipt } from './read-receipt.js';
import { receiptBody } from './receipt-body.js';

/** Queues a mail with the current receipt. */
export async function emailReceipt(
  tx: Tx,
  platform: Platform,
  sale: Sale,
  to: string,
): Promise<void> {
  const store = await findStore(tx, sale.store_id);
  const language = await mailLanguage(tx, sale, store);
  const { config } = platform;
  const read = await readReceipt(tx, config, sale, language);
  // A mail program has no page that a path could refer to.
  const logo = read.logo && { ...read.logo, url: `${config.publicUrl}${read.logo.url}` };
  const receipt = { ...read, ...(logo && { logo }) };
  const own = writtenTemplate(store && mailTemplates(store), 'receipt', language, {
    store: receipt.storeName,
    number: receipt.number,
  });
  await queueMail(tx, platform, {
    to,
    purpose: 'receipt',
    about: aboutSale(sale),
    subject: own.subject,
    ...receiptBody(own, receipt),
  });
}

import type { Tx } from '../../platform/database/tx.js';
import { queueMail } from '../../platform/mail/queue-mail.js';
import { clean } from '../../platform/plain-text.js';
import type { Platform } from '../../platform/platform.js';
import { findStore } from '../stores/index.js';
import { textsIn } from '../texts/index.js';
import { mailLanguage, type Sale } from '../transactions/index.js';
import { readReceipt } from './read-receipt.js';
import { renderHtml } from './render-html.js';
import { renderText } from './render-text.js';

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
  await queueMail(tx, platform, {
    to,
    purpose: 'receipt',
    subject: textsIn(language).receipt.subject(clean(receipt.storeName), receipt.number),
    text: renderText(receipt),
    html: renderHtml(receipt),
  });
}

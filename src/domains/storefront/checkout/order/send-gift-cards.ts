import type { Tx } from '../../../../platform/database/tx.js';
import { formatsFor } from '../../../../platform/local-formats.js';
import { queueMail } from '../../../../platform/mail/queue-mail.js';
import type { Platform } from '../../../../platform/platform.js';
import { hasLoadedCards, loadGiftCards } from '../../../stored-value/index.js';
import { findStore, mailTemplates } from '../../../stores/index.js';
import { giftCardBody, writtenTemplate } from '../../../texts/index.js';
import {
  aboutSale,
  giftCardLines,
  linesOf,
  lockSale,
  mailLanguage,
} from '../../../transactions/index.js';

/**
 * Issues the gift cards of a paid web order and mails one code per mail to its address. Idempotent: the
 * lock on the sale and its loads let one run win. An order that was paid at a till has its cards already.
 */
export async function sendGiftCards(tx: Tx, platform: Platform, saleId: string): Promise<void> {
  const sale = await lockSale(tx, saleId);
  if (sale === undefined || sale.completed_at === null || sale.status === 'voided') return;
  const lines = giftCardLines(await linesOf(tx, saleId));
  if (lines.length === 0 || (await hasLoadedCards(tx, saleId))) return;
  const cards = await loadGiftCards(tx, platform.config, {
    id: sale.id,
    number: sale.transaction_number,
    storeId: sale.store_id,
    customerId: sale.customer_id,
    currency: sale.currency,
    lines,
    at: platform.clock.now(),
    keepsCodes: sale.customer_email === null,
  });
  if (sale.customer_email === null) return;
  const store = await findStore(tx, sale.store_id);
  const language = await mailLanguage(tx, sale, store);
  const { money } = formatsFor(language, sale.currency);
  for (const { code, amount } of cards) {
    const values = {
      store: store?.name ?? '',
      number: sale.transaction_number,
      amount: money(amount),
    };
    const own = writtenTemplate(store && mailTemplates(store), 'gift_card', language, values);
    const body = giftCardBody(own, { language, amount: money(amount), code });
    const mail = {
      to: sale.customer_email,
      purpose: 'gift-card',
      about: aboutSale(sale),
      subject: own.subject,
      ...body,
    };
    await queueMail(tx, platform, mail, code);
  }
}

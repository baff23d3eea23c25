import type { Tx } from '../../../platform/database/tx.js';
import { formatsFor } from '../../../platform/local-formats.js';
import { queueMail } from '../../../platform/mail/queue-mail.js';
import { formatMoney, minor, sumOf } from '../../../platform/money.js';
import type { Platform } from '../../../platform/platform.js';
import { fulfillmentsOf } from '../../fulfillments/index.js';
import { type Refund, refundById, refundsOfTransaction } from '../../payments/index.js';
import { customerMail } from '../../people/index.js';
import { returnOfRefund } from '../../returns/index.js';
import { findStore, mailTemplates } from '../../stores/index.js';
import { refundBody, writtenTemplate } from '../../texts/index.js';
import { aboutSale, findSale, mailLanguage, type Sale } from '../../transactions/index.js';
import { claimNotice } from './notice-repository.js';

/**
 * Mails a customer of the shop that a refund has been made, once for each refund. Customers at a
 * counter have their slip, unless they asked for the return in the shop.
 */
export async function mailRefund(tx: Tx, platform: Platform, refundId: string): Promise<void> {
  const refund = await refundById(tx, refundId);
  const sale = refund && (await findSale(tx, { id: refund.transaction_id }));
  if (refund?.status !== 'succeeded' || sale === undefined) return;
  if (!(await concernsShop(tx, sale, refund))) return;
  const customer = { userId: sale.customer_id, email: sale.customer_email };
  const to = await customerMail(tx, customer);
  if (to === null || to === '') return;
  if (!(await claimNotice(tx, 'refund', refund.id, platform.clock.now()))) return;
  const mail = await mailAbout(tx, sale, refund);
  const about = aboutSale(sale);
  await queueMail(tx, platform, { to, purpose: 'order_refunded', about, ...mail });
}

/** An order of the shop. A declined attempt has a sale as well, but was never an order. */
async function concernsShop(tx: Tx, sale: Sale, refund: Refund): Promise<boolean> {
  if (sale.source_system === 'web_commerce') {
    return sale.completed_at !== null || (await fulfillmentsOf(tx, sale.id)).length > 0;
  }
  return (await returnOfRefund(tx, refund.id))?.requested_online ?? false;
}

async function mailAbout(tx: Tx, sale: Sale, refund: Refund) {
  const { currency } = sale;
  const store = await findStore(tx, sale.store_id);
  const language = await mailLanguage(tx, sale, store);
  const formats = formatsFor(language, currency);
  const done = (await refundsOfTransaction(tx, sale.id)).filter(
    ({ status }) => status === 'succeeded',
  );
  const allMinor = sumOf(done.map(({ amount }) => minor(amount, currency)));
  const now = formats.money(refund.amount);
  const own = writtenTemplate(store && mailTemplates(store), 'order_refunded', language, {
    store: store?.name ?? '',
    number: sale.transaction_number,
    amount: now,
  });
  const body = refundBody(own, {
    language,
    order: sale.transaction_number,
    total: formats.money(sale.total_amount),
    now,
    all: formats.money(formatMoney(allMinor, currency)),
    way: refund.way,
  });
  return { subject: own.subject, ...body };
}

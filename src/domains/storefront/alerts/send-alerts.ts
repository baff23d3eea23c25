import { atomically, type Tx } from '../../../platform/database/tx.js';
import { queueMail } from '../../../platform/mail/queue-mail.js';
import type { Platform } from '../../../platform/platform.js';
import { describeGoods } from '../../catalog/index.js';
import { findStore, mailTemplates } from '../../stores/index.js';
import { backInStockBody, type MailTemplates, writtenTemplate } from '../../texts/index.js';
import { goodsOfAlert } from './goods-repository.js';
import { awaitedGoods, type StockAlert, takeAlerts } from './repository.js';
import { unsubscribeToken, unsubscribeUrl } from './unsubscribe-token.js';

const BATCH = 100;

type Changed = { storeId: string; variantId: string };

/** Mails all customers who requested a mail about goods that are available again. */
export async function sendAlerts(platform: Platform, changed: readonly Changed[]): Promise<void> {
  if (changed.length === 0) return;
  const awaited = await awaitedGoods(
    platform.db,
    changed.map(({ storeId }) => storeId),
    changed.map(({ variantId }) => variantId),
  );
  for (const { store_id, variant_id } of awaited) {
    const send = (tx: Tx) => sendBatch(tx, platform, store_id, variant_id);
    while ((await atomically(platform.db, send)) === BATCH);
  }
}

async function sendBatch(
  tx: Tx,
  platform: Platform,
  storeId: string,
  variantId: string,
): Promise<number> {
  const [store, goods] = await Promise.all([findStore(tx, storeId), goodsOfAlert(tx, variantId)]);
  const alerts = await takeAlerts(tx, storeId, variantId, BATCH);
  if (store === undefined || goods === undefined) return alerts.length;
  const about = {
    name: describeGoods(goods),
    slug: goods.slug,
    storeId: store.id,
    store: store.name,
    templates: mailTemplates(store),
  };
  for (const alert of alerts) await mailAlert(tx, platform, alert, about);
  return alerts.length;
}

async function mailAlert(
  tx: Tx,
  platform: Platform,
  { email, language }: StockAlert,
  goods: { name: string; slug: string; storeId: string; store: string; templates: MailTemplates },
): Promise<void> {
  const token = unsubscribeToken(platform.config, email);
  const values = { store: goods.store, goods: goods.name };
  const own = writtenTemplate(goods.templates, 'back_in_stock', language, values);
  const body = backInStockBody(own, {
    language,
    page: `${platform.config.publicUrl}/app/shop/p/${goods.slug}`,
    unsubscribe: unsubscribeUrl(platform.config, token),
  });
  const mail = {
    to: email,
    purpose: 'back_in_stock',
    about: { storeId: goods.storeId },
    subject: own.subject,
    ...body,
  };
  await queueMail(tx, platform, mail, token);
}

import { addMs, DAY_MS, HOUR_MS } from '../../../platform/clock.js';
import { atomically, type Tx } from '../../../platform/database/tx.js';
import { formatsFor } from '../../../platform/local-formats.js';
import { queueMail } from '../../../platform/mail/queue-mail.js';
import { renderMail } from '../../../platform/mail/render-mail.js';
import type { Platform } from '../../../platform/platform.js';
import { textsIn } from '../../texts/index.js';
import { describeLine, quantityText } from '../../transactions/index.js';
import { claimNotice } from '../orders/notice-repository.js';
import { goodsOfCart, type LeftCart, leftCarts } from './cart-repository.js';
import { unsubscribeToken, unsubscribeUrl } from './unsubscribe-token.js';

const BATCH = 100;
const QUIET_MS = 3 * HOUR_MS;

/** Mails customers who allow it about goods they left in a cart, once for each cart. */
export async function remindOfCarts(platform: Platform): Promise<void> {
  const { db, clock } = platform;
  const now = clock.now();
  // A cart is abandoned after a day; a later mail would lead to an empty one.
  const changed = { from: addMs(now, -DAY_MS), before: addMs(now, -QUIET_MS) };
  for (;;) {
    const carts = await leftCarts(db, changed, BATCH);
    for (const cart of carts) await atomically(db, tx => remind(tx, platform, cart, now));
    if (carts.length < BATCH) return;
  }
}

async function remind(tx: Tx, platform: Platform, cart: LeftCart, now: Date): Promise<void> {
  if (!(await claimNotice(tx, 'cart', cart.id, now))) return;
  const goods = await goodsOfCart(tx, cart.id);
  if (goods.length === 0) return;
  const language = cart.language ?? cart.store_language;
  const texts = textsIn(language).cartReminder;
  const formats = formatsFor(language, platform.config.baseCurrency);
  const { config } = platform;
  const token = unsubscribeToken(config, cart.email);
  await queueMail(
    tx,
    platform,
    {
      to: cart.email,
      purpose: 'cart_reminder',
      subject: texts.subject,
      ...renderMail({
        language,
        before: [texts.intro(cart.store_name), texts.goOn(`${config.publicUrl}/app/shop/cart`)],
        facts: goods.map(
          good => [texts.goods, `${quantityText(good, formats)} x ${describeLine(good)}`] as const,
        ),
        after: [texts.once, texts.unsubscribe(unsubscribeUrl(config, token))],
      }),
    },
    token,
  );
}

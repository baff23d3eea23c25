import { addMs, DAY_MS, HOUR_MS } from '../../../platform/clock.js';
import { atomically, type Tx } from '../../../platform/database/tx.js';
import type { Language } from '../../../platform/language.js';
import { formatsFor } from '../../../platform/local-formats.js';
import { queueMail } from '../../../platform/mail/queue-mail.js';
import type { Platform } from '../../../platform/platform.js';
import { findStore, mailTemplates } from '../../stores/index.js';
import { type CartLinks, cartReminderBody, textsIn, writtenTemplate } from '../../texts/index.js';
import { describeLine, quantityText } from '../../transactions/index.js';
import { claimNotice } from '../orders/notice-repository.js';
import { CART_LINK_DAYS, cartLink, restoreToken, withdrawToken } from './cart-links.js';
import { goodsOfCart, type LeftCart, leftCarts } from './cart-repository.js';
import { deleteEndedReminders, takeReminder } from './reminder-repository.js';
import { unsubscribeToken, unsubscribeUrl } from './unsubscribe-token.js';

const BATCH = 100;
const QUIET_MS = 3 * HOUR_MS;

/** How long an address without a mail is kept; its cart is abandoned before. */
export const REMINDER_KEPT_DAYS = 2;

/**
 * Mails customers who allow it, and guests who asked for it, about goods they left in a cart, once for
 * each cart. Deletes requests of guests that lead to no mail any more.
 */
export async function remindOfCarts(platform: Platform): Promise<void> {
  const { db, clock } = platform;
  const now = clock.now();
  // A cart is abandoned after a day; a later mail would lead to an empty one.
  const changed = { from: addMs(now, -DAY_MS), before: addMs(now, -QUIET_MS) };
  for (;;) {
    const carts = await leftCarts(db, changed, BATCH);
    for (const cart of carts) await atomically(db, tx => remind(tx, platform, cart, now));
    if (carts.length < BATCH) break;
  }
  const before = addMs(now, -REMINDER_KEPT_DAYS * DAY_MS);
  await atomically(db, tx => deleteEndedReminders(tx, before));
}

async function remind(tx: Tx, platform: Platform, cart: LeftCart, now: Date): Promise<void> {
  if (cart.is_guest && !(await takeReminder(tx, cart.id))) return;
  if (!(await claimNotice(tx, 'cart', cart.id, now))) return;
  const goods = await goodsOfCart(tx, cart.id);
  if (goods.length === 0) return;
  const language = cart.language ?? cart.store_language;
  const formats = formatsFor(language, platform.config.baseCurrency);
  const links = linksOf(platform, cart, language, now);
  const store = await findStore(tx, cart.store_id);
  const own = writtenTemplate(store && mailTemplates(store), 'cart_reminder', language, {
    store: cart.store_name,
  });
  const body = cartReminderBody(own, {
    language,
    goods: goods.map(good => `${quantityText(good, formats)} x ${describeLine(good)}`),
    links,
  });
  const mail = {
    to: cart.email,
    purpose: 'cart_reminder',
    about: { storeId: cart.store_id },
    subject: own.subject,
    ...body,
  };
  await queueMail(tx, platform, mail, ...links.secrets);
}

type Links = CartLinks & { secrets: string[] };

/** A customer signs in to see the cart; a guest gets a link that restores it on any device. */
function linksOf({ config }: Platform, cart: LeftCart, language: Language, now: Date): Links {
  const texts = textsIn(language).cartReminder;
  if (!cart.is_guest) {
    const token = unsubscribeToken(config, cart.email);
    const end = texts.unsubscribe(unsubscribeUrl(config, token));
    const back = texts.goOn(`${config.publicUrl}/app/shop/cart`);
    return { back, after: [texts.once, end], secrets: [token] };
  }
  const restore = restoreToken(config, cart.id, now);
  const withdraw = withdrawToken(config, cart.email, now);
  return {
    back: texts.restore(cartLink(config, 'restore', language, restore)),
    after: [
      texts.asked,
      texts.withdraw(cartLink(config, 'stop-reminder', language, withdraw)),
      texts.valid(CART_LINK_DAYS),
    ],
    secrets: [restore, withdraw],
  };
}

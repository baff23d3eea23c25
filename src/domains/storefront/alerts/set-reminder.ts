import { invalidField } from '../../../platform/http/failure.js';
import type { Language } from '../../../platform/language.js';
import type { Platform } from '../../../platform/platform.js';
import { refuseTooManyMails } from '../../people/index.js';
import { storeForSelling } from '../../stores/index.js';
import { type CartRef, readOwnCart } from '../carts/repository.js';
import { cartEmpty } from '../checkout/errors.js';
import { deleteReminder, reminderAddress, saveReminder } from './reminder-repository.js';

export type ReminderRequest = {
  consent: boolean;
  email?: string | undefined;
  /** Language of the mail; default: that of the store. */
  language: Language | undefined;
  address: string;
};

const REMINDERS = { name: 'cart reminder', plural: 'cart reminders' };
const MAX_EMAIL_LENGTH = 254;

/**
 * Stores or withdraws the consent to one mail about the cart. A repeated request changes nothing.
 * Undefined if the cart is not the visit's own.
 */
export async function setReminder(
  platform: Platform,
  ref: CartRef,
  request: ReminderRequest,
): Promise<{ consent: boolean } | undefined> {
  const { db, clock } = platform;
  const now = clock.now();
  const cart = await readOwnCart(db, ref, now);
  if (cart === undefined) return undefined;
  if (!request.consent) {
    await deleteReminder(db, cart.id);
    return { consent: false };
  }
  const email = request.email?.trim() ?? '';
  if (!isAddress(email)) throw invalidField('email', 'Must be a mail address.');
  if (cart.variantIds.length === 0) throw cartEmpty();
  if ((await reminderAddress(db, cart.id)) === email) return { consent: true };
  await refuseTooManyMails(platform, REMINDERS, email, request.address);
  const store = await storeForSelling(platform, cart.storeId);
  const language = request.language ?? store?.language ?? 'en';
  await saveReminder(db, { cartId: cart.id, email, language, createdAt: now });
  return { consent: true };
}

const isAddress = (text: string): boolean =>
  text.length <= MAX_EMAIL_LENGTH && /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/.test(text);

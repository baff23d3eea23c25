import type { Tx } from '../../platform/database/tx.js';
import { DEFAULT_LANGUAGE } from '../../platform/language.js';
import { queueMail } from '../../platform/mail/queue-mail.js';
import type { Platform } from '../../platform/platform.js';
import { type SignInChange, signInChangedBody, textsIn, writtenTemplate } from '../texts/index.js';
import { placeOfAccount } from './account-store.js';
import type { User } from './repository.js';

/** Mails the owner that a way to log in has changed, in case a stranger did it. */
export async function mailOwner(
  tx: Tx,
  platform: Platform,
  user: Pick<User, 'email' | 'role' | 'language' | 'home_store_id' | 'store_ids'>,
  change: SignInChange,
): Promise<void> {
  if (user.email === null) return;
  const language = user.language ?? DEFAULT_LANGUAGE;
  const place = await placeOfAccount(tx, platform.config, user);
  const own = writtenTemplate(place.templates, 'sign_in_changed', language, {
    store: place.name,
    change: textsIn(language).signIn[change].subject,
  });
  const screen = user.role === 'customer' ? 'shop/account' : 'desk/devices';
  const link = `${platform.config.publicUrl}/app/${screen}`;
  await queueMail(tx, platform, {
    to: user.email,
    purpose: 'sign-in-changed',
    subject: own.subject,
    ...signInChangedBody(own, change, { to: user.email, language, link }),
  });
}

import type { Tx } from '../../platform/database/tx.js';
import { DEFAULT_LANGUAGE } from '../../platform/language.js';
import { queueMail } from '../../platform/mail/queue-mail.js';
import type { Platform } from '../../platform/platform.js';
import { holdsAllOf } from '../access/index.js';
import { type SignInChange, signInChangedBody, textsIn, writtenTemplate } from '../texts/index.js';
import { placeOfAccount } from './account-store.js';
import { passwordChangedMail } from './passwords/mails.js';
import type { User } from './repository.js';
import { holderOf } from './rules.js';

type Owner = Pick<User, 'email' | 'role' | 'language' | 'home_store_id' | 'store_ids'>;

/** Mails the owner that a way to log in has changed, in case a stranger did it. */
export async function mailOwner(
  tx: Tx,
  platform: Platform,
  user: Owner,
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

async function mailNewPassword(tx: Tx, platform: Platform, user: Owner): Promise<void> {
  if (user.email === null) return;
  const mail = passwordChangedMail({
    to: user.email,
    role: user.role,
    language: user.language ?? DEFAULT_LANGUAGE,
    publicUrl: platform.config.publicUrl,
    place: await placeOfAccount(tx, platform.config, user),
  });
  await queueMail(tx, platform, mail);
}

type LoginChange = {
  username?: string | null;
  email?: string | null;
  pin_hash?: string | null;
  password_hash?: string | null;
};

/** One mail for each part of the login that changed, to the address of before. */
export async function mailChanges(
  tx: Tx,
  platform: Platform,
  before: User,
  after: User,
  change: LoginChange,
): Promise<void> {
  if (change.password_hash) await mailNewPassword(tx, platform, before);
  const changed: SignInChange[] = [];
  if (change.pin_hash) changed.push('pinChanged');
  if (before.username !== after.username) changed.push('usernameChanged');
  if (!holdsAllOf(holderOf(before), holderOf(after))) changed.push('rightsAdded');
  if (movesAccount(before, after)) changed.push('addressChanged');
  for (const one of changed) await mailOwner(tx, platform, before, one);
}

/** A customer whom a store recorded has no login yet, only a contact. */
const movesAccount = (before: User, after: User): boolean =>
  before.email?.toLowerCase() !== after.email?.toLowerCase() &&
  (before.role !== 'customer' || before.has_password || before.email_verified_at !== null);

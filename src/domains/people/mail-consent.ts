import { atomically, type Reader, type Tx } from '../../platform/database/tx.js';
import { unauthenticated } from '../../platform/http/failure.js';
import type { Platform } from '../../platform/platform.js';
import { lockUser, userByEmail, userById } from './repository.js';
import { saveUser } from './users/save-user.js';

/** Whether a person consents to mails beyond those about orders, such as a reminder of a cart. */
export const mailConsentOf = async (reader: Reader, userId: string): Promise<boolean> =>
  ((await userById(reader, userId))?.mail_consent_at ?? null) !== null;

/** The time of the first consent stays while it lasts. */
export function setMailConsent(
  platform: Platform,
  userId: string,
  consent: boolean,
): Promise<void> {
  return atomically(platform.db, async tx => {
    const user = await lockUser(tx, userId);
    if (user === undefined || !user.is_active) throw unauthenticated();
    if ((user.mail_consent_at !== null) === consent) return;
    const at = consent ? platform.clock.now() : null;
    await saveUser(tx, platform, user, { mail_consent_at: at });
  });
}

/** Called from the link of a mail, without a login; ignores addresses without an account. */
export async function withdrawMailConsent(
  tx: Tx,
  platform: Platform,
  email: string,
): Promise<void> {
  const found = await userByEmail(tx, email);
  const user = found && (await lockUser(tx, found.id));
  if (user === undefined || user.mail_consent_at === null) return;
  await saveUser(tx, platform, user, { mail_consent_at: null });
}

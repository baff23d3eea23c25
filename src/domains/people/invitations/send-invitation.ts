import { addMs } from '../../../platform/clock.js';
import type { Tx } from '../../../platform/database/tx.js';
import { newToken } from '../../../platform/ids.js';
import { DEFAULT_LANGUAGE } from '../../../platform/language.js';
import { queueMail } from '../../../platform/mail/queue-mail.js';
import type { Platform } from '../../../platform/platform.js';
import type { Staff } from '../../access/index.js';
import { findStore, storeLanguage } from '../../stores/index.js';
import { mailPlace } from '../account-store.js';
import { hashToken } from '../hashing.js';
import { limitSender } from '../limit-mails.js';
import { insertReset } from '../passwords/reset-repository.js';
import type { User } from '../repository.js';
import { invitationMail } from './mail.js';
import { INVITATION_MS, invitedAddress } from './rules.js';

const INVITATIONS = { name: 'invitation', plural: 'invitations' };

/** Refuses a mailbox and a sender over the limit. Called before the transaction. */
export const limitInvitations = (platform: Platform, actor: Staff, email: string): Promise<void> =>
  limitSender(platform, INVITATIONS, actor, email);

/**
 * Mails a link for the first password, in the language of the person or else of the store. Links
 * that were mailed before stay valid, because a person may open the older of two mails.
 */
export async function sendInvitation(
  tx: Tx,
  platform: Platform,
  user: User,
  storeId: string | undefined,
): Promise<User> {
  const to = invitedAddress(user);
  const store = storeId === undefined ? undefined : await findStore(tx, storeId);
  const token = newToken();
  const now = platform.clock.now();
  const mail = invitationMail(
    {
      to,
      role: user.role,
      language: user.language ?? (store ? storeLanguage(store) : DEFAULT_LANGUAGE),
      publicUrl: platform.config.publicUrl,
      place: mailPlace(platform.config, store),
    },
    token,
  );
  await Promise.all([
    insertReset(tx, {
      tokenHash: hashToken(token),
      userId: user.id,
      now,
      expiresAt: addMs(now, INVITATION_MS),
      isInvitation: true,
    }),
    queueMail(tx, platform, mail, token),
  ]);
  return { ...user, invited_at: now };
}

import { addMs, HOUR_MS } from '../../platform/clock.js';
import type { Tx } from '../../platform/database/tx.js';
import { tooMany } from '../../platform/http/failure.js';
import { newToken } from '../../platform/ids.js';
import { DEFAULT_LANGUAGE } from '../../platform/language.js';
import { queueMail } from '../../platform/mail/queue-mail.js';
import type { Platform } from '../../platform/platform.js';
import type { Staff } from '../access/index.js';
import { findStore, storeLanguage } from '../stores/index.js';
import { hashToken } from './hashing.js';
import { invitationMail } from './invitation-mail.js';
import { INVITATION_MS, invitedAddress } from './invitation-rules.js';
import { refuseFloodedMailbox } from './limit-mails.js';
import { insertReset } from './password-reset-repository.js';
import type { User } from './repository.js';

const INVITATIONS = { name: 'invitation', plural: 'invitations' };
/** A whole branch can be invited at once; a stolen login cannot write to every customer. */
const MAX_PER_SENDER_AND_HOUR = 200;

/** Refuses a mailbox and a sender over the limit. Called before the transaction. */
export async function limitInvitations(
  platform: Platform,
  actor: Staff,
  email: string,
): Promise<void> {
  const verdict = await platform.limits.throttle(
    'invitations of sender',
    actor.userId,
    MAX_PER_SENDER_AND_HOUR,
    HOUR_MS,
  );
  if (verdict.blocked) throw tooMany('Too many invitations.', verdict.retryAfterSeconds);
  await refuseFloodedMailbox(platform, INVITATIONS, email);
}

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
      store,
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

import { addMs } from '../../platform/clock.js';
import { atomically } from '../../platform/database/tx.js';
import { newToken } from '../../platform/ids.js';
import { DEFAULT_LANGUAGE, type Language } from '../../platform/language.js';
import { queueMail } from '../../platform/mail/queue-mail.js';
import type { Platform } from '../../platform/platform.js';
import { failureBlockOf } from './failure-block.js';
import { hashToken } from './hashing.js';
import { refuseTooManyMails } from './limit-mails.js';
import { resetMail } from './password-mails.js';
import { insertReset } from './password-reset-repository.js';
import { mayResetPassword, RESET_LINK_MS } from './password-reset-rules.js';
import { userByEmail } from './repository.js';

const RESETS = { name: 'password reset', plural: 'password resets' };

export type ResetRequest = {
  email: string;
  address: string;
  /** Language of the device; the account's own language comes first. */
  language: Language | undefined;
};

/**
 * Mails a link to the owner of the account. An address without an account, or with one that may not
 * sign in, gets the same answer and a row that no link opens, but no mail.
 */
export async function requestPasswordReset(
  platform: Platform,
  { email, address, language }: ResetRequest,
): Promise<void> {
  await failureBlockOf(platform, address).refuseBlocked();
  await refuseTooManyMails(platform, RESETS, email, address);
  const token = newToken();
  const now = platform.clock.now();
  await atomically(platform.db, async tx => {
    const account = await userByEmail(tx, email);
    const user = account !== undefined && mayResetPassword(account) ? account : undefined;
    const mail = resetMail(
      {
        to: user?.email ?? email,
        role: user?.role ?? 'customer',
        language: user?.language ?? language ?? DEFAULT_LANGUAGE,
        publicUrl: platform.config.publicUrl,
      },
      token,
    );
    const reset = {
      tokenHash: hashToken(token),
      userId: user?.id ?? null,
      now,
      expiresAt: addMs(now, RESET_LINK_MS),
      isInvitation: false,
    };
    await Promise.all([insertReset(tx, reset), user && queueMail(tx, platform, mail, token)]);
  });
}

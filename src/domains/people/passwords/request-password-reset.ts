import { addMs } from '../../../platform/clock.js';
import { atomically } from '../../../platform/database/tx.js';
import { newToken } from '../../../platform/ids.js';
import { DEFAULT_LANGUAGE, type Language } from '../../../platform/language.js';
import { queueMail } from '../../../platform/mail/queue-mail.js';
import type { Platform } from '../../../platform/platform.js';
import { mailPlace, placeOfAccount, storeOfPage } from '../account-store.js';
import { failureBlockOf } from '../blocks/failure-block.js';
import { hashToken } from '../hashing.js';
import { refuseTooManyMails } from '../limit-mails.js';
import { userByEmail } from '../repository.js';
import { resetMail } from './mails.js';
import { insertReset } from './reset-repository.js';
import { mayResetPassword, RESET_LINK_MS } from './reset-rules.js';

const RESETS = { name: 'password reset', plural: 'password resets' };

export type ResetRequest = {
  email: string;
  address: string;
  /** Language of the device; the account's own language comes first. */
  language: Language | undefined;
  /** The store of the page, whose texts the mail has; else the store of the account. */
  store: string | undefined;
};

/**
 * Mails a link to the owner of the account. An address without an account, or with one that may not
 * sign in, gets the same answer and a row that no link opens, but no mail.
 */
export async function requestPasswordReset(
  platform: Platform,
  { email, address, language, store: storeRef }: ResetRequest,
): Promise<void> {
  await failureBlockOf(platform, address).refuseBlocked();
  await refuseTooManyMails(platform, RESETS, email, address);
  const store = await storeOfPage(platform.db, storeRef);
  const token = newToken();
  const now = platform.clock.now();
  await atomically(platform.db, async tx => {
    const account = await userByEmail(tx, email);
    const user = account !== undefined && mayResetPassword(account) ? account : undefined;
    const place =
      store === undefined && user !== undefined
        ? await placeOfAccount(tx, platform.config, user)
        : mailPlace(platform.config, store);
    const mail = resetMail(
      {
        to: user?.email ?? email,
        role: user?.role ?? 'customer',
        language: user?.language ?? language ?? DEFAULT_LANGUAGE,
        publicUrl: platform.config.publicUrl,
        place,
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

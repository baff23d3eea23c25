import { addMs } from '../../../platform/clock.js';
import { atomically } from '../../../platform/database/tx.js';
import { newToken } from '../../../platform/ids.js';
import { DEFAULT_LANGUAGE, type Language } from '../../../platform/language.js';
import type { Platform } from '../../../platform/platform.js';
import { mailPlace, storeOfPage } from '../account-store.js';
import { createHasher, hashToken } from '../hashing.js';
import { refuseTooManyMails } from '../limit-mails.js';
import { userByEmail } from '../repository.js';
import { isClaimable } from '../rules.js';
import { sendCode } from './pending-registration.js';
import { insertRegistration } from './repository.js';
import { CODE_MS, PENDING_MS, RESEND_EVERY_MS } from './rules.js';

const REGISTRATIONS = { name: 'registration', plural: 'registrations' };

export type NewRegistration = {
  email: string;
  password: string;
  first_name: string;
  last_name: string;
  phone?: string;
  /** Whether mails beyond those about orders are welcome. */
  mail_consent?: boolean;
  /** The store of the page: its texts are in the mail, and it becomes the store of the customer. */
  store_id?: string;
};

/**
 * An address with an account gets the same answer at the same cost, but a different mail. A record
 * that a store made has no password yet; the code makes it the account of its owner.
 */
export async function initiateRegistration(
  platform: Platform,
  wanted: NewRegistration,
  address: string,
  language: Language = DEFAULT_LANGUAGE,
) {
  const { email, password } = wanted;
  const store = await storeOfPage(platform.db, wanted.store_id);
  await refuseTooManyMails(platform, REGISTRATIONS, email, address);
  const passwordHash = await createHasher(platform.config.secretKey).hashForRegistration(password);
  const now = platform.clock.now();
  const token = `reg_${newToken()}`;
  const tokenHash = hashToken(token);
  const expiresAt = addMs(now, PENDING_MS);
  await atomically(platform.db, async tx => {
    const account = await userByEmail(tx, email);
    const isDecoy = account !== undefined && !isClaimable(account);
    const codeHash = await sendCode(
      tx,
      platform,
      { is_decoy: isDecoy, token_hash: tokenHash },
      {
        email,
        language: account?.language ?? language,
        place: mailPlace(platform.config, store),
      },
    );
    await insertRegistration(tx, {
      token_hash: tokenHash,
      email,
      password_hash: passwordHash,
      first_name: wanted.first_name,
      last_name: wanted.last_name,
      phone: wanted.phone ?? '',
      store_id: store?.id ?? null,
      mail_consent_at: wanted.mail_consent ? now : null,
      code_hash: codeHash,
      code_expires_at: addMs(now, CODE_MS),
      last_sent_at: now,
      is_decoy: isDecoy,
      expires_at: expiresAt,
      created_at: now,
    });
  });
  return {
    success: true as const,
    registration_token: token,
    expires_at: expiresAt.toISOString(),
    resend_available_at: addMs(now, RESEND_EVERY_MS).toISOString(),
  };
}

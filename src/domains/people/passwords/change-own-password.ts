import { atomically } from '../../../platform/database/tx.js';
import { conflict, notFound } from '../../../platform/http/failure.js';
import { DEFAULT_LANGUAGE } from '../../../platform/language.js';
import { queueMail } from '../../../platform/mail/queue-mail.js';
import type { Platform } from '../../../platform/platform.js';
import { placeOfAccount } from '../account-store.js';
import { createHasher } from '../hashing.js';
import { credentialsByEmployeeRef, lockUser } from '../repository.js';
import { saveUser } from '../users/save-user.js';
import { checkOwnPassword, wrongPassword } from './check-own-password.js';
import { passwordChangedMail } from './mails.js';

const FIELD = 'current_password';

type Caller = { userId: string; sessionId: string; address: string };
type Passwords = { current: string; wanted: string };

/**
 * Sets a new password for a person who knows the old one. It ends all other logins and removes the
 * passkeys, because somebody else may have known the old password too.
 */
export async function changeOwnPassword(
  platform: Platform,
  { userId, sessionId, address }: Caller,
  { current, wanted }: Passwords,
): Promise<void> {
  const before = await credentialsByEmployeeRef(platform.db, userId);
  if (before?.password_hash === null) {
    throw conflict('NO_PASSWORD', 'This account has no password. Ask for a link to choose one.');
  }
  await checkOwnPassword(platform, userId, current, address, FIELD);
  const passwordHash = await createHasher(platform.config.secretKey).hashForRegistration(wanted);
  await atomically(platform.db, async tx => {
    const user = await lockUser(tx, userId);
    if (user === undefined) throw notFound('Account');
    const now = await credentialsByEmployeeRef(tx, userId);
    // Another change has won: the typed password is the old one.
    if (now?.password_hash !== before?.password_hash) throw wrongPassword(FIELD);
    await saveUser(tx, platform, user, { password_hash: passwordHash }, { keep: sessionId });
    if (user.email === null) return;
    const mail = passwordChangedMail({
      to: user.email,
      role: user.role,
      language: user.language ?? DEFAULT_LANGUAGE,
      publicUrl: platform.config.publicUrl,
      place: await placeOfAccount(tx, platform.config, user),
    });
    await queueMail(tx, platform, mail);
  });
}

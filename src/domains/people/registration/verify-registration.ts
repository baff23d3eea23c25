import { atomically, type Tx } from '../../../platform/database/tx.js';
import { conflict, invalid } from '../../../platform/http/failure.js';
import type { Platform } from '../../../platform/platform.js';
import { accountOfRegistration, failureBlockOf } from '../blocks/failure-block.js';
import type { Device } from '../devices/device.js';
import { hashToken, isCode } from '../hashing.js';
import type { OpenedLogin } from '../logins/log-in.js';
import { type GuestProof, openWebLogin, signAccess, type WebLogin } from '../logins/web-login.js';
import { proofOfToken } from '../proofs/proof.js';
import { type User, userByEmail } from '../repository.js';
import { isClaimable } from '../rules.js';
import { addUser, changeLogin } from '../users/save-user.js';
import { lockPending } from './pending-registration.js';
import { type Registration, updateRegistration } from './repository.js';

export type Verification = {
  token: string;
  code: string;
  address: string;
  guest: GuestProof;
  device: Device;
};

export type Registered = OpenedLogin & { user: User };

export async function verifyRegistration(
  platform: Platform,
  verification: Verification,
): Promise<Registered> {
  const block = failureBlockOf(platform, verification.address);
  await block.refuseBlocked();
  const account = accountOfRegistration(hashToken(verification.token));
  const now = platform.clock.now();
  // Returns null instead of throwing, because the failed try must be committed.
  const opened = await atomically(platform.db, async tx => {
    const registration = await lockPending(tx, verification.token, now);
    if (!codeMatches(platform, registration, verification.code, now)) {
      await updateRegistration(tx, registration.token_hash, { tries: registration.tries + 1 });
      return null;
    }
    await updateRegistration(tx, registration.token_hash, { verified_at: now });
    return openAccount(tx, platform, registration, verification);
  });
  if (opened === null) {
    await block.failed(account);
    throw invalid(
      'The code is wrong or has expired.',
      { otp: ['The code is wrong or has expired.'] },
      'INVALID_CODE',
    );
  }
  await block.cleared(account);
  const { login, user } = opened;
  return {
    user,
    userId: user.id,
    access: await signAccess(platform, login),
    refresh: login.refresh,
    cookie: login.cookie,
  };
}

/** The code of a decoy is never mailed, and even a correct guess is refused. */
function codeMatches(
  platform: Platform,
  registration: Registration,
  code: string,
  now: Date,
): boolean {
  const same = isCode(platform, registration.token_hash, code, registration.code_hash);
  return same && !registration.is_decoy && registration.code_expires_at > now;
}

async function openAccount(
  tx: Tx,
  platform: Platform,
  registration: Registration,
  { guest, device }: Verification,
): Promise<{ user: User; login: WebLogin }> {
  // The code proves that the address is theirs, so the error may reveal the account.
  const known = await userByEmail(tx, registration.email);
  if (known !== undefined && !isClaimable(known)) {
    throw conflict('ACCOUNT_EXISTS', 'This address has an account by now; log in.');
  }
  const account = {
    role: 'customer' as const,
    email: registration.email,
    // What the store knows already stays.
    first_name: known?.first_name || registration.first_name,
    last_name: known?.last_name || registration.last_name,
    phone: known?.phone || registration.phone,
    mail_consent_at: known?.mail_consent_at ?? registration.mail_consent_at,
    home_store_id: known?.home_store_id ?? registration.store_id,
    password_hash: registration.password_hash,
    email_verified_at: platform.clock.now(),
  };
  const user =
    known === undefined
      ? await addUser(tx, platform, account)
      : await changeLogin(tx, platform, known, account, proofOfToken(known.id));
  return { user, login: await openWebLogin(tx, platform, user, 'none', guest, device) };
}

import { noteLogin } from '../../../platform/audit/audited-call.js';
import { atomically, type Tx } from '../../../platform/database/tx.js';
import { Failure } from '../../../platform/http/failure.js';
import type { Platform } from '../../../platform/platform.js';
import { deleteTally } from '../blocks/attempt-repository.js';
import { accountOf, failureBlockOf, NOBODY } from '../blocks/failure-block.js';
import { createHasher, hashToken } from '../hashing.js';
import { mayBeInvited } from '../invitations/rules.js';
import { kindOf, passwordSubject } from '../logins/log-in.js';
import { proofOfToken } from '../proofs/proof.js';
import { lockUser, type User } from '../repository.js';
import { changeLogin } from '../users/save-user.js';
import { markResetUsed, type PasswordReset, resetByToken } from './reset-repository.js';
import { linkStateOf, mayResetPassword } from './reset-rules.js';

export type ResetConfirmation = { token: string; password: string; address: string };

/** Sets the new password, which ends all logins of the person; nobody is logged in by it. */
export async function confirmPasswordReset(
  platform: Platform,
  { token, password, address }: ResetConfirmation,
): Promise<void> {
  const block = failureBlockOf(platform, address);
  await block.refuseBlocked();
  const tokenHash = hashToken(token);
  const found = await resetByToken(platform.db, tokenHash);
  if (linkStateOf(found, platform.clock.now()) === 'unknown') await block.failed(NOBODY);
  // Before the password is hashed: a guess costs one look-up.
  const { userId } = openLink(found, platform.clock.now());
  const passwordHash = await createHasher(platform.config.secretKey).hashForRegistration(password);
  await atomically(platform.db, async tx => {
    // Locks the person before the link, as other changes of a person do. A second confirmation
    // waits.
    const user = await lockUser(tx, userId);
    const now = platform.clock.now();
    const { isInvitation } = openLink(await resetByToken(tx, tokenHash), now);
    if (user === undefined || !mayUse(user, isInvitation)) throw invalidLink();
    await markResetUsed(tx, tokenHash, now);
    await setPassword(tx, platform, user, passwordHash);
    noteLogin(tx, { id: user.id, kind: kindOf(user.role) });
  });
  await block.cleared(accountOf(userId));
}

const mayUse = (user: User, isInvitation: boolean): boolean =>
  isInvitation ? mayBeInvited(user) : mayResetPassword(user);

async function setPassword(
  tx: Tx,
  platform: Platform,
  user: User,
  passwordHash: string,
): Promise<void> {
  // The link proves that the address belongs to the customer, as the code of a registration does.
  const isProof = user.role === 'customer' && user.email_verified_at === null;
  const change = {
    password_hash: passwordHash,
    ...(isProof && { email_verified_at: platform.clock.now() }),
  };
  await changeLogin(tx, platform, user, change, proofOfToken(user.id));
  // Guesses at the old password do not lock out the owner of the new one.
  await deleteTally(tx, passwordSubject(user.id));
}

/** The user and the kind of an open link; throws for any other. */
function openLink(
  reset: PasswordReset | undefined,
  now: Date,
): { userId: string; isInvitation: boolean } {
  const state = linkStateOf(reset, now);
  if (state === 'used') {
    throw new Failure(
      'gone',
      'RESET_LINK_USED',
      'This link was used. Sign in with the new password, or ask for another link.',
    );
  }
  if (state !== 'open' || !reset?.user_id) throw invalidLink();
  return { userId: reset.user_id, isInvitation: reset.is_invitation };
}

const invalidLink = (): Failure =>
  new Failure(
    'gone',
    'RESET_LINK_INVALID',
    'This link is wrong or has expired. Ask for a new one.',
  );

import { noteActor, noteLogin } from '../../../platform/audit/audited-call.js';
import { atomically } from '../../../platform/database/tx.js';
import { tooMany } from '../../../platform/http/failure.js';
import type { Platform } from '../../../platform/platform.js';
import { accountOf, failureBlockOf, NOBODY } from '../blocks/failure-block.js';
import type { Device } from '../devices/device.js';
import { hashToken, isCode } from '../hashing.js';
import type { OpenedLogin } from '../logins/log-in.js';
import { type GuestProof, openWebLogin, signAccess } from '../logins/web-login.js';
import { secondsUntil } from '../registration/pending-registration.js';
import { lockUser } from '../repository.js';
import { saveUser } from '../users/save-user.js';
import { countTry, lockLoginCode, markUsed, userOfLoginCode } from './repository.js';
import { MAX_TRIES, mayUseLoginCode, wrongLoginCode } from './rules.js';

export type CodeLogin = {
  token: string;
  code: string;
  address: string;
  guest: GuestProof;
  device: Device;
};

/** Logs in the customer to whom the code was mailed, which also proves the address. */
export async function logInWithCode(platform: Platform, login: CodeLogin): Promise<OpenedLogin> {
  const block = failureBlockOf(platform, login.address);
  await block.refuseBlocked();
  const now = platform.clock.now();
  const tokenHash = hashToken(login.token);
  const meant = await userOfLoginCode(platform.db, tokenHash);
  // Returns null instead of throwing, because the failed try must be committed.
  const opened = await atomically(platform.db, async tx => {
    // Locks the person before the code, in the same order as changes of a person.
    const user = meant === undefined ? undefined : await lockUser(tx, meant);
    const row = await lockLoginCode(tx, tokenHash);
    if (row === undefined || row.used_at !== null || row.expires_at <= now) return null;
    if (row.tries >= MAX_TRIES) {
      const seconds = secondsUntil(row.expires_at, now);
      throw tooMany('Too many wrong codes; ask for a new one.', seconds, 'TOO_MANY_TRIES');
    }
    await countTry(tx, tokenHash);
    const typed = login.code.replaceAll(/\s/g, '');
    if (!isCode(platform, tokenHash, typed, row.code_hash)) return null;
    if (user === undefined || !mayUseLoginCode(user)) return null;
    const actor = { id: user.id, kind: 'customer' as const };
    noteActor(actor);
    noteLogin(tx, actor);
    await markUsed(tx, tokenHash, now);
    if (user.email_verified_at === null) {
      await saveUser(tx, platform, user, { email_verified_at: now });
    }
    return openWebLogin(tx, platform, user, 'none', login.guest, login.device);
  });
  if (opened === null) {
    await block.failed(meant === undefined ? NOBODY : accountOf(meant));
    throw wrongLoginCode();
  }
  await block.cleared(accountOf(opened.userId));
  const { userId, refresh, cookie } = opened;
  return { userId, access: await signAccess(platform, opened), refresh, cookie };
}

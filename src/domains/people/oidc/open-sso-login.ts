import { noteActor, noteLogin } from '../../../platform/audit/audited-call.js';
import { atomically, type Tx } from '../../../platform/database/tx.js';
import { unauthenticated } from '../../../platform/http/failure.js';
import type { Platform } from '../../../platform/platform.js';
import { record } from '../../../platform/work/events/outbox.js';
import { mailOwner } from '../account-mails.js';
import type { Device } from '../devices/device.js';
import { roleMapped } from '../events.js';
import { hashToken } from '../hashing.js';
import { kindOf, type OpenedLogin } from '../logins/log-in.js';
import { openWebLogin, signAccess } from '../logins/web-login.js';
import { proofOfToken } from '../proofs/proof.js';
import { lockUser, type User, userByEmail } from '../repository.js';
import { saveUser } from '../users/save-user.js';
import { linkSubject, takeIdentity, userOfSubject } from './repository.js';
import { type Identity, noAccount, refuseIdentity } from './rules.js';
import { ssoSeal } from './seal.js';

const NO_GUEST = { cartToken: undefined, cookie: undefined };

/** Opens the login of the person who came back from the provider with this browser. */
export async function openSsoLogin(
  platform: Platform,
  browser: string | undefined,
  device: Device,
): Promise<OpenedLogin> {
  const opened = await atomically(platform.db, async tx => {
    const now = platform.clock.now();
    const sealed = browser && (await takeIdentity(tx, hashToken(browser), now));
    if (!sealed) throw unauthenticated('Start single sign-on again.', 'SSO_EXPIRED');
    const identity = JSON.parse(ssoSeal(platform).open(sealed)) as Identity;
    const user = await admit(tx, platform, identity);
    noteLogin(tx, { id: user.id, kind: kindOf(user.role) });
    return openWebLogin(tx, platform, user, 'provider', NO_GUEST, device);
  });
  const { userId, refresh, cookie } = opened;
  return { userId, access: await signAccess(platform, opened), refresh, cookie };
}

/** Finds the person by an earlier login or the verified address, with the role of the groups. */
async function admit(tx: Tx, platform: Platform, identity: Identity): Promise<User> {
  const linked = await userOfSubject(tx, identity);
  const found =
    linked ?? (identity.email === null ? undefined : (await userByEmail(tx, identity.email))?.id);
  const user = found === undefined ? undefined : await lockUser(tx, found);
  if (user !== undefined) noteActor({ id: user.id, kind: kindOf(user.role) });
  const { role } = identity;
  const refusal = refuseIdentity(user, role);
  if (refusal) throw refusal;
  if (user === undefined || role === null) throw noAccount();
  if (linked === undefined) {
    // The provider verified the address.
    const proof = proofOfToken(user.id);
    const isLinked = await linkSubject(tx, identity, proof, platform.clock.now());
    // The address went to another person of the provider.
    if (!isLinked) throw noAccount();
    await mailOwner(tx, platform, user, 'singleSignOnAdded');
  }
  if (user.role === role) return user;
  await record(tx, roleMapped(user.id, user.role, role));
  return saveUser(tx, platform, user, { role });
}

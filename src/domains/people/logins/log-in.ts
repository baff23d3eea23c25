import { noteActor, noteLogin } from '../../../platform/audit/audited-call.js';
import { atomically } from '../../../platform/database/tx.js';
import { unauthenticated } from '../../../platform/http/failure.js';
import type { Platform } from '../../../platform/platform.js';
import type { Role } from '../../access/index.js';
import { type Subject, subjectName } from '../blocks/check-within-limits.js';
import { accountOf, failureBlockOf, NOBODY } from '../blocks/failure-block.js';
import type { Device } from '../devices/device.js';
import { credentialsByLogin, credentialsForLogin } from '../repository.js';
import { requireCode } from '../totp/check-code.js';
import { checkSecret } from './check-secret.js';
import { type GuestProof, openWebLogin, signAccess } from './web-login.js';

/** Wrong passwords for one account in ten minutes, from all addresses together. */
export const MAX_PER_ACCOUNT = 20;

export type PasswordLogin = {
  /** User name or e-mail. */
  username: string;
  password: string;
  /** Code of the authenticator app, for accounts that use one. */
  code?: string;
  address: string;
  guest: GuestProof;
  device: Device;
};

export const kindOf = (role: Role): 'customer' | 'staff' => (role === 'customer' ? role : 'staff');

/** The subject under which wrong passwords of an account are counted. */
export const passwordSubject = (account: string): string => subjectName('password of', account);

const refused = () => unauthenticated('Invalid user name or password.', 'INVALID_CREDENTIALS');

export type OpenedLogin = { userId: string; access: string; refresh: string; cookie: string };

/** An unknown account, an inactive one and a wrong password look and cost the same. */
export async function logIn(platform: Platform, login: PasswordLogin): Promise<OpenedLogin> {
  const block = failureBlockOf(platform, login.address);
  await block.refuseBlocked();
  const found = await credentialsByLogin(platform.db, login.username);
  const actor = found && { id: found.id, kind: kindOf(found.role) };
  if (actor) noteActor(actor);
  const account = found?.id ?? `unknown ${login.username.toLowerCase()}`;
  const subjects: Subject[] = [
    {
      name: passwordSubject(account),
      about: { kind: 'password', userId: found?.id ?? null, terminalId: null },
      maxFailures: MAX_PER_ACCOUNT,
    },
  ];
  const known = found?.is_active ? found : undefined;
  const usable = await checkSecret(platform, subjects, known, 'password_hash', login.password);
  if (usable === null) {
    await block.failed(found ? accountOf(found.id) : NOBODY);
    throw refused();
  }
  if (usable.has_totp) await requireCode(platform, usable.id, login.code, block);
  await block.cleared(accountOf(usable.id));
  const opened = await atomically(platform.db, async tx => {
    const user = await credentialsForLogin(tx, usable.id);
    // The user was deactivated or got a new password during the check.
    if (!user?.is_active || user.password_hash !== usable.password_hash) throw refused();
    if (actor) noteLogin(tx, actor);
    const step = usable.has_totp ? 'code' : 'none';
    return openWebLogin(tx, platform, user, step, login.guest, login.device);
  });
  return {
    userId: opened.userId,
    access: await signAccess(platform, opened),
    refresh: opened.refresh,
    cookie: opened.cookie,
  };
}

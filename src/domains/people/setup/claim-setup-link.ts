import { noteLogin } from '../../../platform/audit/audited-call.js';
import { atomically } from '../../../platform/database/tx.js';
import { Failure, forbidden } from '../../../platform/http/failure.js';
import type { Platform } from '../../../platform/platform.js';
import { failureBlockOf, NOBODY } from '../blocks/failure-block.js';
import type { Device } from '../devices/device.js';
import { hashToken } from '../hashing.js';
import type { OpenedLogin } from '../logins/log-in.js';
import { openWebLogin, signAccess } from '../logins/web-login.js';
import { addUser } from '../users/save-user.js';
import { toChange } from '../users/user-input.js';
import { deleteSetupLinks, hasAdministrator, isSetupLink, lockSetup } from './repository.js';

export type FirstAdministrator = {
  token: string;
  first_name: string;
  last_name?: string;
  username: string;
  email?: string;
  password: string;
};

const NO_GUEST = { cartToken: undefined, cookie: undefined };
const EMPLOYEE_NUMBER = /^[A-Za-z0-9][A-Za-z0-9._-]{0,49}$/;

/** Throws once the installation has an administrator. */
export async function refuseSetUp(platform: Platform): Promise<void> {
  if (await hasAdministrator(platform.db)) throw setUp();
}

/** Exchanges the token of a link for the account of the first administrator, and logs in. */
export async function claimSetupLink(
  platform: Platform,
  claim: FirstAdministrator,
  device: Device,
  address: string,
): Promise<OpenedLogin> {
  const block = failureBlockOf(platform, address);
  await block.refuseBlocked();
  const hash = hashToken(claim.token);
  // Before the password is hashed: a guess costs two look-ups.
  if (!(await isSetupLink(platform.db, hash, platform.clock.now()))) {
    await refuseSetUp(platform);
    await block.failed(NOBODY);
    throw invalidLink();
  }
  const { token: _, ...person } = claim;
  const { username } = person;
  const employee_number = EMPLOYEE_NUMBER.test(username) ? username : 'ADMIN';
  const change = await toChange(platform, { ...person, employee_number, role: 'admin' });
  const opened = await atomically(platform.db, async tx => {
    await lockSetup(tx);
    if (await hasAdministrator(tx)) throw setUp();
    if (!(await isSetupLink(tx, hash, platform.clock.now()))) throw invalidLink();
    await deleteSetupLinks(tx);
    const user = await addUser(tx, platform, change);
    noteLogin(tx, { id: user.id, kind: 'staff' });
    return openWebLogin(tx, platform, user, 'none', NO_GUEST, device);
  });
  const { userId, refresh, cookie } = opened;
  return { userId, access: await signAccess(platform, opened), refresh, cookie };
}

const setUp = (): Failure =>
  new Failure('not_found', 'SETUP_DONE', 'This installation has an administrator; sign in.');

const invalidLink = (): Failure =>
  forbidden(
    'This link is wrong, was used or has expired. A restart of the service prints a new one.',
    'SETUP_LINK_INVALID',
  );

import { unauthenticated } from '../../../platform/http/failure.js';
import { hasMailServer } from '../../../platform/mail/queue-mail.js';
import type { Platform } from '../../../platform/platform.js';
import type { Principal } from '../../access/index.js';
import { findStore } from '../../stores/index.js';
import { presentAccount, presentOwnRole } from '../present.js';
import { userById } from '../repository.js';
import { permissionsOf } from './permissions.js';
import { loginById } from './session-repository.js';

/** The caller's account, permissions, stores and login. */
export async function describeMe(platform: Platform, principal: Principal) {
  const { db } = platform;
  const [user, login] = await Promise.all([
    userById(db, principal.userId),
    loginById(db, principal.sessionId),
  ]);
  // The login ended after authentication.
  if (user === undefined || login === undefined) throw unauthenticated();
  const stores = await Promise.all(user.store_ids.map(id => findStore(db, id)));
  return {
    ...presentAccount(user),
    own_role: presentOwnRole(user),
    permissions: permissionsOf(user),
    stores: stores
      .filter(store => store !== undefined)
      .map(({ id, code, name }) => ({ id, code, name })),
    sends_mail: hasMailServer(platform),
    session: {
      id: login.id,
      kind: login.kind,
      store_id: login.kind === 'pos' ? login.store_id : null,
      terminal_id: login.terminal_id,
      expires_at: login.expires_at.toISOString(),
    },
  };
}

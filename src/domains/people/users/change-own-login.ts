import { atomically } from '../../../platform/database/tx.js';
import type { Static } from '../../../platform/http/schemas.js';
import type { Platform } from '../../../platform/platform.js';
import type { Staff } from '../../access/index.js';
import { lockProven } from '../proofs/proof.js';
import type { OwnLoginBody } from '../schemas.js';
import { proveOwnChange } from './prove-own-change.js';
import { changeLogin } from './save-user.js';
import { toChange } from './user-input.js';

/** Changes what a member of staff logs in with. It ends all other logins of the person. */
export async function changeOwnLogin(
  platform: Platform,
  { actor, address }: { actor: Staff; address: string },
  { current_password, current_pin, ...input }: Static<typeof OwnLoginBody>,
): Promise<void> {
  const shown = { current_password, current_pin };
  const proof = await proveOwnChange(platform, { actor, address }, input, shown);
  if (proof === null) return;
  const change = await toChange(platform, input);
  await atomically(platform.db, async tx => {
    const user = await lockProven(tx, proof);
    await changeLogin(tx, platform, user, change, proof, { keep: actor.sessionId });
  });
}

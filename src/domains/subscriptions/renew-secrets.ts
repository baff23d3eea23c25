import { atomically } from '../../platform/database/tx.js';
import type { Platform } from '../../platform/platform.js';
import { lockEndpoints, replaceSecret } from './repository.js';
import { seal, unseal } from './seal.js';

/** Encrypts the secrets of all endpoints with the current key, while the old one is still known. */
export async function renewSecrets({ db, config }: Platform): Promise<void> {
  if (config.secretKeyOld === undefined) return;
  await atomically(db, async tx => {
    for (const { id, secret } of await lockEndpoints(tx)) {
      await replaceSecret(tx, id, seal(config, unseal(config, secret)));
    }
  });
}

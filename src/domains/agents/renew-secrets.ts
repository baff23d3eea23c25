import { atomically } from '../../platform/database/tx.js';
import type { Platform } from '../../platform/platform.js';
import { lockSecrets, replaceSecrets } from './repository.js';
import { agentSeal } from './seal.js';

/** Encrypts the secrets of programs with the current key, while the old one is still known. */
export async function renewSecrets({ db, config }: Platform): Promise<void> {
  if (config.secretKeyOld === undefined) return;
  const seal = agentSeal(config);
  const renewed = (sealed: Buffer | null): Buffer | null =>
    sealed === null ? null : seal.close(seal.open(sealed));
  await atomically(db, async tx => {
    for (const { id, webhook_secret, feed_token } of await lockSecrets(tx)) {
      await replaceSecrets(tx, {
        id,
        webhook_secret: renewed(webhook_secret),
        feed_token: renewed(feed_token),
      });
    }
  });
}

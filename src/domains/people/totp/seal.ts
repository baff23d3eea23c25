import type { Config } from '../../../config.js';
import { atomically } from '../../../platform/database/tx.js';
import type { Platform } from '../../../platform/platform.js';
import { createSeal } from '../../../platform/seal.js';
import { lockSecrets, replaceSealed } from './repository.js';

const sealOf = (config: Config) => createSeal(config, 'people/totp');

export const seal = (config: Config, secret: string): Buffer => sealOf(config).close(secret);

export const unseal = (config: Config, sealed: Buffer): string => sealOf(config).open(sealed);

/** Encrypts all secrets with the current key, while the old one is still known. */
export async function renewSecrets({ db, config }: Platform): Promise<void> {
  if (config.secretKeyOld === undefined) return;
  await atomically(db, async tx => {
    for (const { user_id: userId, sealed } of await lockSecrets(tx)) {
      await replaceSealed(tx, userId, seal(config, unseal(config, sealed)));
    }
  });
}

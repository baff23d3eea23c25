import { atomically, type Tx } from '../../../platform/database/tx.js';
import { newId } from '../../../platform/ids.js';
import type { Log } from '../../../platform/log.js';
import type { Platform } from '../../../platform/platform.js';
import { createSeal, keysFor, type Seal, type SecretKeys } from '../../../platform/seal.js';
import { sealOfCodes } from '../gift-cards/issue-gift-card.js';
import { CODE_HASHES, useCodeKeys } from './code-hash.js';
import {
  insertKey,
  lockKeys,
  lockSealedCodes,
  replaceKey,
  replaceSealedCode,
} from './key-repository.js';

/**
 * Reads the keys of gift card codes when a node starts. The first start stores the key that is derived
 * from the secret, which earlier releases used. While `SECRET_KEY_OLD` is set, keys and codes that nobody
 * has seen are encrypted with the new secret.
 */
export async function loadCodeKeys({ db, config, log }: Platform): Promise<void> {
  const keys = await atomically(db, async tx => {
    if (config.secretKeyOld !== undefined) await renewSealedCodes(tx, config);
    return readKeys(tx, config, log);
  });
  useCodeKeys(config, keys);
}

async function readKeys(tx: Tx, secrets: SecretKeys, log: Log): Promise<Buffer[]> {
  const seal = createSeal(secrets, 'gift-card-keys');
  const keys: Buffer[] = [];
  for (const { id, key_sealed } of await lockKeys(tx)) {
    const key = opened(seal, key_sealed);
    if (key === undefined) {
      log.error({ key: id }, 'a key of gift cards belongs to another SECRET_KEY; they do not pay');
      continue;
    }
    if (secrets.secretKeyOld !== undefined) await replaceKey(tx, id, seal.close(key));
    keys.push(Buffer.from(key, 'base64'));
  }
  if (keys.length > 0) return keys;
  const derived = keysFor(secrets, CODE_HASHES);
  for (const key of [...derived].reverse()) {
    await insertKey(tx, newId(), seal.close(key.toString('base64')));
  }
  return derived;
}

/** Undefined if it was encrypted with a secret that is neither the current nor the former one. */
function opened(seal: Seal, sealed: Buffer): string | undefined {
  try {
    return seal.open(sealed);
  } catch {
    return undefined;
  }
}

async function renewSealedCodes(tx: Tx, secrets: SecretKeys): Promise<void> {
  const seal = sealOfCodes(secrets);
  for (const { id, code_sealed } of await lockSealedCodes(tx)) {
    const code = opened(seal, code_sealed);
    if (code !== undefined) await replaceSealedCode(tx, id, seal.close(code));
  }
}

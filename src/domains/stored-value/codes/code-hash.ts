import { createHmac } from 'node:crypto';
import { keysFor, type SecretKeys } from '../../../platform/seal.js';
import { normalizedCode } from '../rules.js';

/** Names the use of the key, see `keysFor`. */
export const CODE_HASHES = 'gift-card-codes';

/** The keys of each configuration, as `loadCodeKeys` read them when the node started. */
const loaded = new WeakMap<SecretKeys, readonly Buffer[]>();

export const useCodeKeys = (secrets: SecretKeys, keys: readonly Buffer[]): void => {
  loaded.set(secrets, keys);
};

/**
 * The HMAC of a code under each key, the newest first; new cards are stored under that one. A copy of
 * the database without the secret spends no card, because the keys in it are encrypted.
 */
export const hashesOfCode = (secrets: SecretKeys, code: string): Buffer[] =>
  (loaded.get(secrets) ?? keysFor(secrets, CODE_HASHES)).map(key =>
    createHmac('sha256', key).update(normalizedCode(code)).digest(),
  );

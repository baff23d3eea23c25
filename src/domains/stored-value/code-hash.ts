import { createHmac } from 'node:crypto';
import { keysFor, type SecretKeys } from '../../platform/seal.js';
import { normalizedCode } from './rules.js';

/**
 * The HMAC of a code under the current secret and, while it is being replaced, the one before. New
 * cards are stored under the first. A copy of the database without the secret spends no card.
 */
export const hashesOfCode = (secrets: SecretKeys, code: string): Buffer[] =>
  keysFor(secrets, 'gift-card-codes').map(key =>
    createHmac('sha256', key).update(normalizedCode(code)).digest(),
  );

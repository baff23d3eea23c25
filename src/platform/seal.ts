import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** The secret of the installation and, while it is being replaced, the previous one. */
export type SecretKeys = { secretKey: string; secretKeyOld?: string | undefined };

export type Seal = { close(text: string): Buffer; open(sealed: Buffer): string };

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

const derived = new Map<string, Map<string, Buffer>>();

/** A key is derived once: an order needs four, and deriving them took 4 % of a checkout. */
function derivedKey(secret: string, use: string): Buffer {
  const ofSecret = derived.get(secret) ?? new Map<string, Buffer>();
  derived.set(secret, ofSecret);
  const known = ofSecret.get(use);
  if (known !== undefined) return known;
  const key = Buffer.from(hkdfSync('sha256', secret, '', `tillhouse/${use}`, KEY_BYTES));
  ofSecret.set(use, key);
  return key;
}

/** A key for one use, derived from each secret; the one to write with comes first. */
export const keysFor = ({ secretKey, secretKeyOld }: SecretKeys, use: string): Buffer[] =>
  [secretKey, secretKeyOld]
    .filter(secret => secret !== undefined)
    .map(secret => derivedKey(secret, use));

/** Encrypts with the current secret, so that a copy of the database reveals nothing. */
export function createSeal(secrets: SecretKeys, use: string): Seal {
  const keys = keysFor(secrets, use);
  return {
    close: text => {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', keys[0] as Buffer, iv);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
    },
    open: sealed => {
      let failure: unknown;
      for (const key of keys) {
        try {
          return openWith(key, sealed);
        } catch (error) {
          failure = error;
        }
      }
      throw failure;
    },
  };
}

function openWith(key: Buffer, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES));
  decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const text = sealed.subarray(IV_BYTES + TAG_BYTES);
  return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
}

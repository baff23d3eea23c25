import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Config } from '../../config.js';

const IV_BYTES = 12;
const TAG_BYTES = 16;

const keyOf = ({ secretKey }: Config): Buffer =>
  Buffer.from(hkdfSync('sha256', secretKey, '', 'tillhouse/subscriptions/secrets', 32));

/** Encrypts a signing secret, so that a copy of the database does not reveal it. */
export function seal(config: Config, secret: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyOf(config), iv);
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

export function unseal(config: Config, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(config), sealed.subarray(0, IV_BYTES));
  decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const text = sealed.subarray(IV_BYTES + TAG_BYTES);
  return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
}

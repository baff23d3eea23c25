import { createHmac, hkdfSync } from 'node:crypto';
import type { Platform } from '../../../../platform/platform.js';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const LENGTH = 32;
const TOKEN = /^[0-9A-Za-z]{32}$/;

export const looksLikeToken = (text: string): boolean => TOKEN.test(text);

/**
 * Token of the link by which a guest follows an order: 190 bits, derived from the secret key and the
 * sale. A repeated request gets the same token although the database stores only its hash.
 */
export function receiptToken({ config }: Pick<Platform, 'config'>, saleId: string): string {
  const key = Buffer.from(hkdfSync('sha256', config.secretKey, '', 'tillhouse/receipts', 32));
  const digest = createHmac('sha512', key).update(saleId).digest('hex');
  let left = BigInt(`0x${digest}`);
  let token = '';
  while (token.length < LENGTH) {
    token += ALPHABET[Number(left % 62n)];
    left /= 62n;
  }
  return token;
}

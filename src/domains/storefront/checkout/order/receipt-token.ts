import { createHmac, hkdfSync } from 'node:crypto';
import type { Platform } from '../../../../platform/platform.js';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const LENGTH = 32;
const TOKEN = /^[0-9A-Za-z]{32}$/;

export const looksLikeToken = (text: string): boolean => TOKEN.test(text);

/**
 * The link by which a guest follows an order: 190 bits that only this service can tell. It is
 * derived and not drawn, so that an answer that was lost is given again in the same words although
 * the database holds nothing but its hash.
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

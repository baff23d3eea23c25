import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Platform } from '../../../../platform/platform.js';
import { keysFor } from '../../../../platform/seal.js';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = BigInt(ALPHABET.length);
const LENGTH = 32;
const TOKEN = /^[0-9A-Za-z]{32}$/;
/** 32 characters hold 190 bits: 122 of a version 7 id without its fixed bits, and a signature. */
const SIGNATURE_BITS = 68n;
const SIGNATURE_MASK = (1n << SIGNATURE_BITS) - 1n;
const ID = /^([0-9a-f]{8})-([0-9a-f]{4})-7([0-9a-f]{3})-([89ab][0-9a-f]{3})-([0-9a-f]{12})$/;

export const looksLikeToken = (text: string): boolean => TOKEN.test(text);

type Config = Pick<Platform, 'config'>;

/**
 * Token of the link by which a guest follows an order: the sale's id and a signature with the secret
 * key. Nothing is stored, and a repeated request gets the same token.
 */
export function receiptToken({ config }: Config, saleId: string): string {
  const [key] = keysFor(config, 'receipts');
  return encode((packed(saleId) << SIGNATURE_BITS) | signature(key as Buffer, saleId));
}

/** The sale of a token with a valid signature of the current or the previous secret key. */
export function saleOfReceipt({ config }: Config, token: string): string | undefined {
  if (!looksLikeToken(token)) return undefined;
  const value = decode(token);
  const saleId = unpacked(value >> SIGNATURE_BITS);
  if (saleId === undefined) return undefined;
  const given = asBytes(value & SIGNATURE_MASK);
  const isSigned = keysFor(config, 'receipts').some(key =>
    timingSafeEqual(asBytes(signature(key, saleId)), given),
  );
  return isSigned ? saleId : undefined;
}

function signature(key: Buffer, saleId: string): bigint {
  const digest = createHmac('sha256', key).update(`sale:${saleId}`).digest('hex');
  return BigInt(`0x${digest}`) & SIGNATURE_MASK;
}

const asBytes = (bits: bigint): Buffer => Buffer.from(bits.toString(16).padStart(18, '0'), 'hex');

/** The id without version and variant. */
function packed(id: string): bigint {
  const [, time = '', rest = '', random = '', variant = '', tail = ''] = ID.exec(id) ?? [];
  if (time === '') throw new Error(`not an id of version 7: ${id}`);
  const low = BigInt(`0x${variant}`) & 0x3fffn;
  const high = BigInt(`0x${time}${rest}${random}`);
  return (high << 62n) | (low << 48n) | BigInt(`0x${tail}`);
}

function unpacked(bits: bigint): string | undefined {
  if (bits >> 122n !== 0n) return undefined;
  const hex = (value: bigint, length: number): string => value.toString(16).padStart(length, '0');
  const high = hex(bits >> 62n, 15);
  const variant = hex(((bits >> 48n) & 0x3fffn) | 0x8000n, 4);
  const tail = hex(bits & 0xffff_ffff_ffffn, 12);
  return `${high.slice(0, 8)}-${high.slice(8, 12)}-7${high.slice(12)}-${variant}-${tail}`;
}

function encode(bits: bigint): string {
  let left = bits;
  let token = '';
  while (token.length < LENGTH) {
    token = `${ALPHABET[Number(left % BASE)]}${token}`;
    left /= BASE;
  }
  return token;
}

const decode = (token: string): bigint =>
  [...token].reduce((value, digit) => value * BASE + BigInt(ALPHABET.indexOf(digit)), 0n);

import { SECOND_MS } from '../clock.js';
import {
  anyDigestFits,
  digestOf,
  type Encoding,
  parseRotatingHeader,
  parseSignatureHeader,
  type Scheme,
  SECONDS_HEX,
} from './signature.js';

const TOLERANCE_SECONDS = 300;

/** In whole seconds, in both directions: 300 s old or early is fresh, 301 s is not. */
export const isFresh = (at: number, now: Date): boolean =>
  Math.abs(Math.floor((now.getTime() - at) / SECOND_MS)) <= TOLERANCE_SECONDS;

export type Signed = {
  /** An empty secret is a valid HMAC key, so it counts as missing. */
  secret: string | undefined;
  header: string | undefined;
  /** The raw bytes as received, never re-serialised JSON. */
  body: Buffer;
  now: Date;
};

/** `t=…,v1=…` as payment processors, the content system and our own deliveries write it. */
export function isSigned(
  { secret, header, body, now }: Signed,
  scheme: Scheme = SECONDS_HEX,
): boolean {
  if (!secret) return false;
  const parts = parseSignatureHeader(header, scheme);
  if (parts === undefined || !isFresh(Number(parts.time) * scheme.unitMs, now)) return false;
  const expected = digestOf(secret, [`${parts.time}.`, body], scheme.encoding);
  return anyDigestFits(parts.digests, expected, scheme.encoding);
}

export type Refusal =
  | 'webhook secret not configured'
  | 'missing signature'
  | 'invalid timestamp'
  | 'stale timestamp'
  | 'invalid signature';

/** Checks a header that may hold several signatures during a secret rotation. Null if valid. */
export function refusalOfRotating({ secret, header, body, now }: Signed): Refusal | null {
  if (!secret) return 'webhook secret not configured';
  const { time, digests } = parseRotatingHeader(header);
  if (digests.length === 0) return 'missing signature';
  if (time === undefined || !/^-?\d{1,20}$/.test(time)) return 'invalid timestamp';
  if (!isFresh(Number(time) * SECOND_MS, now)) return 'stale timestamp';
  const expected = digestOf(secret, [`${time}.`, body], 'hex');
  return anyDigestFits(digests, expected, 'hex') ? null : 'invalid signature';
}

/** Checks a header that holds only the digest of the given parts. */
export function isDigest(
  secret: string | undefined,
  header: string | undefined,
  parts: readonly (string | Buffer)[],
  encoding: Encoding,
): boolean {
  if (!secret || header === undefined) return false;
  return anyDigestFits([header], digestOf(secret, parts, encoding), encoding);
}

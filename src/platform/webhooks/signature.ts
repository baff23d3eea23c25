import { createHmac, timingSafeEqual } from 'node:crypto';

export type Encoding = 'hex' | 'base64' | 'base64url';

/**
 * How a sender writes `t=<time>,v1=<digest>`. The digest is the HMAC-SHA256 of `<time>.` and the
 * raw body. Payment processors count seconds and write hex; the content system counts
 * milliseconds and writes URL-safe Base64 without padding.
 */
export type Scheme = { encoding: Encoding; unitMs: 1 | 1_000 };

export const SECONDS_HEX: Scheme = { encoding: 'hex', unitMs: 1_000 };
export const MILLISECONDS_BASE64URL: Scheme = { encoding: 'base64url', unitMs: 1 };

/** The text form of a SHA-256 digest; other texts are never compared. */
const DIGEST: Record<Encoding, RegExp> = {
  hex: /^[0-9a-f]{64}$/,
  base64: /^[A-Za-z0-9+/]{43}=$/,
  base64url: /^[A-Za-z0-9_-]{43}$/,
};

export function digestOf(
  secret: string,
  parts: readonly (string | Buffer)[],
  encoding: Encoding,
): string {
  const hmac = createHmac('sha256', secret);
  for (const part of parts) hmac.update(part);
  return hmac.digest(encoding);
}

/**
 * Whether any of the given digests equals the expected one, in constant time. They are compared as
 * text, because several Base64 texts decode to the same bytes.
 */
export function anyDigestFits(
  given: readonly string[],
  expected: string,
  encoding: Encoding,
): boolean {
  const wanted = Buffer.from(expected, 'ascii');
  let fits = false;
  for (const digest of given) {
    if (!DIGEST[encoding].test(digest)) continue;
    if (timingSafeEqual(Buffer.from(digest, 'ascii'), wanted)) fits = true;
  }
  return fits;
}

/** The signature header of an outgoing body, in the format that payment processors use. */
export function signatureHeader(
  secret: string,
  body: string | Buffer,
  at: Date,
  scheme: Scheme = SECONDS_HEX,
): string {
  if (secret === '') throw new Error('an empty secret signs nothing');
  const time = String(Math.floor(at.getTime() / scheme.unitMs));
  return `t=${time},v1=${digestOf(secret, [`${time}.`, body], scheme.encoding)}`;
}

export type SignatureParts = { time: string; digests: string[] };

const ITEM = /^([A-Za-z0-9_]+)=([^\s,]*)$/;
const TIME: Record<Scheme['unitMs'], RegExp> = { 1000: /^\d{1,12}$/, 1: /^\d{1,15}$/ };

/**
 * Parses `t=…,v1=…` strictly: exactly one time and at least one `v1`, all well-formed. Other names
 * (`v0`) are ignored. Undefined if the header is malformed.
 */
export function parseSignatureHeader(
  header: string | undefined,
  scheme: Scheme,
): SignatureParts | undefined {
  if (header === undefined) return undefined;
  const times: string[] = [];
  const digests: string[] = [];
  for (const item of header.split(',')) {
    const [, name, value = ''] = ITEM.exec(item) ?? [];
    if (name === undefined) return undefined;
    if (name === 't') times.push(value);
    if (name === 'v1') digests.push(value);
  }
  const [time = '', ...others] = times;
  const isWhole = others.length === 0 && TIME[scheme.unitMs].test(time) && digests.length > 0;
  return isWhole && digests.every(digest => DIGEST[scheme.encoding].test(digest))
    ? { time, digests }
    : undefined;
}

/** Parses the header of a secret rotation, `t=…,v1=… t=…,v1=…`: the first time and every `v1`. */
export function parseRotatingHeader(header: string | undefined): {
  time: string | undefined;
  digests: string[];
} {
  const items = (header ?? '').split(/[\s,]+/);
  const valuesOf = (prefix: string): string[] =>
    items.filter(item => item.startsWith(prefix)).map(item => item.slice(prefix.length));
  return { time: valuesOf('t=')[0], digests: valuesOf('v1=').filter(digest => digest !== '') };
}

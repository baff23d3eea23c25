import { describe, expect, it } from 'vitest';
import {
  anyDigestFits,
  digestOf,
  MILLISECONDS_BASE64URL,
  parseRotatingHeader,
  parseSignatureHeader,
  SECONDS_HEX,
  signatureHeader,
} from '../../src/platform/webhooks/signature.js';
import { isDigest, isFresh, refusalOfRotating } from '../../src/platform/webhooks/verify.js';

const secret = 'whsec_1';
const now = new Date('2026-07-09T10:00:00.500Z');
const body = Buffer.from('{"id":"evt_1"}');
const TIME = '1783591200';
/**
 * Computed with openssl: printf '1783591200.{"id":"evt_1"}' | openssl dgst -sha256 -hmac whsec_1
 */
const HEX = '8152386567060b0798a6e3c6e519d125c9b81509f8638971ceaee6407eaf2131';
const OTHER = '0'.repeat(64);

describe('a digest', () => {
  it('is the HMAC-SHA256 of its concatenated parts', () => {
    expect(digestOf(secret, [`${TIME}.`, body], 'hex')).toBe(HEX);
    expect(digestOf(secret, [`${TIME}.{"id"`, ':"evt_1"}'], 'hex')).toBe(HEX);
    expect(digestOf(secret, [`${TIME}.`, body], 'base64')).toBe(
      Buffer.from(HEX, 'hex').toString('base64'),
    );
    expect(signatureHeader(secret, body, now)).toBe(`t=${TIME},v1=${HEX}`);
    expect(() => signatureHeader('', body, now)).toThrow('an empty secret signs nothing');
  });

  it.each<[string, string[], boolean]>([
    ['none', [], false],
    ['the right one', [HEX], true],
    ['the right one last', [OTHER, HEX], true],
    ['the right one first', [HEX, OTHER], true],
    ['wrong ones', [OTHER, OTHER], false],
    ['a longer one', [`${HEX}0`], false],
    ['a shorter one', [HEX.slice(1)], false],
    ['one in front of the right one', [`0${HEX}`], false],
    ['capitals', [HEX.toUpperCase()], false],
  ])('matches among %s', (_name, given, fits) => {
    expect(anyDigestFits(given, HEX, 'hex')).toBe(fits);
  });

  it('in Base64 has exactly one valid form', () => {
    const base64 = Buffer.from(HEX, 'hex').toString('base64');
    expect(isDigest(secret, base64, [`${TIME}.`, body], 'base64')).toBe(true);
    for (const odd of [`${base64}=`, `${base64} `, base64.slice(0, -1), ` ${base64}`, undefined]) {
      expect([odd, isDigest(secret, odd, [`${TIME}.`, body], 'base64')]).toEqual([odd, false]);
    }
  });
});

describe('the time of a signature', () => {
  it.each([
    [0, true],
    [300, true],
    [301, false],
    [-300, true],
    [-301, false],
  ])('%d seconds old is fresh: %s', (seconds, fresh) => {
    const at = new Date('2026-07-09T10:00:00Z');
    expect(isFresh(at.getTime() - seconds * 1_000, at)).toBe(fresh);
  });
});

describe('a header t=…,v1=…', () => {
  const parse = (text: string | undefined, scheme = SECONDS_HEX) =>
    parseSignatureHeader(text, scheme);

  it.each([
    [`t=${TIME},v1=${HEX}`, { time: TIME, digests: [HEX] }],
    [`v1=${HEX},t=${TIME}`, { time: TIME, digests: [HEX] }],
    [`t=${TIME},v0=x,v1=${HEX},v1=${OTHER}`, { time: TIME, digests: [HEX, OTHER] }],
    [`t=1,v1=${HEX}`, { time: '1', digests: [HEX] }],
    [`t=${'9'.repeat(12)},v1=${HEX}`, { time: '9'.repeat(12), digests: [HEX] }],
  ])('%s is read', (text, parts) => {
    expect(parse(text)).toEqual(parts);
  });

  it.each([
    undefined,
    '',
    `t=${TIME}`,
    `v1=${HEX}`,
    `t=,v1=${HEX}`,
    `t=${'9'.repeat(13)},v1=${HEX}`,
    `t=1x,v1=${HEX}`,
    `t=x1,v1=${HEX}`,
    `t=-1,v1=${HEX}`,
    `t=${TIME},t=${TIME},v1=${HEX}`,
    `t=${TIME},v1=${HEX},v1=short`,
    `t=${TIME},v1=`,
    `t=${TIME},,v1=${HEX}`,
    `t=${TIME},v1=${HEX},v2 =x`,
  ])('%j is refused', text => {
    expect(parse(text)).toBeUndefined();
  });

  it('of the content system has milliseconds and URL-safe Base64', () => {
    const digest = Buffer.from(HEX, 'hex').toString('base64url');
    const read = (time: string) =>
      parse(`t=${time},v1=${digest}`, MILLISECONDS_BASE64URL)?.time ?? null;
    expect(['1', '9'.repeat(15), '9'.repeat(16), '1x', 'x1'].map(read)).toEqual([
      '1',
      '9'.repeat(15),
      null,
      null,
      null,
    ]);
    expect(parse(`t=1,v1=${HEX}`, MILLISECONDS_BASE64URL)).toBeUndefined();
  });
});

describe('a header during secret rotation', () => {
  it.each([
    [undefined, { time: undefined, digests: [] }],
    ['', { time: undefined, digests: [] }],
    ['t=1,v1=a', { time: '1', digests: ['a'] }],
    ['t=1,v1=a t=2,v1=b', { time: '1', digests: ['a', 'b'] }],
    ['t=1,  v1=a ,\tt=2', { time: '1', digests: ['a'] }],
    ['v1=,v1=a,v0=c,at=3,xv1=d', { time: undefined, digests: ['a'] }],
    ['v1=a=t=,t=', { time: '', digests: ['a=t='] }],
  ])('%j is read as its first time and all digests', (text, parts) => {
    expect(parseRotatingHeader(text)).toEqual(parts);
  });

  it.each<[string | undefined, string | null]>([
    [`t=${TIME},v1=${HEX}`, null],
    [`t=${TIME},v1=${OTHER} t=${TIME},v1=${HEX}`, null],
    [undefined, 'missing signature'],
    ['', 'missing signature'],
    [`t=${TIME}`, 'missing signature'],
    [`t=${TIME},v1=`, 'missing signature'],
    [`v1=${HEX}`, 'invalid timestamp'],
    [`t=,v1=${HEX}`, 'invalid timestamp'],
    [`t=x${TIME},v1=${HEX}`, 'invalid timestamp'],
    [`t=${TIME}x,v1=${HEX}`, 'invalid timestamp'],
    [`t=--1,v1=${HEX}`, 'invalid timestamp'],
    [`t=${'1'.repeat(21)},v1=${HEX}`, 'invalid timestamp'],
    [`t=${'1'.repeat(20)},v1=${HEX}`, 'stale timestamp'],
    [`t=-5,v1=${HEX}`, 'stale timestamp'],
    [`t=1,v1=${HEX}`, 'stale timestamp'],
    [`t=${Number(TIME) - 301},v1=${HEX}`, 'stale timestamp'],
    [`t=${Number(TIME) - 299},v1=${HEX}`, 'invalid signature'],
    [`t=${TIME},v1=${OTHER}`, 'invalid signature'],
    [`t=${TIME},v1=x`, 'invalid signature'],
  ])('%j: %s', (header, refusal) => {
    expect(refusalOfRotating({ secret, header, body, now })).toBe(refusal);
  });

  it('is refused without a secret or for other bytes', () => {
    const header = `t=${TIME},v1=${HEX}`;
    for (const missing of [undefined, '']) {
      expect(refusalOfRotating({ secret: missing, header, body, now })).toBe(
        'webhook secret not configured',
      );
    }
    expect(refusalOfRotating({ secret, header, body: Buffer.from('{}'), now })).toBe(
      'invalid signature',
    );
  });
});

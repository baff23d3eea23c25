import { encodeSignatureHeader } from '@sanity/webhook';
import { describe, expect, it } from 'vitest';
import {
  MILLISECONDS_BASE64URL,
  SECONDS_HEX,
  signatureHeader,
} from '../../src/platform/webhooks/signature.js';
import { isDigest, isSigned, refusalOfRotating } from '../../src/platform/webhooks/verify.js';
import { runs } from '../support/runs.js';
import { hmac, mutated, seeded, stripeHeader } from './support.js';

const secret = 'whsec_1';
const now = new Date('2026-07-09T10:00:00.500Z');
const payload = '{"id":"evt_1","note":"Grüße ☕"}';
const body = Buffer.from(payload);
const shifted = (seconds: number): Date => new Date(now.getTime() + seconds * 1_000);
const header = (at: Date): string => stripeHeader(payload, { secret, at });
const accepts = (text: string | undefined): boolean =>
  isSigned({ secret, header: text, body, now });

describe('a processor signature', () => {
  it('made by the processor’s own library is accepted', () => {
    expect(accepts(header(now))).toBe(true);
    expect(signatureHeader(secret, body, now)).toBe(header(now));
  });

  it.each([
    [0, true],
    [-300, true],
    [300, true],
    [-301, false],
    [301, false],
    [-86_400, false],
    [86_400 * 365, false],
  ])('made %d seconds from now: %s', (seconds, isFresh) => {
    expect(accepts(header(shifted(seconds)))).toBe(isFresh);
  });

  it('is refused without a secret, or with an empty one', () => {
    const empty = `t=${Math.floor(now.getTime() / 1_000)},v1=${hmac('', `${Math.floor(now.getTime() / 1_000)}.${payload}`, 'hex')}`;
    for (const missing of [undefined, '']) {
      expect(isSigned({ secret: missing, header: empty, body, now })).toBe(false);
      expect(refusalOfRotating({ secret: missing, header: empty, body, now })).toBe(
        'webhook secret not configured',
      );
      expect(isDigest(missing, hmac('', payload, 'hex'), [body], 'hex')).toBe(false);
    }
    expect(() => signatureHeader('', body, now)).toThrow();
  });

  it('may be one of several, any of which may match', () => {
    const [time, right] = header(now).split(',');
    const wrong = `v1=${'0'.repeat(64)}`;
    expect(accepts(`${time},${wrong},${right}`)).toBe(true);
    expect(accepts(`${time},${right},${wrong},v0=anything`)).toBe(true);
    expect(accepts(`${time},${wrong},${wrong}`)).toBe(false);
  });

  it('is refused in any malformed form', () => {
    const good = header(now);
    const [time = '', right = ''] = good.split(',');
    const odd = [
      undefined,
      '',
      ',',
      '=',
      time,
      right,
      right.slice(3),
      `${time},v0=${right.slice(3)}`,
      `${time},v1=`,
      `${time},v1`,
      `${good},${time}`,
      `t=1,${good}`,
      `${time}, ${right}`,
      ` ${good}`,
      `${good} `,
      `${good},`,
      `t=,${right}`,
      `t=+${time.slice(2)},${right}`,
      `t=0${time.slice(2)},${right}`,
      `t=${time.slice(2)}.0,${right}`,
      `t=1e9,${right}`,
      `t=9999999999999,${right}`,
      `${time},${right.toUpperCase()}`,
      `${time},v1=${right.slice(3).toUpperCase()}`,
      `${time},${right},v1=short`,
      `${time},${right}00`,
      `T=${time.slice(2)},${right}`,
    ];
    for (const text of odd) expect([text, accepts(text)]).toEqual([text, false]);
  });

  it('covers the bytes, not the parsed JSON', () => {
    const same = Buffer.from(JSON.stringify(JSON.parse(payload), null, 1));
    expect(isSigned({ secret, header: header(now), body: same, now })).toBe(false);
    const [time = ''] = header(now).split(',');
    const notText = Buffer.from([0xff, 0x00, 0xfe]);
    const signed = signatureHeader(secret, notText, now);
    expect(signed.startsWith(time)).toBe(true);
    expect(isSigned({ secret, header: signed, body: notText, now })).toBe(true);
    expect(isSigned({ secret, header: signed, body: Buffer.from([0xff]), now })).toBe(false);
  });
});

describe('a content-system signature', () => {
  const accepted = (text: string): boolean =>
    isSigned({ secret, header: text, body, now }, MILLISECONDS_BASE64URL);

  it('made by its own library is accepted, in milliseconds and URL-safe Base64', async () => {
    const made = await encodeSignatureHeader(payload, now.getTime(), secret);
    expect(accepted(made)).toBe(true);
    expect(signatureHeader(secret, body, now, MILLISECONDS_BASE64URL)).toBe(made);
    expect(isSigned({ secret, header: made, body, now }, SECONDS_HEX)).toBe(false);
  });

  it.each([
    [-300_000, true],
    [300_000, true],
    [-301_000, false],
    [301_000, false],
  ])('made %d ms from now: %s', async (ms, isFresh) => {
    const at = now.getTime() + ms;
    expect(accepted(await encodeSignatureHeader(payload, at, secret))).toBe(isFresh);
  });

  it('has exactly one valid form: padding and spare bits count', async () => {
    const made = await encodeSignatureHeader(payload, now.getTime(), secret);
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const twin = alphabet[alphabet.indexOf(made.at(-1) ?? '') ^ 1] ?? '';
    expect(Buffer.from(made.slice(-43, -1) + twin, 'base64url')).toEqual(
      Buffer.from(made.slice(-43), 'base64url'),
    );
    expect(accepted(made.slice(0, -1) + twin)).toBe(false);
    expect(accepted(`${made}=`)).toBe(false);
  });
});

describe('forged headers', () => {
  const ROUNDS = runs(20_000);
  const seed = 20_260_709;
  const square = hmac(secret, `https://shop.example/${payload}`, 'base64');
  const bank = hmac(secret, payload, 'hex');
  const cms = signatureHeader(secret, body, now, MILLISECONDS_BASE64URL);
  const kyc = `${header(now)} t=1,v1=${'0'.repeat(64)}`;
  const [kycTime = '', kycDigest = ''] = header(now).split(',');
  const receivers: [name: string, good: string, accepts: (header: string) => boolean][] = [
    ['primary', header(now), accepts],
    ['cms', cms, text => isSigned({ secret, header: text, body, now }, MILLISECONDS_BASE64URL)],
    ['square', square, text => isDigest(secret, text, ['https://shop.example/', body], 'base64')],
    ['bank', bank, text => isDigest(secret, text, [body], 'hex')],
    [
      'kyc',
      kyc,
      text => {
        const items = text.split(/[\s,]+/);
        const first = items.find(item => item.startsWith('t='));
        // Sets may be in any order, so the header is genuine while time and digest are both
        // unchanged.
        const isGenuine = first === kycTime && items.includes(kycDigest);
        const isAccepted = refusalOfRotating({ secret, header: text, body, now }) === null;
        return isAccepted && !isGenuine;
      },
    ],
  ];

  it.each(receivers)(`are all refused by %s (seed ${seed})`, (name, good, isAccepted) => {
    const random = seeded(seed);
    if (name !== 'kyc') expect(isAccepted(good)).toBe(true);
    let falseAccepts = 0;
    for (let i = 0; i < ROUNDS; i += 1) if (isAccepted(mutated(good, random))) falseAccepts += 1;
    expect(falseAccepts).toBe(0);
  });
});

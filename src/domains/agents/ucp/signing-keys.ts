import { createECDH, createHash, createPrivateKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { SecretKeys } from '../../../platform/seal.js';

export type SigningKey = {
  /** The public half, as the profile of the business publishes it. */
  jwk: { kid: string; kty: 'EC'; crv: 'P-256'; x: string; y: string; use: 'sig'; alg: 'ES256' };
  privateKey: KeyObject;
};

/** The order of the curve: private keys are numbers below it. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
/** More bits than the order has, so that the remainder is almost evenly distributed. */
const SEED_BYTES = 48;
const FIELD_BYTES = 32;
const KID_LENGTH = 16;

/**
 * The keys that sign order events: derived from the secret of the installation, and while it is
 * being replaced from the previous one too, so that nothing is stored. The first one signs.
 */
export const signingKeys = ({ secretKey, secretKeyOld }: SecretKeys): SigningKey[] =>
  [secretKey, secretKeyOld].filter(secret => secret !== undefined).map(keyFrom);

function keyFrom(secret: string): SigningKey {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'tillhouse/agents/signing', SEED_BYTES));
  const number = (BigInt(`0x${seed.toString('hex')}`) % (ORDER - 1n)) + 1n;
  const bytes = Buffer.from(number.toString(16).padStart(FIELD_BYTES * 2, '0'), 'hex');
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(bytes);
  const point = pair.getPublicKey();
  const x = point.toString('base64url', 1, 1 + FIELD_BYTES);
  const y = point.toString('base64url', 1 + FIELD_BYTES);
  // The thumbprint of RFC 7638: the required members in alphabetical order.
  const thumbprint = createHash('sha256')
    .update(JSON.stringify({ crv: 'P-256', kty: 'EC', x, y }))
    .digest('base64url');
  const curve = { kty: 'EC', crv: 'P-256', x, y } as const;
  return {
    jwk: { kid: thumbprint.slice(0, KID_LENGTH), ...curve, use: 'sig', alg: 'ES256' },
    privateKey: createPrivateKey({
      key: { ...curve, d: bytes.toString('base64url') },
      format: 'jwk',
    }),
  };
}

import { errors, jwtVerify, SignJWT } from 'jose';
import { newId } from '../../../platform/ids.js';
import type { Platform } from '../../../platform/platform.js';
import { keyFor } from '../keys.js';

const ISSUER = 'tillhouse';
/** Marks access tokens, so that a JWT for another purpose is not accepted as a login. */
const TYPE = 'at+jwt';

export const LOGIN_KINDS = ['pos', 'web'] as const;
export type LoginKind = (typeof LOGIN_KINDS)[number];

const AUDIENCE: Record<LoginKind, string> = { pos: 'tillhouse:pos', web: 'tillhouse:web' };

export type AccessToken = {
  kind: LoginKind;
  sessionId: string;
  userId: string;
  issuedAt: Date;
  expiresAt: Date;
};

const seconds = (at: Date): number => Math.floor(at.getTime() / 1_000);

export const signToken = (
  platform: Pick<Platform, 'config'>,
  { kind, sessionId, userId, issuedAt, expiresAt }: AccessToken,
): Promise<string> =>
  new SignJWT({ session_id: sessionId })
    .setProtectedHeader({ alg: 'HS256', typ: TYPE })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE[kind])
    .setSubject(userId)
    .setJti(newId())
    .setIssuedAt(seconds(issuedAt))
    .setExpirationTime(seconds(expiresAt))
    .sign(keyFor(platform.config.secretKey, 'tokens'));

type TokenContent = { kind: LoginKind; sessionId: string; expiresAt: Date };

/** Null if the token is invalid or expired. The caller still has to look up the session. */
export async function readToken(
  platform: Pick<Platform, 'config' | 'clock'>,
  token: string,
): Promise<TokenContent | null> {
  const { secretKey, secretKeyOld } = platform.config;
  const read = await readWith(platform, token, secretKey);
  return read ?? (secretKeyOld === undefined ? null : readWith(platform, token, secretKeyOld));
}

async function readWith(
  platform: Pick<Platform, 'clock'>,
  token: string,
  secretKey: string,
): Promise<TokenContent | null> {
  try {
    const { payload } = await jwtVerify(token, keyFor(secretKey, 'tokens'), {
      algorithms: ['HS256'],
      typ: TYPE,
      issuer: ISSUER,
      audience: Object.values(AUDIENCE),
      requiredClaims: ['session_id', 'exp'],
      currentDate: platform.clock.now(),
    });
    return {
      kind: payload.aud === AUDIENCE.pos ? 'pos' : 'web',
      sessionId: String(payload.session_id),
      expiresAt: new Date((payload.exp ?? 0) * 1_000),
    };
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { Failure } from '../../platform/http/failure.js';
import type { Platform } from '../../platform/platform.js';
import { Semaphore } from '../../platform/semaphore.js';
import { keyFor } from './keys.js';

/** Argon2id with 19 MiB and two passes: about 40 ms, too slow to guess PINs by the million. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Two of the four threads of Node's pool, and 38 MiB. The others stay free, e.g. for tokens. */
const MAX_PARALLEL = 2;
const MAX_WAITING = 64;

/** Matches no secret. Verified for an unknown name, so that it takes as long as a known one. */
const NO_MATCH =
  '$argon2id$v=19$m=19456,t=2,p=1$sCrvVknVGhrUoYP16acnwA$TyjYDVnBKZoFyLVBJG/foCCKuq4FqRfX5ofcUCZ4I4Q';

const busy = (): Failure =>
  new Failure('unavailable', 'BUSY', 'Too many logins at once; try again shortly.', {
    retryAfterSeconds: 2,
  });

/** A flood of logins fills a short queue; the rest is refused and does not use up the CPU. */
const hashes = new Semaphore({ permits: MAX_PARALLEL, maxQueued: MAX_WAITING, refuse: busy });
/** At most one registration is hashed at a time, and only when no login is queued. */
const registrations = new Semaphore({ permits: 1, maxQueued: 16, refuse: busy });

export type Hasher = {
  hash(secret: string): Promise<string>;
  /** Like `hash`, at low priority: logins never wait for registrations. */
  hashForRegistration(secret: string): Promise<string>;
  /** Takes the same time whether or not there is a hash to compare with. */
  matches(stored: string | null, secret: string): Promise<boolean>;
};

/** For PINs and passwords. A hash names its cost, so `matches` takes as long as the hash did. */
export function createHasher(secretKey: string, cost = COST): Hasher {
  // The key is not in the database: a stolen table alone does not reveal a four-digit PIN.
  const peppered = (secret: string): string =>
    createHmac('sha256', keyFor(secretKey, 'pepper'))
      .update(secret.normalize('NFKC'))
      .digest('base64');
  return {
    hash: secret => hashes.run(() => hash(peppered(secret), cost)),
    hashForRegistration: secret =>
      registrations.run(() => hashes.run(() => hash(peppered(secret), cost), 'low')),
    matches: async (stored, secret) => {
      const isMatch = await hashes.run(() => verify(stored ?? NO_MATCH, peppered(secret)));
      return stored !== null && isMatch;
    },
  };
}

export const hashSecret = ({ config }: Pick<Platform, 'config'>, secret: string): Promise<string> =>
  createHasher(config.secretKey).hash(secret);

/** `right_by_old_key`: the hash has to be made again, before the old key is forgotten. */
export type Verdict = 'wrong' | 'right' | 'right_by_old_key';

export async function compareSecret(
  { config: { secretKey, secretKeyOld } }: Pick<Platform, 'config'>,
  stored: string | null,
  secret: string,
): Promise<Verdict> {
  if (await createHasher(secretKey).matches(stored, secret)) return 'right';
  if (secretKeyOld === undefined) return 'wrong';
  return (await createHasher(secretKeyOld).matches(stored, secret)) ? 'right_by_old_key' : 'wrong';
}

/** For long random tokens, which need no slow hash. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** A one-time code has only a million values, so its hash has a key and includes the registration. */
export const hashCode = (
  { config }: Pick<Platform, 'config'>,
  registration: Buffer,
  code: string,
): Buffer => codeHash(config.secretKey, registration, code);

const codeHash = (secretKey: string, registration: Buffer, code: string): Buffer =>
  createHmac('sha256', keyFor(secretKey, 'codes')).update(registration).update(code).digest();

/** Also accepts a code that was mailed under the previous key. */
export const isCode = (
  { config: { secretKey, secretKeyOld } }: Pick<Platform, 'config'>,
  registration: Buffer,
  code: string,
  stored: Buffer,
): boolean =>
  [secretKey, secretKeyOld].some(
    key => key !== undefined && timingSafeEqual(codeHash(key, registration, code), stored),
  );

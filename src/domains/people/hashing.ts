import { createHash, createHmac } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { Failure } from '../../platform/http/failure.js';
import type { Platform } from '../../platform/platform.js';
import { keyFor } from './keys.js';

/** Argon2id with 19 MiB and two passes: about 40 ms, too slow to guess PINs by the million. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Two of the four threads of Node's pool, and 38 MiB: the others go on verifying tokens meanwhile. */
const MAX_PARALLEL = 2;
const MAX_WAITING = 64;

/** Fits nothing. Checked where nobody is, so that an unknown name costs what a known one costs. */
const NOBODY =
  '$argon2id$v=19$m=19456,t=2,p=1$sCrvVknVGhrUoYP16acnwA$TyjYDVnBKZoFyLVBJG/foCCKuq4FqRfX5ofcUCZ4I4Q';

type Line = { mostRunning: number; mostWaiting: number; running: number; waiting: (() => void)[] };

const line = (mostRunning: number, mostWaiting: number): Line => ({
  mostRunning,
  mostWaiting,
  running: 0,
  waiting: [],
});

/** First come those who have an account. Strangers who want one get a single place, if it is free. */
const logins = line(MAX_PARALLEL, MAX_WAITING);
const newcomers = line(1, 16);

const mayStart = ({ running, mostRunning }: Line): boolean =>
  running < mostRunning && logins.running + newcomers.running < MAX_PARALLEL;

/** A flood waits in a short line and is then turned away, instead of eating the CPU. */
async function inTurn<T>(own: Line, work: () => Promise<T>): Promise<T> {
  if (mayStart(own)) own.running += 1;
  else if (own.waiting.length >= own.mostWaiting) {
    throw new Failure('unavailable', 'BUSY', 'Too many logins at once; try again shortly.', {
      retryAfterSeconds: 2,
    });
  } else await new Promise<void>(resolve => own.waiting.push(resolve));
  try {
    return await work();
  } finally {
    own.running -= 1;
    startNext();
  }
}

function startNext(): void {
  for (const next of [logins, newcomers]) {
    if (!mayStart(next)) continue;
    const start = next.waiting.shift();
    if (start === undefined) continue;
    next.running += 1;
    start();
    return;
  }
}

export type Hasher = {
  hash(secret: string): Promise<string>;
  /** As `hash`, for somebody nobody knows yet: nobody who logs in waits behind it. */
  hashForNewcomer(secret: string): Promise<string>;
  /** Costs the same whether there is a hash to compare with or not. */
  fits(stored: string | null, secret: string): Promise<boolean>;
};

/** For PINs and passwords. */
export function createHasher(secretKey: string): Hasher {
  // Keyed outside the database: a stolen table alone does not even start to reveal four digits.
  const peppered = (secret: string): string =>
    createHmac('sha256', keyFor(secretKey, 'pepper'))
      .update(secret.normalize('NFKC'))
      .digest('base64');
  return {
    hash: secret => inTurn(logins, () => hash(peppered(secret), COST)),
    hashForNewcomer: secret => inTurn(newcomers, () => hash(peppered(secret), COST)),
    fits: async (stored, secret) => {
      const fits = await inTurn(logins, () => verify(stored ?? NOBODY, peppered(secret)));
      return stored !== null && fits;
    },
  };
}

export const hashSecret = ({ config }: Pick<Platform, 'config'>, secret: string): Promise<string> =>
  createHasher(config.secretKey).hash(secret);

export const secretFits = (
  { config }: Pick<Platform, 'config'>,
  stored: string | null,
  secret: string,
): Promise<boolean> => createHasher(config.secretKey).fits(stored, secret);

/** For long random tokens, which need no slow hash. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** A one-time code has a million values, so its hash is keyed; it fits its own registration only. */
export const hashCode = (
  { config }: Pick<Platform, 'config'>,
  registration: Buffer,
  code: string,
): Buffer =>
  createHmac('sha256', keyFor(config.secretKey, 'codes'))
    .update(registration)
    .update(code)
    .digest();

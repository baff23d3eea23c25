import type { Platform } from '../../../platform/platform.js';
import type { About } from '../blocks/attempt-repository.js';
import { type Subject, subjectName } from '../blocks/check-within-limits.js';
import { type Credentials, credentialsByEmployeeRef, type User } from '../repository.js';
import { checkSecret } from './check-secret.js';
import { callerHash, clientHash } from './client-hash.js';

/** Wrong PINs in ten minutes. The limit per till stops attackers who try one PIN on all staff. */
const MAX_AT_TERMINAL = 5;
const MAX_PER_EMPLOYEE = 20;
const MAX_PER_TERMINAL = 20;

/** Where a PIN is typed. */
export type PinPlace = {
  terminalId: string;
  /** Whether the till belongs to the store for which the PIN is typed. */
  isRegistered: boolean;
  /** Whether somebody is logged in at the till, or was lately, from this address. */
  isInUse: boolean;
  /** IP address of the client that sent the PIN. */
  address: string;
};

export type PinCheck = { employeeId: string; pin: string };

/**
 * The user with this employee number (or user id) and PIN, or null, at a till with a login. An
 * unknown user, an inactive user and a wrong PIN look, cost and count the same. Throws 429
 * `LOCKED_OUT` while blocked, even with the right PIN.
 */
export async function checkPin(
  platform: Platform,
  { terminalId, address, ...check }: PinCheck & Pick<PinPlace, 'terminalId' | 'address'>,
): Promise<User | null> {
  const place = { terminalId, address, isRegistered: true, isInUse: true };
  const found = await findByPin(platform, check, place);
  if (found === null) return null;
  const { pin_hash, password_hash, ...user } = found;
  return user;
}

/** Like `checkPin`, with the verified hash, so that a login can detect a PIN changed meanwhile. */
export async function findByPin(
  platform: Platform,
  { employeeId, pin }: PinCheck,
  place: PinPlace,
): Promise<Credentials | null> {
  const found = await credentialsByEmployeeRef(platform.db, employeeId);
  const person = { name: found?.id ?? `unknown ${employeeId}`, userId: found?.id ?? null };
  const subjects = place.isRegistered
    ? subjectsAtTill(platform, person, place)
    : subjectsElsewhere(person, place.terminalId);
  const usable = found?.is_active && found.role !== 'customer' ? found : undefined;
  return checkSecret(platform, subjects, usable, 'pin_hash', pin);
}

type Person = { name: string; userId: string | null };
/** What a limit counts, each part under a name of its own. */
type Limit = Omit<Subject, 'name' | 'about'> & { about: About; names: string[][] };

const subjectsOf = (limits: readonly Limit[]): Subject[] =>
  limits.flatMap(({ names, ...limit }) =>
    names.map(parts => ({ name: subjectName(...parts), ...limit })),
  );

/**
 * Each address has its own counts. Addresses without a recent login at this till also share some:
 * together they get no extra guesses, and they cannot lock out those who work at the till.
 */
function subjectsAtTill(platform: Platform, { name, userId }: Person, place: PinPlace): Subject[] {
  const { terminalId, isInUse, address } = place;
  const caller = callerHash(platform, terminalId, address);
  return subjectsOf([
    {
      about: { kind: 'pin_at_till', userId, terminalId },
      names: [['pin', name, caller], ...(isInUse ? [] : [['pin', name, terminalId]])],
      maxFailures: MAX_AT_TERMINAL,
      clearedBySuccess: true,
    },
    {
      about: { kind: 'pin', userId, terminalId: null },
      names: [
        ['pin of', name, clientHash(platform, address)],
        ['pin of', name, isInUse ? 'at tills in use' : 'from other addresses'],
      ],
      maxFailures: MAX_PER_EMPLOYEE,
    },
    {
      about: { kind: 'till', userId: null, terminalId },
      names: [['pin at', caller], ...(isInUse ? [] : [['pin at', terminalId]])],
      maxFailures: MAX_PER_TERMINAL,
    },
  ]);
}

/**
 * At a till that the store does not have. The counts lock only such ids: with made-up ones nobody
 * locks out a cashier. A caller's input is not stored.
 */
const subjectsElsewhere = ({ name, userId }: Person, terminalId: string): Subject[] =>
  subjectsOf([
    {
      about: { kind: 'pin_at_till', userId, terminalId: null },
      names: [['pin at unknown till', name, terminalId]],
      maxFailures: MAX_AT_TERMINAL,
      clearedBySuccess: true,
    },
    {
      about: { kind: 'pin', userId, terminalId: null },
      names: [['pin at unknown tills', name]],
      maxFailures: MAX_PER_EMPLOYEE,
    },
    {
      about: { kind: 'till', userId: null, terminalId: null },
      names: [['unknown till', terminalId]],
      maxFailures: MAX_PER_TERMINAL,
    },
  ]);

import type { Platform } from '../../../platform/platform.js';
import { terminalById } from '../../stores/index.js';
import { type Subject, subjectName } from '../blocks/check-within-limits.js';
import { type Credentials, credentialsByEmployeeRef, type User } from '../repository.js';
import { isTillCaller } from './caller-repository.js';
import { checkSecret } from './check-secret.js';
import { callerHash } from './client-hash.js';

/** Wrong PINs in ten minutes. The limit per till stops attackers who try one PIN on all staff. */
const MAX_AT_TERMINAL = 5;
const MAX_PER_EMPLOYEE = 20;
const MAX_PER_TERMINAL = 20;

export type PinCheck = {
  employeeId: string;
  pin: string;
  terminalId: string;
  /** IP address of the client that sent the PIN. */
  address: string;
};

/**
 * The user with this employee number (or user id) and PIN, or null. An unknown user, an inactive
 * user and a wrong PIN look, cost and count the same. Throws 429 `LOCKED_OUT` while blocked, even
 * with the right PIN.
 */
export async function checkPin(platform: Platform, check: PinCheck): Promise<User | null> {
  const found = await findByPin(platform, check);
  if (found === null) return null;
  const { pin_hash, password_hash, ...user } = found;
  return user;
}

/** Like `checkPin`, with the verified hash, so that a login can detect a PIN changed meanwhile. */
export async function findByPin(
  platform: Platform,
  { employeeId, pin, terminalId, address }: PinCheck,
): Promise<Credentials | null> {
  const found = await credentialsByEmployeeRef(platform.db, employeeId);
  const person = found?.id ?? `unknown ${employeeId}`;
  const userId = found?.id ?? null;
  // A caller's input is stored only if it is the name of a till.
  const knownTerminal = (await terminalById(platform.db, terminalId))?.id ?? null;
  const subjects: Subject[] = [
    {
      name: subjectName('pin', person, terminalId),
      about: { kind: 'pin_at_till', userId, terminalId: knownTerminal },
      maxFailures: MAX_AT_TERMINAL,
      clearedBySuccess: true,
    },
    {
      name: subjectName('pin of', person),
      about: { kind: 'pin', userId, terminalId: null },
      maxFailures: MAX_PER_EMPLOYEE,
    },
    ...(await terminalSubjects(platform, { terminalId, knownTerminal, address })),
  ];
  const usable = found?.is_active && found.role !== 'customer' ? found : undefined;
  return checkSecret(platform, subjects, usable, 'pin_hash', pin);
}

type Place = { terminalId: string; knownTerminal: string | null; address: string };

/**
 * Each address has its own count at a till. Addresses without a recent login at that till also
 * share one: together they get no extra guesses, and they cannot lock out the till's regular users.
 */
async function terminalSubjects(
  platform: Platform,
  { terminalId, knownTerminal, address }: Place,
): Promise<Subject[]> {
  const caller = callerHash(platform, terminalId, address);
  const counted = (name: string): Subject => ({
    name: subjectName('pin at', name),
    about: { kind: 'till', userId: null, terminalId: knownTerminal },
    maxFailures: MAX_PER_TERMINAL,
  });
  if (await isTillCaller(platform.db, caller, platform.clock.now())) return [counted(caller)];
  return [counted(caller), counted(terminalId)];
}

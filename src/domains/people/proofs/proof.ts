import type { Tx } from '../../../platform/database/tx.js';
import { Failure, notFound } from '../../../platform/http/failure.js';
import { type Credentials, credentialsByEmployeeRef, lockUser, type User } from '../repository.js';

const PROVEN = Symbol('proven');
type Secret = 'pin_hash' | 'password_hash';

/**
 * That the way in which this person logs in may change. The key is not exported: only this file
 * makes proofs, and whatever writes a name, secret, code or passkey takes one.
 */
export type LoginProof = {
  readonly userId: string;
  /** The secret that its owner typed, and which must still be the present one at the change. */
  readonly typed: { readonly column: Secret; readonly hash: string | null } | null;
  readonly [PROVEN]: true;
};

/** The owner, who has just typed the present password or PIN; only `prove-owner.ts` calls this. */
export const proofOfOwner = (owner: Credentials, column: Secret): LoginProof => ({
  userId: owner.id,
  typed: { column, hash: owner[column] },
  [PROVEN]: true,
});

/** A colleague with the right to change this person. Nobody is a colleague of their own. */
export function proofOfColleague(actor: { userId: string }, person: { id: string }): LoginProof {
  if (actor.userId === person.id) throw passwordNeeded();
  return { userId: person.id, typed: null, [PROVEN]: true };
}

/** The holder of a mailed link or code, or of the challenge that a proven owner got. */
export const proofOfToken = (userId: string): LoginProof => ({
  userId,
  typed: null,
  [PROVEN]: true,
});

/** Locks the person; throws if the typed secret was replaced meanwhile. */
export async function lockProven(tx: Tx, proof: LoginProof): Promise<User> {
  const user = await lockUser(tx, proof.userId);
  if (user === undefined) throw notFound('Account');
  await requireCurrent(tx, proof);
  return user;
}

export async function requireCurrent(tx: Tx, { userId, typed }: LoginProof): Promise<void> {
  if (typed === null) return;
  const now = await credentialsByEmployeeRef(tx, userId);
  if (now?.[typed.column] === typed.hash) return;
  throw typed.column === 'pin_hash' ? wrongPin() : wrongPassword();
}

const refused = (code: string, field: string, message: string): Failure =>
  new Failure('forbidden', code, message, { fields: { [field]: [message] } });

export const passwordNeeded = (): Failure =>
  refused('CURRENT_PASSWORD_REQUIRED', 'current_password', 'Enter your present password.');

export const wrongPassword = (): Failure =>
  refused('WRONG_PASSWORD', 'current_password', 'The password is wrong.');

export const wrongPin = (): Failure => refused('WRONG_PIN', 'current_pin', 'The PIN is wrong.');

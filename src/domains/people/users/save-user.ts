import type { Updateable } from 'kysely';
import type { Users } from '../../../platform/database/tables.js';
import { brokenConstraint, type Tx } from '../../../platform/database/tx.js';
import { conflict, invalidField, refuseFields } from '../../../platform/http/failure.js';
import { newId } from '../../../platform/ids.js';
import type { Platform } from '../../../platform/platform.js';
import { record } from '../../../platform/work/events/outbox.js';
import type { Role } from '../../access/index.js';
import { mailChanges } from '../account-mails.js';
import { userSaved } from '../events.js';
import { voidLoginCodes } from '../login-codes/repository.js';
import { endSessionsWhere, publishSessions } from '../logins/sessions.js';
import { deletePasskeysOf } from '../passkeys/repository.js';
import { voidResets } from '../passwords/reset-repository.js';
import { type LoginProof, passwordNeeded, requireCurrent } from '../proofs/proof.js';
import { insertUser, setUserStores, type User, updateUser, userById } from '../repository.js';
import { lastAdmin, problemsOf, unknownOwnRole } from '../rules.js';

/** What a person logs in with; hashed before the transaction starts. */
type LoginColumn = 'username' | 'email' | 'pin_hash' | 'password_hash';
type LoginColumns = Partial<Pick<Updateable<Users>, LoginColumn>>;

/** Writable columns. */
export type UserChange = Partial<
  Pick<
    Updateable<Users>,
    | LoginColumn
    | 'employee_number'
    | 'first_name'
    | 'last_name'
    | 'phone'
    | 'customer_card'
    | 'customer_group'
    | 'customer_notes'
    | 'email_verified_at'
    | 'home_store_id'
    | 'mail_consent_at'
    | 'own_role_id'
    | 'phone_consent_at'
    | 'is_active'
    | 'sanity_id'
    | 'tax_exemption'
  >
> & { role?: Role; store_ids?: readonly string[]; id?: string };

/** A change that leaves the login alone; the compiler refuses the columns of a login. */
type DetailChange = Omit<UserChange, LoginColumn | 'id'> & { [C in LoginColumn]?: never };

/** Adds a person, without a check of the caller. */
export const addUser = (tx: Tx, platform: Platform, person: UserChange): Promise<User> =>
  write(tx, platform, undefined, person, {});

/** Changes a person but for the login, without a check of the caller. */
export const saveUser = async (
  tx: Tx,
  platform: Platform,
  before: User,
  change: DetailChange,
): Promise<User> => write(tx, platform, before, detailsAlone(before, change), {});

/**
 * Changes a person with what they log in with. `keep` is the login in which the owner does it: the
 * others end.
 */
export async function changeLogin(
  tx: Tx,
  platform: Platform,
  before: User,
  change: Omit<UserChange, 'id'>,
  proof: LoginProof,
  { keep }: { keep?: string } = {},
): Promise<User> {
  if (proof.userId !== before.id) throw new Error('the proof is of another person');
  await requireCurrent(tx, proof);
  const { pin_hash: _, ...more } = change;
  if (proof.typed?.column === 'pin_hash' && touchesLogin(before, more)) throw passwordNeeded();
  // An attacker who knew the old password may have added one.
  if (change.password_hash !== undefined) await deletePasskeysOf(tx, proof);
  return write(tx, platform, before, change, { keep });
}

/** Whether the change touches the login. A form also sends a name and an address as they are. */
export const touchesLogin = (before: User, change: LoginColumns): boolean =>
  change.pin_hash !== undefined ||
  change.password_hash !== undefined ||
  isOther(before.username, change.username) ||
  isOther(before.email, change.email);

const isOther = (before: string | null, after: string | null | undefined): boolean =>
  after !== undefined && after !== before;

/** The change without the login, which it must not touch. */
export function detailsAlone(before: User, change: UserChange): DetailChange {
  if (touchesLogin(before, change)) throw passwordNeeded();
  const { id: _, username, email, pin_hash, password_hash, ...details } = change;
  return details;
}

/**
 * New rights or secrets end the user's logins, and a new password removes the passkeys; after other
 * changes all nodes reload the user. The owner reads about each change of the login at the address
 * that the account had before.
 */
async function write(
  tx: Tx,
  platform: Platform,
  before: User | undefined,
  change: UserChange,
  { keep }: { keep?: string },
): Promise<User> {
  const { store_ids: storeIds, id: wantedId, ...columns } = withOwnRole(before, change);
  const id = before?.id ?? wantedId ?? newId();
  check(before, change);
  const now = platform.clock.now();
  try {
    if (before !== undefined) await updateUser(tx, id, { ...columns, updated_at: now });
    else {
      const role = columns.role ?? 'customer';
      await insertUser(tx, { ...columns, id, role, created_at: now, updated_at: now });
    }
    if (storeIds !== undefined) await setUserStores(tx, id, storeIds);
  } catch (error) {
    throw refusal(error);
  }
  if (before !== undefined) await afterChange(tx, platform, before, change, keep);
  const user = await userById(tx, id);
  if (user === undefined) throw new Error('the saved user is missing');
  if (before !== undefined) await mailChanges(tx, platform, before, user, change);
  await record(tx, userSaved(user));
  return user;
}

async function afterChange(
  tx: Tx,
  platform: Platform,
  before: User,
  change: UserChange,
  keep: string | undefined,
): Promise<void> {
  const { id } = before;
  const isOwn = keep !== undefined && touchesLogin(before, change);
  const isEnded = isOwn || endsLogins(before, change);
  if (isEnded) await endSessionsWhere(tx, platform, { userId: id, keep });
  // A link or code in the old mailbox, or one of an attacker, must not undo the change.
  if (isEnded || change.email !== undefined) {
    await Promise.all([voidResets(tx, id), voidLoginCodes(tx, id)]);
  }
  publishSessions(tx, platform, { changedUsers: [id] });
}

function check(before: User | undefined, change: UserChange): void {
  const role = change.role ?? before?.role ?? 'customer';
  if (role !== 'customer' && pick(change.tax_exemption, before?.tax_exemption) !== null) {
    throw invalidField('tax_exemption', 'Only a customer can be exempt from tax.');
  }
  const problems = problemsOf({
    role,
    employee_number: pick(change.employee_number, before?.employee_number),
    email: pick(change.email, before?.email),
    phone: change.phone ?? before?.phone ?? '',
    has_pin: change.pin_hash === undefined ? (before?.has_pin ?? false) : change.pin_hash !== null,
  });
  refuseFields(problems);
}

/** An own role belongs to its level; another level ends it unless the change names a new one. */
const withOwnRole = (before: User | undefined, change: UserChange): UserChange => {
  const isOtherLevel = change.role !== undefined && change.role !== before?.role;
  return isOtherLevel && before !== undefined && change.own_role_id === undefined
    ? { ...change, own_role_id: null }
    : change;
};

const pick = <T>(changed: T | null | undefined, before: T | null | undefined): T | null =>
  changed === undefined ? (before ?? null) : changed;

const endsLogins = (before: User, change: UserChange): boolean =>
  change.pin_hash !== undefined ||
  change.password_hash !== undefined ||
  (change.role !== undefined && change.role !== before.role) ||
  (change.own_role_id !== undefined && change.own_role_id !== before.own_role_id) ||
  (change.is_active === false && before.is_active);

function refusal(error: unknown): unknown {
  switch (brokenConstraint(error)) {
    case 'users_employee_number_key':
      return conflict('DUPLICATE', 'Another user has this employee number.');
    case 'users_username':
      return conflict('DUPLICATE', 'Another user has this user name.');
    case 'users_email':
      return conflict('DUPLICATE', 'Another user has this e-mail address.');
    case 'users_customer_card':
      return conflict('DUPLICATE', 'Another customer has this card number.');
    case 'users_sanity_id_key':
      return conflict('DUPLICATE', 'Another record has this content id.');
    case 'users_own_role_fkey':
      return unknownOwnRole();
    case 'one_active_admin':
      return lastAdmin();
    case 'user_stores_store_id_fkey':
      return invalidField('store_ids', 'One of these stores does not exist.');
    default:
      return error;
  }
}

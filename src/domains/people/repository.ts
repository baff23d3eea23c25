import {
  type Insertable,
  type Selectable,
  type SelectQueryBuilder,
  sql,
  type Updateable,
} from 'kysely';
import type { DB, Users } from '../../platform/database/tables.js';
import { type Autocommit, type Reader, statement, type Tx } from '../../platform/database/tx.js';
import { isUuid } from '../../platform/ids.js';
import type { Language } from '../../platform/language.js';
import type { OwnRole, Role } from '../access/index.js';
import { ownRoleSql } from './own-roles/repository.js';

/** A user without the hashes of PIN and password. */
export type User = Omit<
  Selectable<Users>,
  'role' | 'pin_hash' | 'password_hash' | 'language' | 'phone_digits'
> & {
  role: Role;
  own_role: OwnRole | null;
  /** Language of mails; null while it is unknown. */
  language: Language | null;
  has_pin: boolean;
  has_password: boolean;
  /** Whether logins need a code of an authenticator app. */
  has_totp: boolean;
  has_passkeys: boolean;
  /** When the last unused link for a first password was mailed. */
  invited_at: Date | null;
  store_ids: string[];
};

/** A user with hashes; never leaves this domain. */
export type Credentials = User & { pin_hash: string | null; password_hash: string | null };

const COLUMNS = [
  'users.id',
  'users.employee_number',
  'users.username',
  'users.email',
  'users.first_name',
  'users.last_name',
  'users.phone',
  'users.customer_card',
  'users.customer_group',
  'users.customer_notes',
  'users.email_verified_at',
  'users.erased_at',
  'users.home_store_id',
  'users.mail_consent_at',
  'users.merged_into',
  'users.own_role_id',
  'users.phone_consent_at',
  'users.is_active',
  'users.loyalty_points',
  'users.tax_exemption',
  'users.sanity_id',
  'users.created_at',
  'users.updated_at',
] as const;

const users = (reader: Reader) =>
  reader
    .selectFrom('users')
    .select(COLUMNS)
    .select([
      sql<Role>`users.role`.as('role'),
      sql<OwnRole | null>`${sql.raw(ownRoleSql('users'))}`.as('own_role'),
      sql<Language | null>`users.language`.as('language'),
      sql<boolean>`users.pin_hash is not null`.as('has_pin'),
      sql<boolean>`users.password_hash is not null`.as('has_password'),
      sql<boolean>`exists (select from totp_secrets
        where user_id = users.id and confirmed_at is not null)`.as('has_totp'),
      sql<boolean>`exists (select from passkeys where user_id = users.id)`.as('has_passkeys'),
      sql<Date | null>`(select max(created_at) from password_resets
        where user_id = users.id and is_invitation and used_at is null)`.as('invited_at'),
      sql<string[]>`array(select store_id from user_stores
        where user_id = users.id order by store_id)`.as('store_ids'),
    ]);

const withHashes = (reader: Reader) =>
  users(reader).select(['users.pin_hash', 'users.password_hash']);

export const userById = (reader: Reader, id: string): Promise<User | undefined> =>
  users(reader).where('users.id', '=', id).executeTakeFirst();

export const usersById = (reader: Reader, ids: readonly string[]): Promise<User[]> =>
  users(reader).where('users.id', '=', sql<string>`any(${ids}::uuid[])`).execute();

export const userByEmail = (reader: Reader, email: string): Promise<User | undefined> =>
  users(reader).where(sql`lower(users.email)`, '=', email.toLowerCase()).executeTakeFirst();

export async function emailOf(reader: Reader, id: string): Promise<string | null> {
  const row = await reader
    .selectFrom('users')
    .select('email')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.email ?? null;
}

/** Staff by employee number or id; an employee number never looks like an id. */
export const userByEmployeeRef = (reader: Reader, ref: string): Promise<User | undefined> =>
  users(reader)
    .where(isUuid(ref) ? 'users.id' : 'users.employee_number', '=', ref)
    .executeTakeFirst();

export const credentialsByEmployeeRef = (
  reader: Reader,
  ref: string,
): Promise<Credentials | undefined> =>
  withHashes(reader)
    .where(isUuid(ref) ? 'users.id' : 'users.employee_number', '=', ref)
    .executeTakeFirst();

/** By e-mail or user name; a user name never contains an @. */
export const credentialsByLogin = (
  reader: Reader,
  login: string,
): Promise<Credentials | undefined> =>
  withHashes(reader)
    .where(
      login.includes('@') ? sql`lower(users.email)` : sql`lower(users.username)`,
      '=',
      login.toLowerCase(),
    )
    .executeTakeFirst();

/** Reads the current row and blocks changes to it until the login is committed. */
export const credentialsForLogin = (tx: Tx, id: string): Promise<Credentials | undefined> =>
  withHashes(tx).where('users.id', '=', id).forShare('users').executeTakeFirst();

/** Blocks changes and logins of this user, but not sales that reference the user. */
export const lockUser = (tx: Tx, id: string): Promise<User | undefined> =>
  users(tx).where('users.id', '=', id).forNoKeyUpdate('users').executeTakeFirst();

export type UserFilter = {
  role?: string;
  /** True: everybody but customers. False: customers. */
  isStaff?: boolean;
  storeId?: string;
  isActive?: boolean;
  search?: string;
  /** Only people assigned to one of these stores, and the caller. */
  scope?: { storeIds: readonly string[]; self: string };
};

type UsersQuery = SelectQueryBuilder<DB, 'users', User>;

const assignedTo = (storeIds: readonly string[]) =>
  sql<boolean>`exists (select from user_stores
    where user_id = users.id and store_id = any(${storeIds}::uuid[]))`;

const SEARCHED = ['employee_number', 'username', 'email', 'first_name', 'last_name'] as const;

function filtered(query: UsersQuery, filter: UserFilter): UsersQuery {
  const { role, isStaff, storeId, isActive, search, scope } = filter;
  let narrowed = query;
  if (role !== undefined) narrowed = narrowed.where('users.role', '=', role);
  // A literal instead of a parameter, so that the partial indexes apply.
  if (isStaff !== undefined) {
    narrowed = narrowed.where(
      isStaff ? sql<boolean>`users.role <> 'customer'` : sql<boolean>`users.role = 'customer'`,
    );
  }
  if (isActive !== undefined) narrowed = narrowed.where('users.is_active', '=', isActive);
  if (storeId !== undefined) narrowed = narrowed.where(assignedTo([storeId]));
  if (scope !== undefined) {
    narrowed = narrowed.where(eb =>
      eb.or([assignedTo(scope.storeIds), eb('users.id', '=', scope.self)]),
    );
  }
  if (search !== undefined) {
    const start = `${search.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;
    narrowed = narrowed.where(eb =>
      eb.or(
        SEARCHED.map(column => sql<boolean>`lower(${sql.ref(`users.${column}`)}) like ${start}`),
      ),
    );
  }
  return narrowed;
}

/** Newest first, because ids start with their creation time. */
export const listUsers = (
  reader: Reader,
  filter: UserFilter,
  beforeId: string | undefined,
  limit: number,
): Promise<User[]> =>
  filtered(users(reader), filter)
    .$if(beforeId !== undefined, query => query.where('users.id', '<', beforeId ?? ''))
    .orderBy('users.id', 'desc')
    .limit(limit)
    .execute();

export const insertUser = (tx: Tx, row: Insertable<Users>) =>
  tx.insertInto('users').values(row).execute();

export const updateUser = (tx: Tx, id: string, change: Updateable<Users>) =>
  tx.updateTable('users').set(change).where('id', '=', id).execute();

/** False if the hash is not the expected one any more. */
export async function replaceHash(
  db: Autocommit,
  id: string,
  column: 'pin_hash' | 'password_hash',
  before: string | null,
  after: string,
): Promise<boolean> {
  const result = await db
    .updateTable('users')
    .set({ [column]: after })
    .where('id', '=', id)
    .where(column, '=', before)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export const deleteUser = (tx: Tx, id: string) =>
  tx.deleteFrom('users').where('id', '=', id).execute();

export async function setUserStores(
  tx: Tx,
  userId: string,
  storeIds: readonly string[],
): Promise<void> {
  await tx.deleteFrom('user_stores').where('user_id', '=', userId).execute();
  await statement(tx, 'insert into user_stores (user_id, store_id) select $1, unnest($2::uuid[])', [
    userId,
    storeIds,
  ]);
}

/** Sets the points of the remaining customer after a merge. */
export const setPoints = (tx: Tx, id: string, points: number) =>
  statement(tx, 'update users set loyalty_points = $2 where id = $1', [id, points]);

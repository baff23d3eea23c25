import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { OwnRoles } from '../../../platform/database/tables.js';
import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import type { OwnRoleLevel } from './rules.js';

export type StoredRole = Omit<Selectable<OwnRoles>, 'base_role'> & {
  base_role: OwnRoleLevel;
  user_count: number;
};

/** The own role of a user as JSON, or null; `users` is the name of the table in the statement. */
export const ownRoleSql = (users: string): string =>
  `(select jsonb_build_object('id', r.id, 'name', r.name, 'permissions', r.permissions)
    from own_roles r where r.id = ${users}.own_role_id)`;

const roles = (reader: Reader) =>
  reader
    .selectFrom('own_roles')
    .selectAll()
    .select(
      sql<number>`(select count(*)::int from users where own_role_id = own_roles.id)`.as(
        'user_count',
      ),
    )
    .$castTo<StoredRole>();

export const ownRoles = (reader: Reader): Promise<StoredRole[]> =>
  roles(reader).orderBy(sql`lower(name)`).execute();

export const ownRoleById = (reader: Reader, id: string): Promise<StoredRole | undefined> =>
  roles(reader).where('id', '=', id).executeTakeFirst();

/** Changes of one role follow each other. */
export async function lockOwnRole(tx: Tx, id: string): Promise<StoredRole | undefined> {
  await statement(tx, 'select id from own_roles where id = $1 for update', [id]);
  return ownRoleById(tx, id);
}

/** Creations follow each other, so that their number stays limited. */
export async function countOwnRoles(tx: Tx): Promise<number> {
  await statement(tx, `select pg_advisory_xact_lock(hashtextextended('own roles', 0))`);
  const [row] = await statement<{ count: number }>(
    tx,
    'select count(*)::int as count from own_roles',
  );
  return row?.count ?? 0;
}

export const insertOwnRole = (tx: Tx, row: Insertable<OwnRoles>) =>
  tx.insertInto('own_roles').values(row).execute();

export const updateOwnRole = (tx: Tx, id: string, change: Updateable<OwnRoles>) =>
  tx
    .updateTable('own_roles')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();

export const deleteOwnRole = (tx: Tx, id: string) =>
  tx.deleteFrom('own_roles').where('id', '=', id).execute();

export async function usersOfOwnRole(reader: Reader, id: string): Promise<string[]> {
  const rows = await statement<{ id: string }>(
    reader,
    'select id from users where own_role_id = $1',
    [id],
  );
  return rows.map(row => row.id);
}

import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import type { OwnRole, Role } from '../../access/index.js';
import { ownRoleSql } from '../own-roles/repository.js';
import type { BlockKind } from './attempt-repository.js';

/** An active lock-out. User and role are null for an unknown employee, a till or another store. */
export type Block = {
  id: string;
  kind: BlockKind;
  blocked_until: Date;
  failures: number;
  terminal_id: string | null;
  user_id: string | null;
  role: Role | null;
  own_role: OwnRole | null;
  first_name: string;
  last_name: string;
  username: string | null;
  employee_number: string | null;
  email: string | null;
};

const MAX_SHOWN = 500;

/**
 * Several counts of one person or till, for example of an address and of all together, are one
 * lock-out. The lock-outs of the people and tills of these stores, of all without `stores`. A person of
 * another store who is locked out at one of these tills is not named.
 */
export const activeBlocks = (
  reader: Reader,
  now: Date,
  stores: readonly string[] | undefined,
  id?: string,
): Promise<Block[]> =>
  statement<Block>(
    reader,
    `select * from (
     select distinct on (f.kind, f.user_id, f.terminal_id) f.id, f.kind, f.blocked_until, cardinality(f.failed_at) as failures, f.terminal_id,
            u.id as user_id, u.role, ${ownRoleSql('u')} as own_role,
            coalesce(u.first_name, '') as first_name, coalesce(u.last_name, '') as last_name, u.username, u.employee_number, u.email
     from login_failures f
     left join terminals t on t.id = f.terminal_id
     left join users u on u.id = f.user_id
       and ($2::uuid[] is null or exists (select from user_stores s
            where s.user_id = u.id and s.store_id = any($2)))
     where f.blocked_until > $1 and f.kind is not null and ($3::uuid is null or f.id = $3)
       and ($2::uuid[] is null or u.id is not null or t.store_id = any($2))
     order by f.kind, f.user_id, f.terminal_id, f.blocked_until desc, f.id) block
     order by blocked_until desc, id limit ${MAX_SHOWN}`,
    [now, stores ?? null, id ?? null],
  );

/** Active lock-outs by kind. */
export async function countBlocks(reader: Reader, now: Date): Promise<Record<string, number>> {
  const rows = await statement<{ kind: string; blocks: number }>(
    reader,
    `select kind, count(distinct (user_id, terminal_id))::int as blocks from login_failures
     where blocked_until > $1 and kind is not null group by kind`,
    [now],
  );
  return Object.fromEntries(rows.map(row => [row.kind, row.blocks]));
}

/** Ends a lock-out in all its counts; false if it was lifted or forgotten meanwhile. */
export async function deleteBlock(tx: Tx, id: string): Promise<boolean> {
  const rows = await statement(
    tx,
    `delete from login_failures f using login_failures lifted
     where lifted.id = $1 and (f.kind, f.user_id, f.terminal_id)
       is not distinct from (lifted.kind, lifted.user_id, lifted.terminal_id)
     returning f.id`,
    [id],
  );
  return rows.length > 0;
}

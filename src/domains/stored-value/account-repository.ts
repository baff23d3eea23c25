import { type Reader, statement, type Tx } from '../../platform/database/tx.js';
import type { AccountKind, AccountStatus, EntryKind } from './rules.js';

/** A gift card or store credit as the desk shows it. */
export type ShownAccount = {
  id: string;
  kind: Exclude<AccountKind, 'points'>;
  currency: string;
  balance: string;
  status: AccountStatus;
  expires_at: Date | null;
  code_last_four: string;
  store_id: string;
  customer_id: string | null;
  block_reason: string | null;
  blocked_at: Date | null;
  blocked_by: string | null;
  blocked_by_name: string | null;
  created_at: Date;
};

const SHOWN = `select a.id, a.kind, a.currency, a.balance, a.status, a.expires_at,
    coalesce(a.code_last_four, right(a.code, 4)) as code_last_four, a.store_id, a.customer_id,
    a.block_reason, a.blocked_at, a.blocked_by,
    nullif(trim(u.first_name || ' ' || u.last_name), '') as blocked_by_name, a.created_at
  from value_accounts a left join users u on u.id = a.blocked_by`;

/** Undefined if the account never had an entry in these stores; undefined stores are all. */
export async function shownAccount(
  reader: Reader,
  id: string,
  stores: readonly string[] | undefined,
): Promise<ShownAccount | undefined> {
  const [row] = await statement<ShownAccount>(
    reader,
    `${SHOWN} where a.id = $1 and a.kind <> 'points' and ($2::uuid[] is null or exists (
       select from value_entries e where e.account_id = a.id and e.store_id = any($2)))`,
    [id, stores ?? null],
  );
  return row;
}

export type ShownEntry = {
  id: string;
  kind: EntryKind;
  amount: string;
  balance: string;
  store_id: string | null;
  transaction_number: string | null;
  occurred_at: Date;
};

/** Newest first, each with the balance after it. Sales of other stores have no number here. */
export const entriesOfAccount = (
  reader: Reader,
  accountId: string,
  stores: readonly string[] | undefined,
  before: string | undefined,
  limit: number,
): Promise<ShownEntry[]> =>
  statement<ShownEntry>(
    reader,
    `select * from (
       select id, kind, amount, store_id, occurred_at,
         amount_text(sum(amount) over (order by occurred_at, id)) as balance,
         case when $2::uuid[] is null or store_id = any($2) then transaction_number end
           as transaction_number
       from value_entries where account_id = $1) as entries
     where $3::uuid is null or (occurred_at, id) <
       (select occurred_at, id from value_entries where id = $3 and account_id = $1)
     order by occurred_at desc, id desc limit $4`,
    [accountId, stores ?? null, before ?? null, limit],
  );

/** False if the account is blocked already. */
export async function setBlock(
  tx: Tx,
  id: string,
  block: { reason: string; by: string; at: Date },
): Promise<boolean> {
  const rows = await statement(
    tx,
    `update value_accounts set status = 'blocked', block_reason = $2, blocked_by = $3,
       blocked_at = $4, updated_at = now()
     where id = $1 and status = 'active' returning 1 as done`,
    [id, block.reason, block.by, block.at],
  );
  return rows.length === 1;
}

/** False if no person has blocked the account. */
export async function liftBlock(tx: Tx, id: string): Promise<boolean> {
  const rows = await statement(
    tx,
    `update value_accounts set status = 'active', block_reason = null, blocked_by = null,
       blocked_at = null, updated_at = now()
     where id = $1 and block_reason is not null returning 1 as done`,
    [id],
  );
  return rows.length === 1;
}

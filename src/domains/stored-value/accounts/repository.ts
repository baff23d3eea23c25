import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import type { AccountKind, AccountStatus, EntryKind } from '../rules.js';

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
  customer_name: string | null;
  /** The sale that sold it, if it is of a store of the caller. */
  sold_by: string | null;
  /** Why staff gave it, and who. */
  given_reason: string | null;
  given_by: string | null;
  given_by_name: string | null;
  block_reason: string | null;
  blocked_at: Date | null;
  blocked_by: string | null;
  blocked_by_name: string | null;
  created_at: Date;
};

const nameOf = (user: string): string =>
  `nullif(trim(${user}.first_name || ' ' || ${user}.last_name), '')`;

/** The same expression as in the index. */
export const LAST_FOUR = 'right(coalesce(a.code_last_four, a.code), 4)';

/** $1 are the stores of the caller; null is all. */
const SHOWN = `select a.id, a.kind, a.currency, a.balance, a.status, a.expires_at,
    ${LAST_FOUR} as code_last_four, a.store_id, a.customer_id,
    ${nameOf('c')} as customer_name,
    case when $1::uuid[] is null or first.store_id = any($1) then first.transaction_number end as sold_by,
    given.reason as given_reason, given.made_by as given_by, ${nameOf('g')} as given_by_name,
    a.block_reason, a.blocked_at, a.blocked_by, ${nameOf('u')} as blocked_by_name, a.created_at
  from value_accounts a
    left join users u on u.id = a.blocked_by
    left join users c on c.id = a.customer_id
    left join lateral (
      select e.id, e.store_id, e.transaction_number from value_entries e
      where e.account_id = a.id and e.kind = 'issued' order by e.id limit 1) as first on true
    left join value_adjustments given on given.entry_id = first.id
    left join users g on g.id = given.made_by`;

/** Accounts that these stores issued or took. */
const IS_SEEN = `($1::uuid[] is null or a.store_id = any($1) or exists (
  select from value_entries e where e.account_id = a.id and e.store_id = any($1)))`;

/** Undefined if the account never had an entry in these stores; undefined stores are all. */
export async function shownAccount(
  reader: Reader,
  id: string,
  stores: readonly string[] | undefined,
): Promise<ShownAccount | undefined> {
  const [row] = await statement<ShownAccount>(
    reader,
    `${SHOWN} where a.id = $2 and a.kind <> 'points' and ${IS_SEEN}`,
    [stores ?? null, id],
  );
  return row;
}

export const ACCOUNT_STATES = ['active', 'empty', 'expired', 'blocked'] as const;
export type AccountState = (typeof ACCOUNT_STATES)[number];

export type AccountFilter = {
  stores: readonly string[] | undefined;
  kind: ShownAccount['kind'] | undefined;
  state: AccountState | undefined;
  /** The store that issued it. */
  storeId: string | undefined;
  customers: readonly string[] | undefined;
  lastFour: string | undefined;
  /** Number of the sale that sold it or topped it up. */
  sale: string | undefined;
  /** What a typed text may mean: one of these customers, or the last four characters of a code. */
  named?: { customers: readonly string[]; lastFour: string | null };
  now: Date;
};

/** `now` adds the parameter, which a blocked account does not need. */
const IN_STATE: Record<AccountState, (now: () => string) => string> = {
  blocked: () => `a.status = 'blocked'`,
  expired: now => `a.status = 'active' and a.expires_at <= ${now()}`,
  empty: now => `a.status = 'active' and a.balance = 0 and ${isValid(now())}`,
  active: now => `a.status = 'active' and a.balance > 0 and ${isValid(now())}`,
};
const isValid = (now: string): string => `(a.expires_at is null or a.expires_at > ${now})`;

/** Newest first, because ids start with the time at which they were made. */
export function listAccounts(
  reader: Reader,
  filter: AccountFilter,
  before: string | undefined,
  limit: number,
): Promise<ShownAccount[]> {
  const values: unknown[] = [filter.stores ?? null];
  const given = (value: unknown): string => `$${values.push(value)}`;
  const conditions = [`a.kind <> 'points'`, IS_SEEN];
  if (filter.kind) conditions.push(`a.kind = ${given(filter.kind)}`);
  if (filter.state) conditions.push(IN_STATE[filter.state](() => given(filter.now)));
  if (filter.storeId) conditions.push(`a.store_id = ${given(filter.storeId)}`);
  if (filter.customers) conditions.push(`a.customer_id = any(${given(filter.customers)}::uuid[])`);
  if (filter.lastFour) conditions.push(`${LAST_FOUR} = ${given(filter.lastFour)}`);
  if (filter.named) {
    conditions.push(`(a.customer_id = any(${given(filter.named.customers)}::uuid[])
      or ${LAST_FOUR} = ${given(filter.named.lastFour)})`);
  }
  if (filter.sale) {
    conditions.push(`a.id in (select e.account_id from value_entries e
      where e.transaction_number = ${given(filter.sale)} and e.kind in ('issued', 'topped_up')
        and ($1::uuid[] is null or e.store_id = any($1)))`);
  }
  if (before) conditions.push(`a.id < ${given(before)}`);
  return statement<ShownAccount>(
    reader,
    `${SHOWN} where ${conditions.join(' and ')} order by a.id desc limit ${given(limit)}`,
    values,
  );
}

export type ShownEntry = {
  id: string;
  kind: EntryKind;
  amount: string;
  balance: string;
  store_id: string | null;
  transaction_number: string | null;
  occurred_at: Date;
  /** Set if staff made the entry. */
  reason: string | null;
  made_by: string | null;
  made_by_name: string | null;
  approved_by: string | null;
  approved_by_name: string | null;
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
    `select entries.*, j.reason, j.made_by, ${nameOf('m')} as made_by_name,
       j.approved_by, ${nameOf('p')} as approved_by_name
     from (
       select id, kind, amount, store_id, occurred_at,
         amount_text(sum(amount) over (order by occurred_at, id)) as balance,
         case when $2::uuid[] is null or store_id = any($2) then transaction_number end
           as transaction_number
       from value_entries where account_id = $1) as entries
       left join value_adjustments j on j.entry_id = entries.id
       left join users m on m.id = j.made_by
       left join users p on p.id = j.approved_by
     where $3::uuid is null or (occurred_at, entries.id) <
       (select occurred_at, id from value_entries where id = $3 and account_id = $1)
     order by occurred_at desc, entries.id desc limit $4`,
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

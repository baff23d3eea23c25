import { type Expression, type Insertable, type Selectable, sql } from 'kysely';
import type { StoreCredits, ValueAccounts } from '../../platform/database/tables.js';
import { type Db, type Reader, statement, type Tx } from '../../platform/database/tx.js';
import { newId } from '../../platform/ids.js';
import type { AccountKind, AccountStatus, EntryKind } from './rules.js';

export type ValueAccount = Omit<Selectable<ValueAccounts>, 'kind' | 'status'> & {
  kind: AccountKind;
  status: AccountStatus;
};

/** A store credit as returns show it. */
export type StoreCredit = {
  [Column in keyof Selectable<StoreCredits>]: NonNullable<Selectable<StoreCredits>[Column]>;
};

export const creditsOfReturns = async (
  reader: Reader,
  returnIds: readonly string[],
): Promise<StoreCredit[]> =>
  (await reader
    .selectFrom('store_credits')
    .selectAll()
    .where('return_id', '=', sql<string>`any(${returnIds}::uuid[])`)
    .execute()) as StoreCredit[];

/** False if the code is already in use. */
export async function insertAccount(
  tx: Tx,
  account: Insertable<ValueAccounts> & { kind: AccountKind },
): Promise<boolean> {
  const row = await tx
    .insertInto('value_accounts')
    .values(account)
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** What a payment needs to know of the account that its code names. */
export type PayingAccount = {
  id: string;
  kind: AccountKind;
  balance: string;
  currency: string | null;
  status: AccountStatus;
  expires_at: string | null;
};

export type PaymentCodes = { creditCode: string | null; giftCardHashes: Buffer[] | null };

/** The account of a payment as JSON: a store credit by its code, a gift card by its hash. */
export const payingAccountSql = ({ creditCode, giftCardHashes }: PaymentCodes) => sql`
  select json_build_object('id', id, 'kind', kind, 'balance', balance::text, 'currency', currency,
    'status', status, 'expires_at', expires_at)
  from value_accounts
  where (kind = 'store_credit' and code = ${creditCode})
    or code_hash = any(${giftCardHashes}::bytea[])
  limit 1`;

/** The points of a customer as the account of a payment. */
export const pointsAccountSql = (customerId: Expression<unknown> | string) => sql`
  select json_build_object('id', id, 'kind', kind, 'balance', balance::text, 'currency', currency,
    'status', status, 'expires_at', expires_at)
  from value_accounts where kind = 'points' and customer_id = ${customerId}`;

export async function pointsOf(reader: Reader, customerId: string): Promise<PayingAccount | null> {
  const { rows } = await sql<{ account: PayingAccount | null }>`
    select (${pointsAccountSql(customerId)}) as account`.execute(reader);
  return rows[0]?.account ?? null;
}

export async function payingAccount(
  reader: Reader,
  codes: PaymentCodes,
): Promise<PayingAccount | null> {
  const { rows } = await sql<{ account: PayingAccount | null }>`
    select (${payingAccountSql(codes)}) as account`.execute(reader);
  return rows[0]?.account ?? null;
}

export type NewEntry = {
  id: string;
  accountId: string;
  kind: EntryKind;
  /** Money, or whole points. */
  amount: string;
  sale?: { id: string; number: string } | undefined;
  /** The line that sold a gift card. */
  lineId?: string | null;
  storeId: string | null;
  paymentId?: string | null;
  refundId?: string | null;
  /** The sale that holds the value, or held it. */
  holdId?: string | null;
  expiresAt?: Date | null;
  at: Date;
};

/** A trigger moves the balance; it fails if the balance would fall below zero. */
export async function insertEntry(tx: Tx, entry: NewEntry): Promise<void> {
  await statement(
    tx,
    `insert into value_entries (id, account_id, kind, amount, transaction_id, transaction_number,
       line_id, store_id, payment_id, refund_id, expires_at, occurred_at, hold_id)
     values ($1, $2, $3, scaled_amount($4::numeric), $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      entry.id,
      entry.accountId,
      entry.kind,
      entry.amount,
      entry.sale?.id ?? null,
      entry.sale?.number ?? null,
      entry.lineId ?? null,
      entry.storeId,
      entry.paymentId ?? null,
      entry.refundId ?? null,
      entry.expiresAt ?? null,
      entry.at,
      entry.holdId ?? null,
    ],
  );
}

export type Spending = {
  accountId: string;
  /** Money, or points. */
  amount: string;
  paymentId: string;
  at: string;
};

/**
 * Part of the statement that books a payment; its CTE `sale` has one row if the payment is valid.
 * The whole statement fails if the account is blocked or expired (`value_account_usable`) or its
 * balance too small (`value_not_overdrawn`). The entry has the id of its payment; a payment of 0.00 for
 * free goods has none.
 */
export const spendValueSql = ({ accountId, amount, paymentId, at }: Spending): string =>
  `insert into value_entries (id, account_id, kind, amount, transaction_id, transaction_number,
    store_id, payment_id, occurred_at)
  select ${paymentId}::uuid, ${accountId}::uuid, 'spent', -scaled_amount(${amount}::numeric), sale.id,
    sale.transaction_number, sale.store_id, ${paymentId}::uuid, ${at}::timestamptz
  from sale where ${accountId}::uuid is not null and ${amount}::numeric > 0`;

/** Locks an account, or the one it was merged into, so that entries follow one another. */
export async function lockAccount(tx: Tx, id: string): Promise<ValueAccount | undefined> {
  const [row] = await statement<ValueAccount>(
    tx,
    `select * from value_accounts
     where id = coalesce((select merged_into from value_accounts where id = $1), $1) for update`,
    [id],
  );
  return row;
}

/** What a payment took from its account, and what its refunds gave back. */
export async function movedByPayment(
  tx: Tx,
  paymentId: string,
): Promise<{ spent: number; returned: number }> {
  const [row] = await statement<{ spent: number; returned: number }>(
    tx,
    `select coalesce(-sum(amount) filter (where kind = 'spent'), 0)::float8 as spent,
       coalesce(sum(amount) filter (where kind = 'refunded'), 0)::float8 as returned
     from value_entries where payment_id = $1`,
    [paymentId],
  );
  return row ?? { spent: 0, returned: 0 };
}

export const prolongAccount = (tx: Tx, id: string, from: Date, days: number): Promise<unknown> =>
  statement(
    tx,
    `update value_accounts set expires_at = $2::timestamptz + make_interval(days => $3),
       updated_at = now() where id = $1`,
    [id, from, days],
  );

/** The id of a customer's account of points, which the first entry opens. */
export async function pointsAccountOf(tx: Tx, customerId: string): Promise<string> {
  const [row] = await statement<{ id: string }>(
    tx,
    `insert into value_accounts (id, kind, customer_id) values ($1, 'points', $2)
     on conflict (customer_id) where kind = 'points' do update set customer_id = excluded.customer_id
     returning id`,
    [newId(), customerId],
  );
  if (row === undefined) throw new Error('a customer has no account of points');
  return row.id;
}

/** What a sale put onto a gift card, and the balance of the card now. */
export type Load = {
  account_id: string;
  line_id: string | null;
  kind: 'issued' | 'topped_up';
  amount: string;
  balance: string;
  currency: string;
  code_last_four: string;
};

/** The loads of a sale that were not taken back yet, with their cards locked in the order of their ids. */
export const lockLoadsOfSale = (tx: Tx, saleId: string): Promise<Load[]> =>
  statement<Load>(
    tx,
    `select e.account_id, e.line_id, e.kind, e.amount, a.balance, a.currency, a.code_last_four
     from value_entries e join value_accounts a on a.id = e.account_id
     where e.transaction_id = $1 and e.kind in ('issued', 'topped_up') and a.kind = 'gift_card'
       and not exists (select from value_entries b where b.account_id = e.account_id
         and b.kind = 'blocked' and b.transaction_id = $1
         and b.line_id is not distinct from e.line_id)
     order by a.id, e.id for update of a`,
    [saleId],
  );

/** Blocks the card permanently. A block set by staff is replaced, so that nobody can lift it. */
export const blockAccount = (tx: Tx, id: string): Promise<unknown> =>
  statement(
    tx,
    `update value_accounts set status = 'blocked', code_sealed = null, block_reason = null,
       blocked_at = null, blocked_by = null, updated_at = now()
     where id = $1`,
    [id],
  );

/** Removes the encrypted codes of a sale's cards and returns them. */
export const takeSealedCodes = (
  tx: Tx,
  saleId: string,
): Promise<{ code_sealed: Buffer; amount: string; balance: string }[]> =>
  statement(
    tx,
    `with sealed as (
       select a.id, a.code_sealed, e.amount, a.balance
       from value_entries e join value_accounts a on a.id = e.account_id
       where e.transaction_id = $1 and e.kind = 'issued' and a.code_sealed is not null
         and a.status = 'active'
       order by a.id for update of a), taken as (
       update value_accounts set code_sealed = null from sealed where value_accounts.id = sealed.id)
     select code_sealed, amount, balance from sealed order by id`,
    [saleId],
  );

export const accountByCode = async (
  reader: Reader,
  hashes: readonly Buffer[],
  creditCode: string,
): Promise<ValueAccount | undefined> => {
  const [row] = await statement<ValueAccount>(
    reader,
    `select * from value_accounts
     where (kind = 'gift_card' and code_hash = any($1::bytea[])) or (kind = 'store_credit' and code = $2)
     limit 1`,
    [hashes, creditCode],
  );
  return row;
};

export const replaceHash = (db: Db, former: Buffer, current: Buffer): Promise<unknown> =>
  statement(db, 'update value_accounts set code_hash = $2 where code_hash = $1', [former, current]);

/** What an order still holds, per account. */
export const outstandingHolds = (
  tx: Tx,
  holdId: string,
): Promise<{ account_id: string; amount: string }[]> =>
  statement(
    tx,
    `select account_id, (-sum(amount))::text as amount from value_entries
     where hold_id = $1 and kind in ('held', 'released')
     group by account_id having sum(amount) < 0 order by account_id`,
    [holdId],
  );

export async function hasLoadedCards(tx: Tx, saleId: string): Promise<boolean> {
  const rows = await statement(
    tx,
    `select from value_entries e join value_accounts a on a.id = e.account_id
     where e.transaction_id = $1 and e.kind in ('issued', 'topped_up') and a.kind = 'gift_card'
     limit 1`,
    [saleId],
  );
  return rows.length > 0;
}

import { type Reader, statement, type Tx } from '../../platform/database/tx.js';
import type { CardEntry } from './gift-cards/card-loads.js';
import type { PointsEntry } from './points/lots.js';

const expiryAfter =
  (months: 'points_months' | 'gift_card_months') =>
  async (reader: Reader, storeId: string, at: Date): Promise<Date | null> => {
    const [row] = await statement<{ expires_at: Date | null }>(
      reader,
      `select $2::timestamptz + make_interval(months => ${months}) as expires_at
       from stores where id = $1`,
      [storeId, at],
    );
    return row?.expires_at ?? null;
  };

/** When points expire that are earned at this store at a given time; null if they never do. */
export const pointsExpiry = expiryAfter('points_months');

/** When a gift card expires that this store loads at a given time; null if it never does. */
export const giftCardExpiry = expiryAfter('gift_card_months');

/** Accounts with points that may have expired, locked; those that another round holds are left out. */
export const lockDuePoints = (tx: Tx, now: Date, limit: number): Promise<{ id: string }[]> =>
  statement(
    tx,
    `select id from value_accounts where points_due_at <= $1
     order by points_due_at limit $2 for update skip locked`,
    [now, limit],
  );

/** The changes of points of one account, oldest first. */
export const pointsEntries = (reader: Reader, accountId: string): Promise<PointsEntry[]> =>
  statement<PointsEntry>(
    reader,
    `select kind, amount::integer as amount, transaction_id, hold_id, expires_at
     from value_entries where account_id = $1 order by occurred_at, id`,
    [accountId],
  );

/** The changes of one gift card, oldest first. */
export const cardEntries = (reader: Reader, accountId: string): Promise<CardEntry[]> =>
  statement<CardEntry>(
    reader,
    `select kind, amount, transaction_id, line_id, payment_id, hold_id
     from value_entries where account_id = $1 order by occurred_at, id`,
    [accountId],
  );

export const setPointsDue = (tx: Tx, accountId: string, next: Date | null): Promise<unknown> =>
  statement(tx, 'update value_accounts set points_due_at = $2 where id = $1', [accountId, next]);

/** The account of a customer if points of it expire before `until`. */
export async function expiringAccount(
  reader: Reader,
  customerId: string,
  until: Date,
): Promise<string | undefined> {
  const [row] = await statement<{ id: string }>(
    reader,
    `select id from value_accounts
     where customer_id = $1 and kind = 'points' and points_due_at <= $2`,
    [customerId, until],
  );
  return row?.id;
}

/** A top-up gives a card the term of a new one; a card without an end keeps none. */
export const extendCard = (tx: Tx, id: string, until: Date | null): Promise<unknown> =>
  statement(
    tx,
    `update value_accounts set expires_at = case when $2::timestamptz is null then null
       else greatest(expires_at, $2) end where id = $1 and expires_at is not null`,
    [id, until],
  );

/** Gift cards with a rest that have expired, locked; those that another round holds are left out. */
export const lockExpiredAccounts = (
  tx: Tx,
  now: Date,
  limit: number,
): Promise<{ id: string; store_id: string; balance: string }[]> =>
  statement(
    tx,
    `select id, store_id, balance from value_accounts
     where expires_at <= $1 and balance > 0 and kind = 'gift_card'
     order by expires_at limit $2 for update skip locked`,
    [now, limit],
  );

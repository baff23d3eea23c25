import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import { LAST_FOUR, type ShownAccount } from '../accounts/repository.js';

/** A card as its customer sees it, without its code. */
export type CardOfCustomer = Pick<
  ShownAccount,
  'id' | 'kind' | 'currency' | 'balance' | 'status' | 'expires_at' | 'code_last_four' | 'created_at'
> & {
  /** The customer bought it, or the store gave it to the customer. */
  is_own: boolean;
  is_saved: boolean;
  /** The order that bought it, for its buyer. */
  order_number: string | null;
};

const CARD = `select a.id, a.kind, a.currency, a.balance, a.status, a.expires_at,
    ${LAST_FOUR} as code_last_four, a.created_at, coalesce(a.customer_id = $1, false) as is_own,
    s.account_id is not null as is_saved,
    case when a.customer_id = $1 then first.transaction_number end as order_number
  from value_accounts a
    left join saved_gift_cards s on s.account_id = a.id and s.customer_id = $1
    left join lateral (
      select e.transaction_number from value_entries e
      where e.account_id = a.id and e.kind = 'issued' order by e.id limit 1) as first on true`;

const OF_CUSTOMER = `a.id in (
  select id from value_accounts where customer_id = $1 and kind = 'gift_card'
  union all select account_id from saved_gift_cards where customer_id = $1)`;

/** Gift cards that a customer bought, was given or saved, newest first. */
export const cardsOfCustomer = (
  reader: Reader,
  customerId: string,
  before: string | undefined,
  limit: number,
): Promise<CardOfCustomer[]> =>
  statement<CardOfCustomer>(
    reader,
    `${CARD} where ${OF_CUSTOMER} and ($2::uuid is null or a.id < $2) order by a.id desc limit $3`,
    [customerId, before ?? null, limit],
  );

export async function cardOfCustomer(
  reader: Reader,
  customerId: string,
  id: string,
): Promise<CardOfCustomer | undefined> {
  const [row] = await statement<CardOfCustomer>(
    reader,
    `${CARD} where a.id = $2 and ${OF_CUSTOMER}`,
    [customerId, id],
  );
  return row;
}

/** False if the customer has saved `most` cards. The caller has locked the customer. */
export async function insertSavedCard(
  tx: Tx,
  card: { customerId: string; accountId: string; at: Date },
  most: number,
): Promise<boolean> {
  const rows = await statement(
    tx,
    `insert into saved_gift_cards (customer_id, account_id, saved_at)
     select $1, $2, $3 where (select count(*) from saved_gift_cards where customer_id = $1) < $4
     returning 1 as done`,
    [card.customerId, card.accountId, card.at, most],
  );
  return rows.length === 1;
}

/** False if the customer has not saved it. */
export async function deleteSavedCard(tx: Tx, customerId: string, id: string): Promise<boolean> {
  const rows = await statement(
    tx,
    'delete from saved_gift_cards where customer_id = $1 and account_id = $2 returning 1 as done',
    [customerId, id],
  );
  return rows.length === 1;
}

export const deleteSavedCards = (tx: Tx, customerIds: readonly string[]): Promise<unknown> =>
  statement(tx, 'delete from saved_gift_cards where customer_id = any($1::uuid[])', [customerIds]);

/** Saved cards of a merged customer go to the record that stays. */
export async function moveSavedCards(tx: Tx, from: string, into: string): Promise<void> {
  await statement(
    tx,
    `insert into saved_gift_cards (customer_id, account_id, saved_at)
     select $2, account_id, saved_at from saved_gift_cards where customer_id = $1
     on conflict do nothing`,
    [from, into],
  );
  await deleteSavedCards(tx, [from]);
}

import { statement, type Tx } from '../../platform/database/tx.js';

/** Store credits and gift cards of a merged customer go to the record that stays. */
export const moveCredits = (tx: Tx, from: string, into: string) =>
  statement(
    tx,
    `update value_accounts set customer_id = $2 where customer_id = $1 and kind <> 'points'`,
    [from, into],
  );

type Account = { id: string; customer_id: string; balance: string };

/** Moves the points of a merged customer and returns those of the record that stays. */
export async function movePoints(tx: Tx, from: string, into: string): Promise<number> {
  const accounts = await statement<Account>(
    tx,
    `select id, customer_id, balance from value_accounts
     where kind = 'points' and customer_id = any($1::uuid[]) order by id for update`,
    [[from, into]],
  );
  const source = accounts.find(account => account.customer_id === from);
  const target = accounts.find(account => account.customer_id === into);
  if (source === undefined) return Number(target?.balance ?? 0);
  if (target === undefined) {
    const change = 'update value_accounts set customer_id = $2 where id = $1';
    await statement(tx, change, [source.id, into]);
    return Number(source.balance);
  }
  const move = 'update value_entries set account_id = $2 where account_id = $1';
  await statement(tx, move, [source.id, target.id]);
  await statement(
    tx,
    `update value_accounts set updated_at = now(), balance = case when id = $2 then balance + $3 else 0 end,
       customer_id = case when id = $2 then customer_id end,
       merged_into = case when id = $1 then $2::uuid else merged_into end,
       points_due_at = case when id = $2 then
         (select min(points_due_at) from value_accounts where id in ($1, $2)) end
     where id in ($1, $2)`,
    [source.id, target.id, source.balance],
  );
  return Number(source.balance) + Number(target.balance);
}

/** A reason may name the person; that the account is blocked, and what staff changed, stays. */
export async function eraseReasons(tx: Tx, customerIds: readonly string[]): Promise<void> {
  await Promise.all([
    statement(
      tx,
      `update value_accounts set block_reason = '-'
       where customer_id = any($1::uuid[]) and block_reason is not null`,
      [customerIds],
    ),
    statement(
      tx,
      `update value_adjustments set reason = '-'
       where entry_id in (select e.id from value_entries e
         join value_accounts a on a.id = e.account_id where a.customer_id = any($1::uuid[]))`,
      [customerIds],
    ),
  ]);
}

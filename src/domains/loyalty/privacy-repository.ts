import { statement, type Tx } from '../../platform/database/tx.js';

/** Moves the entries of a merged customer and returns the points of the record that stays. */
export async function moveEntries(tx: Tx, from: string, into: string): Promise<number> {
  await statement(tx, 'update loyalty_entries set customer_id = $2 where customer_id = $1', [
    from,
    into,
  ]);
  const [row] = await statement<{ points: number }>(
    tx,
    `select coalesce(sum(points), 0)::int as points from loyalty_entries where customer_id = $1`,
    [into],
  );
  return row?.points ?? 0;
}

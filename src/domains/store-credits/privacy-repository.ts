import { statement, type Tx } from '../../platform/database/tx.js';

export const moveCredits = (tx: Tx, from: string, into: string) =>
  statement(tx, 'update store_credits set customer_id = $2 where customer_id = $1', [from, into]);

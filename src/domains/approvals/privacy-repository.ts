import { statement, type Tx } from '../../platform/database/tx.js';
import { ERASED, type Mentions } from '../people/index.js';

/**
 * Takes the person out of requests: of those for these sales each name, of the others what names
 * nobody else. Who asked, who decided and the amount stay.
 */
export async function eraseInApprovals(
  tx: Tx,
  { anywhere, inOwn }: Mentions,
  saleNumbers: readonly string[],
): Promise<void> {
  if (anywhere !== null) await eraseWhere(tx, anywhere, null);
  if (inOwn !== null && saleNumbers.length > 0) await eraseWhere(tx, inOwn, saleNumbers);
}

/** The keys of the details are those of a program, and stay. */
const eraseWhere = (tx: Tx, pattern: string, saleNumbers: readonly string[] | null) =>
  statement(
    tx,
    `update approvals set reason = regexp_replace(reason, $1, $2, 'gi'),
       decision_note = regexp_replace(decision_note, $1, $2, 'gi'),
       details = with_texts_replaced(details, $1, $2)
     where (reason ~* $1 or decision_note ~* $1 or details::text ~* $1)
       and ($3::text[] is null or details ->> 'transaction_id' = any($3) or exists (
         select from unnest($3) as sale where position(sale in coalesce(consumed_for, '')) > 0))`,
    [pattern, ERASED, saleNumbers],
  );

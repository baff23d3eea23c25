import { statement, type Tx } from '../../platform/database/tx.js';
import { ERASED, type Mentions } from '../people/index.js';

type Changed = { id: string };

/**
 * Takes the person out of tasks: of all that stand about these sales each name, of the others what
 * names nobody else. Returns the changed ones.
 */
export async function eraseInTasks(
  tx: Tx,
  { anywhere, inOwn }: Mentions,
  saleNumbers: readonly string[],
): Promise<string[]> {
  const changed = await Promise.all([
    anywhere === null ? [] : eraseWhere(tx, anywhere, null),
    inOwn === null || saleNumbers.length === 0 ? [] : eraseWhere(tx, inOwn, saleNumbers),
  ]);
  return [...new Set(changed.flat().map(({ id }) => id))];
}

const eraseWhere = (
  tx: Tx,
  pattern: string,
  saleNumbers: readonly string[] | null,
): Promise<Changed[]> =>
  statement<Changed>(
    tx,
    `update tasks set title = regexp_replace(title, $1, $2, 'gi'),
       description = regexp_replace(description, $1, $2, 'gi'), updated_at = now()
     where (title ~* $1 or description ~* $1) and ($3::text[] is null
       or cause_values ->> 'transaction' = any($3)
       or exists (select from unnest($3) as sale
         where position(sale in title || ' ' || description) > 0))
     returning id`,
    [pattern, ERASED, saleNumbers],
  );

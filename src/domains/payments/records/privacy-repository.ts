import { statement, type Tx } from '../../../platform/database/tx.js';
import { ERASED, type Mentions } from '../../people/index.js';

/** Why money went back, without the person. */
export const eraseInRefunds = (tx: Tx, saleIds: readonly string[], { inOwn }: Mentions) =>
  inOwn === null
    ? undefined
    : statement(
        tx,
        `update refunds set reason = regexp_replace(reason, $2, $3, 'gi')
         where transaction_id = any($1::uuid[]) and reason ~* $2`,
        [saleIds, inOwn, ERASED],
      );

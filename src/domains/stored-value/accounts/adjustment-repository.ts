import { statement, type Tx } from '../../../platform/database/tx.js';

/** Why staff gave or corrected value, and who. */
export type Adjustment = {
  entryId: string;
  reason: string;
  madeBy: string;
  approval: { requestId: string; approvedBy: string | null } | null;
};

export const insertAdjustment = (
  tx: Tx,
  { entryId, reason, madeBy, approval }: Adjustment,
): Promise<unknown> =>
  statement(
    tx,
    `insert into value_adjustments (entry_id, reason, made_by, approval_request_id, approved_by)
     values ($1, $2, $3, $4, $5)`,
    [entryId, reason, madeBy, approval?.requestId ?? null, approval?.approvedBy ?? null],
  );

import type { Tx } from '../../platform/database/tx.js';
import { conflict } from '../../platform/http/failure.js';
import type { Staff } from '../access/index.js';
import { correctLevels, lockLevels } from '../inventory/index.js';
import { lockForAction } from './find-count.js';
import {
  closeLines,
  correctedSince,
  type Line,
  listLines,
  writePosted,
} from './line-repository.js';
import { finishStep } from './move-count.js';
import type { Count, CountHead } from './repository.js';
import { differenceOf, hasDifference } from './rules.js';

/**
 * Adds the differences to stock, all or none. A difference was taken from the stock at the moment of
 * counting, so sales since then stay deducted. If goods moved between two entries of a line, the
 * difference is unknown, also if it seems to be none: 5 counted, 1 of them sold, then 5 more
 * counted are 10, but 9 are there.
 */
export async function approveCount(
  tx: Tx,
  caller: Staff,
  ref: string,
  reason: string,
  now: Date,
): Promise<Count> {
  const count = await lockForAction(tx, caller, ref, 'approve');
  const lines = await listLines(tx, count.id, { show: 'counted' });
  await refuseOutdated(tx, count, lines);
  await correctLevels(tx, {
    reference: count.id,
    storeId: count.store_id,
    corrections: lines.filter(hasDifference).map(line => ({
      variantId: line.variant_id,
      quantity: differenceOf(line) ?? 0,
    })),
    reason: `${count.number} ${reason.trim()}`,
    actorId: caller.userId,
  });
  await writePosted(
    tx,
    lines.map(line => ({ id: line.id, quantity: differenceOf(line) ?? 0 })),
  );
  await closeLines(tx, count.id);
  return finishStep(tx, caller, count.id, {
    status: 'approved',
    reason: reason.trim(),
    approved_at: now,
    approved_by: caller.userId,
  });
}

/** Locks the levels first, so that no correction slips in between the check and the posting. */
async function refuseOutdated(
  tx: Tx,
  { store_id: storeId }: CountHead,
  lines: readonly Line[],
): Promise<void> {
  const differences = lines.filter(hasDifference);
  const levels = await lockLevels(
    tx,
    differences.map(line => ({ storeId, variantId: line.variant_id })),
  );
  const onHand = new Map(levels.map(level => [level.variantId, level.onHand]));
  const corrected = await correctedSince(tx, storeId, differences);
  const isShort = (line: Line): boolean => {
    const quantity = differenceOf(line) ?? 0;
    return quantity < 0 && (onHand.get(line.variant_id) ?? 0) + quantity < 0;
  };
  const outdated = lines.filter(
    line =>
      line.moved_while_counting ||
      (hasDifference(line) && (corrected.has(line.variant_id) || isShort(line))),
  );
  if (outdated.length === 0) return;
  const skus = outdated.map(({ sku }) => sku);
  throw conflict(
    'COUNT_OUTDATED',
    `The stock of ${skus.slice(0, 5).join(', ')} changed during or after counting; count it again.`,
    { skus, variant_ids: outdated.map(line => line.variant_id) },
  );
}

import type { Updateable } from 'kysely';
import type { StockCounts } from '../../platform/database/tables.js';
import type { Tx } from '../../platform/database/tx.js';
import { conflict, invalidField } from '../../platform/http/failure.js';
import { record } from '../../platform/work/events/outbox.js';
import type { Staff } from '../access/index.js';
import { countChanged } from './events.js';
import { lockForAction, visibleCount } from './find-count.js';
import { closeLines, listLines, reopenLines } from './line-repository.js';
import { type Count, updateCount } from './repository.js';
import { hasDifference } from './rules.js';
import type { RecountInput } from './schemas.js';

/** Writes the new state, records its event and returns the count as it is now. */
export async function finishStep(
  tx: Tx,
  caller: Staff,
  id: string,
  change: Updateable<StockCounts>,
): Promise<Count> {
  await updateCount(tx, id, change);
  const count = await visibleCount(tx, caller, id);
  await record(tx, countChanged(count));
  return count;
}

/** Ends the counting; from here on differences are shown. */
export async function submitCount(tx: Tx, caller: Staff, ref: string, now: Date): Promise<Count> {
  const count = await lockForAction(tx, caller, ref, 'submit');
  const { counted_lines: counted } = await visibleCount(tx, caller, count.id);
  if (counted === 0) throw conflict('NOTHING_COUNTED', 'Nothing has been counted yet.');
  return finishStep(tx, caller, count.id, {
    status: 'review',
    submitted_at: now,
    submitted_by: caller.userId,
  });
}

/** Opens lines for another round: those named, or all that differ or moved while counting. */
export async function recountLines(
  tx: Tx,
  caller: Staff,
  ref: string,
  { variant_ids: wanted }: RecountInput,
): Promise<Count> {
  const count = await lockForAction(tx, caller, ref, 'recount');
  const known = await listLines(tx, count.id);
  const ids = new Set(wanted?.map(id => id.toLowerCase()));
  const lines = known.filter(line =>
    wanted === undefined
      ? line.moved_while_counting || hasDifference(line)
      : ids.has(line.variant_id),
  );
  if (wanted !== undefined && lines.length < ids.size) {
    throw invalidField('variant_ids', 'Some variants are not in this stock count.');
  }
  if (lines.length === 0) throw conflict('NOTHING_TO_COUNT', 'No line has a difference.');
  const round = count.round + 1;
  await reopenLines(
    tx,
    lines.map(({ id }) => id),
    round,
  );
  return finishStep(tx, caller, count.id, { status: 'counting', round });
}

/** Ends a count without a change of stock. */
export async function cancelCount(
  tx: Tx,
  caller: Staff,
  ref: string,
  reason: string,
  now: Date,
): Promise<Count> {
  const count = await lockForAction(tx, caller, ref, 'cancel');
  await closeLines(tx, count.id);
  return finishStep(tx, caller, count.id, {
    status: 'cancelled',
    reason: reason.trim(),
    cancelled_at: now,
    cancelled_by: caller.userId,
  });
}

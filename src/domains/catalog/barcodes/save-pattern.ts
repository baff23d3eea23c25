import { brokenConstraint, type Tx } from '../../../platform/database/tx.js';
import { invalidField, notFound } from '../../../platform/http/failure.js';
import { newId } from '../../../platform/ids.js';
import { record } from '../../../platform/work/events/outbox.js';
import { maySee, type Staff } from '../../access/index.js';
import { resolveStore } from '../../stores/index.js';
import { barcodePatternsChanged } from '../events.js';
import { duplicate } from '../refusals.js';
import {
  deletePattern,
  insertPattern,
  type Pattern,
  patternById,
  updatePattern,
} from './repository.js';
import type { PatternInput } from './schemas.js';

/** Creates the pattern of a prefix at a store, or changes one. */
export async function savePattern(
  tx: Tx,
  caller: Staff,
  id: string | undefined,
  { store, ...change }: Partial<PatternInput>,
): Promise<Pattern> {
  const before = id === undefined ? undefined : await visiblePattern(tx, caller, id);
  const storeId = store === undefined ? undefined : await resolveStore(tx, caller, store);
  const pattern = { ...before, ...change };
  if (pattern.value_kind === 'price' && (pattern.decimals ?? 0) > 2) {
    throw invalidField('decimals', 'A price has at most two decimals.');
  }
  const row = { ...change, ...(storeId !== undefined && { store_id: storeId }) };
  const savedId = before?.id ?? newId();
  try {
    if (before) await updatePattern(tx, savedId, row);
    else await insertPattern(tx, { ...(row as PatternInput & { store_id: string }), id: savedId });
  } catch (error) {
    throw refusal(error);
  }
  const saved = await patternById(tx, savedId);
  if (saved === undefined) throw notFound('Barcode pattern');
  for (const one of new Set([before?.store_id ?? saved.store_id, saved.store_id])) {
    await record(tx, barcodePatternsChanged(one));
  }
  return saved;
}

export async function removePattern(tx: Tx, caller: Staff, id: string): Promise<void> {
  const { id: found, store_id } = await visiblePattern(tx, caller, id);
  await deletePattern(tx, found);
  await record(tx, barcodePatternsChanged(store_id));
}

/** A pattern of a store that the caller may see. */
export async function visiblePattern(tx: Tx, caller: Staff, id: string): Promise<Pattern> {
  const found = await patternById(tx, id);
  if (found === undefined || !maySee(caller, found.store_id)) throw notFound('Barcode pattern');
  return found;
}

function refusal(error: unknown): unknown {
  switch (brokenConstraint(error)) {
    case 'one_pattern_per_prefix':
      return duplicate('prefix', 'This store has a pattern for this prefix already.');
    case 'pattern_within_code':
      return invalidField('value_length', 'Item code and value end before the check digit.');
    case 'pattern_parts_apart':
      return invalidField('value_start', 'Item code and value must not share digits.');
    default:
      return error;
  }
}

import { brokenConstraint, type Tx } from '../../platform/database/tx.js';
import { conflict, invalidField } from '../../platform/http/failure.js';
import { newId } from '../../platform/ids.js';
import { record } from '../../platform/work/events/outbox.js';
import type { Staff } from '../access/index.js';
import { refusalOfBundle } from '../inventory/index.js';
import { resolveStore } from '../stores/index.js';
import { countChanged } from './events.js';
import { visibleCount } from './find-count.js';
import { insertLines, scopeNames } from './line-repository.js';
import { type Count, insertCount } from './repository.js';
import type { CountScope } from './rules.js';
import type { CountInput } from './schemas.js';

/** A larger store is counted by category or zone. */
const MAX_LINES = 20_000;

/** Starts a count of the goods of a store, a category or a zone. */
export async function startCount(
  tx: Tx,
  caller: Staff,
  input: CountInput,
  now: Date,
): Promise<Count> {
  const storeId = await resolveStore(tx, caller, input.store);
  const { scope, scopeId, scopeName } = await scopeOf(tx, storeId, input);
  const id = newId(now);
  const row = { id, store_id: storeId, scope, scope_name: scopeName, created_at: now };
  const { notes = '', is_blind = true } = input;
  await insertCount(
    tx,
    { ...row, notes, is_blind, created_by: caller.userId },
    now.getUTCFullYear(),
  );
  const lines = await writeLines(tx, { id, storeId, scope, scopeId });
  if (lines === 0) throw conflict('NOTHING_TO_COUNT', 'There are no goods to count here.');
  if (lines > MAX_LINES) {
    throw conflict('TOO_MANY_LINES', `At most ${MAX_LINES} articles; count by category or zone.`);
  }
  const count = await visibleCount(tx, caller, id);
  await record(tx, countChanged(count));
  return count;
}

async function scopeOf(
  tx: Tx,
  storeId: string,
  { category, zone }: CountInput,
): Promise<{ scope: CountScope; scopeId: string | null; scopeName: string }> {
  if (category !== undefined && zone !== undefined) {
    throw invalidField('zone', 'Set category or zone, not both.');
  }
  const names = await scopeNames(tx, storeId, { category, zone });
  if (zone !== undefined) {
    if (names.zone === null) throw invalidField('zone', 'There is no such zone in this store.');
    return { scope: 'zone', scopeId: zone, scopeName: names.zone };
  }
  if (category === undefined) return { scope: 'store', scopeId: null, scopeName: '' };
  if (names.category === null) throw invalidField('category', 'There is no such category.');
  return { scope: 'category', scopeId: category, scopeName: names.category };
}

async function writeLines(tx: Tx, count: Parameters<typeof insertLines>[1]): Promise<number> {
  try {
    return await insertLines(tx, count, MAX_LINES + 1);
  } catch (error) {
    throw refusalOf(error, 'store');
  }
}

/** The refusal of goods that another open count of the store has already, and of bundles. */
export const refusalOf = (error: unknown, field: string): unknown =>
  brokenConstraint(error) === 'one_open_count_per_variant'
    ? conflict('COUNT_OVERLAPS', 'Another open stock count of this store has some of these goods.')
    : refusalOfBundle(error, field);

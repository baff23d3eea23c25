import type { Tx } from '../../platform/database/tx.js';
import { conflict, invalidField } from '../../platform/http/failure.js';
import type { Unit } from '../../platform/quantity.js';
import type { Staff } from '../access/index.js';
import { lockForCount, stepsOfField, variantsOfRefs } from '../inventory/index.js';
import { lockForAction } from './find-count.js';
import { insertLine, type Line, lineOf, variantOfCode, writeEntry } from './line-repository.js';
import type { CountHead } from './repository.js';
import type { EntryInput } from './schemas.js';
import { refusalOf } from './start-count.js';

/** Writes what a person counted of one variant; goods that are not on the list are added to it. */
export async function enterQuantity(
  tx: Tx,
  caller: Staff,
  ref: string,
  input: EntryInput,
): Promise<{ count: CountHead; line: Line }> {
  const count = await lockForAction(tx, caller, ref, 'count');
  const variant = await variantOf(tx, input);
  const quantity = stepsOfField('quantity', input.quantity, variant.unit);
  const line = await lineFor(tx, count, variant.id, input.code === undefined ? 'sku' : 'code');
  if (line.round !== count.round) {
    throw conflict('NOT_IN_RECOUNT', `${line.sku} is not part of the recount.`);
  }
  await lockForCount(tx, { storeId: count.store_id, variantId: variant.id });
  await writeEntry(tx, {
    lineId: line.id,
    round: count.round,
    counterId: caller.userId,
    quantity,
    isAdded: input.mode === 'add',
  });
  return { count, line: (await lineOf(tx, count.id, variant.id)) ?? line };
}

async function lineFor(tx: Tx, count: CountHead, variantId: string, field: string): Promise<Line> {
  const known = await lineOf(tx, count.id, variantId);
  if (known !== undefined) return known;
  try {
    const { id: countId, store_id: storeId, round } = count;
    await insertLine(tx, { countId, storeId, variantId, round });
  } catch (error) {
    throw refusalOf(error, field);
  }
  const line = await lineOf(tx, count.id, variantId);
  if (line === undefined) throw new Error('the line of a stock count was not written');
  return line;
}

async function variantOf(tx: Tx, input: EntryInput): Promise<{ id: string; unit: Unit }> {
  if (input.code === undefined) {
    const [variant] = await variantsOfRefs(tx, [input]);
    if (variant === undefined) throw new Error('a variant was not resolved');
    return variant;
  }
  const scanned = await variantOfCode(tx, input.code);
  if (scanned === undefined) throw invalidField('code', 'No article has this barcode or SKU.');
  return scanned;
}

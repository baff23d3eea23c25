import type { Tx } from '../../../platform/database/tx.js';
import { notFound } from '../../../platform/http/failure.js';
import { record } from '../../../platform/work/events/outbox.js';
import { variantDeleted } from '../events.js';
import { unlessInUse } from '../refusals.js';
import { deleteVariant, variantByRef } from './repository.js';

/** Answers 409 `IN_USE` if the variant was ever stocked, sold or ordered. */
export async function removeVariant(tx: Tx, ref: string): Promise<void> {
  const found = await variantByRef(tx, ref);
  if (found === undefined) throw notFound('Product variant');
  await unlessInUse('Product variant', () => deleteVariant(tx, found.id));
  await record(tx, variantDeleted(found));
}

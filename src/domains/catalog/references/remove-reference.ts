import type { Tx } from '../../../platform/database/tx.js';
import { notFound } from '../../../platform/http/failure.js';
import { record } from '../../../platform/work/events/outbox.js';
import { productSaved, referenceDeleted } from '../events.js';
import { unlessInUse } from '../refusals.js';
import { REFERENCE_KINDS, type ReferenceKind } from './kinds.js';
import { removeMembers } from './members-repository.js';
import { deleteReference, findReference } from './repository.js';

const EVENTS_PER_STATEMENT = 1_000;

/** Answers 409 `IN_USE` while a product or a subcategory refers to it. */
export async function removeReference(tx: Tx, kind: ReferenceKind, ref: string): Promise<void> {
  const { table, noun } = REFERENCE_KINDS[kind];
  const found = await findReference(tx, table, ref);
  if (found === undefined) throw notFound(noun);
  // A rule put its products into it, and is deleted with it.
  let taken = found.is_automatic ? EVENTS_PER_STATEMENT : 0;
  while (taken === EVENTS_PER_STATEMENT) {
    taken = await takeOutProducts(tx, found.id, EVENTS_PER_STATEMENT);
  }
  await unlessInUse(noun, () => deleteReference(tx, table, found.id));
  await record(tx, referenceDeleted[kind](found));
}

/** Takes at most `limit` products out of a collection; returns how many. */
export async function takeOutProducts(
  tx: Tx,
  collectionId: string,
  limit: number,
): Promise<number> {
  const products = await removeMembers(tx, collectionId, limit);
  if (products.length > 0) await record(tx, ...products.map(product => productSaved(product)));
  return products.length;
}

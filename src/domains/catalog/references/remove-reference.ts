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
  // Its products are there by the rule, which goes with it.
  const members = found.is_automatic ? await removeMembers(tx, found.id) : [];
  await unlessInUse(noun, () => deleteReference(tx, table, found.id));
  for (let at = 0; at < members.length; at += EVENTS_PER_STATEMENT) {
    const part = members.slice(at, at + EVENTS_PER_STATEMENT);
    await record(tx, ...part.map(product => productSaved(product)));
  }
  await record(tx, referenceDeleted[kind](found));
}

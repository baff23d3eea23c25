import { brokenConstraint, type Tx } from '../../../platform/database/tx.js';
import { invalidField, notFound } from '../../../platform/http/failure.js';
import { newId } from '../../../platform/ids.js';
import { record } from '../../../platform/work/events/outbox.js';
import { referenceSaved } from '../events.js';
import { duplicate, refusal } from '../refusals.js';
import { firstFree, slugCandidates } from '../rules.js';
import { REFERENCE_KINDS, type ReferenceKind } from './kinds.js';
import {
  findReference,
  insertReference,
  isSameOrBelow,
  lockCategoryTree,
  type Reference,
  takenSlugs,
  updateReference,
} from './repository.js';
import type { CategoryChange } from './schemas.js';

/** Creates a category, brand, product type or collection, or updates one by UUID or slug. */
export async function saveReference(
  tx: Tx,
  kind: ReferenceKind,
  ref: string | undefined,
  change: CategoryChange,
): Promise<Reference> {
  const saved =
    ref === undefined ? await create(tx, kind, change) : await alter(tx, kind, ref, change);
  await record(tx, referenceSaved[kind](saved));
  return saved;
}

async function create(tx: Tx, kind: ReferenceKind, change: CategoryChange): Promise<Reference> {
  const { table } = REFERENCE_KINDS[kind];
  const { name = '' } = change;
  const id = newId();
  const candidates = slugCandidates(name);
  const slug = change.slug ?? firstFree(candidates, await takenSlugs(tx, table, candidates));
  return mapConflicts(kind, () => insertReference(tx, table, { ...change, id, name, slug }));
}

async function alter(
  tx: Tx,
  kind: ReferenceKind,
  ref: string,
  change: CategoryChange,
): Promise<Reference> {
  const { table, noun } = REFERENCE_KINDS[kind];
  if (change.parent_id) await lockCategoryTree(tx);
  const found = await findReference(tx, table, ref);
  if (found === undefined) throw notFound(noun);
  if (change.parent_id && (await isSameOrBelow(tx, change.parent_id, found.id))) {
    throw invalidField('parent_id', 'A category cannot be below itself.');
  }
  const saved = await mapConflicts(kind, () => updateReference(tx, table, found.id, change));
  // Another transaction deleted it after the lookup.
  if (saved === undefined) throw notFound(noun);
  return saved;
}

async function mapConflicts<T>(kind: ReferenceKind, write: () => Promise<T>): Promise<T> {
  const { table, noun } = REFERENCE_KINDS[kind];
  try {
    return await write();
  } catch (error) {
    const field = ['slug', 'sanity_id'].find(
      name => brokenConstraint(error) === `${table}_${name}_key`,
    );
    if (field === undefined) throw refusal(error);
    const what = field === 'slug' ? 'slug' : 'content id';
    throw duplicate(field, `Another ${noun.toLowerCase()} has this ${what}.`);
  }
}

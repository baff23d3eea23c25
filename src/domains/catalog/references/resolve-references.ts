import type { DeferredWrites } from '../../../platform/database/deferred-writes.js';
import type { Tx } from '../../../platform/database/tx.js';
import { invalidField } from '../../../platform/http/failure.js';
import type { CatalogChange } from '../changes.js';
import type { Fields } from '../differences.js';
import { REFERENCE_KINDS, type ReferenceKind } from './kinds.js';
import { findReference, findReferenceByName } from './repository.js';
import { saveReference } from './save-reference.js';

type Slugs = Partial<Record<ReferenceKind, string | readonly string[] | null>>;

/** The columns of a product that refer to these slugs; a slug that does not exist is refused. */
export async function idsOfSlugs(
  tx: Tx,
  references: Slugs,
  known: Map<string, string>,
): Promise<Fields> {
  const ids: Fields = {};
  for (const [kind, slugs] of Object.entries(references) as [ReferenceKind, string | string[]][]) {
    if (Array.isArray(slugs)) {
      ids.collection_ids = await Promise.all(slugs.map(slug => idOf(tx, kind, slug, known)));
    } else ids[`${kind}_id`] = slugs === null ? null : await idOf(tx, kind, slugs, known);
  }
  return ids;
}

async function idOf(
  tx: Tx,
  kind: ReferenceKind,
  slug: string,
  known: Map<string, string>,
): Promise<string> {
  const key = JSON.stringify([kind, slug]);
  const remembered = known.get(key);
  if (remembered !== undefined) return remembered;
  const { table, noun } = REFERENCE_KINDS[kind];
  const found = await findReference(tx, table, slug);
  if (found !== undefined) {
    known.set(key, found.id);
    return found.id;
  }
  throw invalidField(kind, `There is no such ${noun.toLowerCase()}.`);
}

/** Names as another system writes them; a category with the categories above it, topmost first. */
export type ReferenceNames = {
  category?: readonly string[];
  brand?: string;
  product_type?: string;
  collections?: readonly string[];
};

type Trace = {
  log?(change: CatalogChange): void;
  /** Ids by name, to look each up once. */
  known: Map<string, string>;
  writes: DeferredWrites;
};

/** The columns of a product that refer to these names; creates the records that do not exist. */
export async function idsOfNames(tx: Tx, names: ReferenceNames, trace: Trace): Promise<Fields> {
  const ids: Fields = {};
  if (names.category) {
    let parent: string | null = null;
    for (const name of names.category) parent = await ensure(tx, 'category', name, parent, trace);
    ids.category_id = parent;
  }
  if (names.brand) ids.brand_id = await ensure(tx, 'brand', names.brand, null, trace);
  if (names.product_type) {
    ids.product_type_id = await ensure(tx, 'product_type', names.product_type, null, trace);
  }
  if (names.collections) {
    const found = new Set<string>();
    for (const name of names.collections) {
      found.add(await ensure(tx, 'collection', name, null, trace));
    }
    ids.collection_ids = [...found];
  }
  return ids;
}

async function ensure(
  tx: Tx,
  kind: ReferenceKind,
  name: string,
  parent: string | null,
  { log, known, writes }: Trace,
): Promise<string> {
  const key = JSON.stringify([kind, parent, name.toLowerCase()]);
  const remembered = known.get(key);
  if (remembered !== undefined) return remembered;
  const { table } = REFERENCE_KINDS[kind];
  let id = await findReferenceByName(tx, table, name, parent);
  if (id === undefined) {
    writes.markSent();
    writes.onUndo(() => known.delete(key));
    const fields = { name, ...(parent !== null && { parent_id: parent }) };
    ({ id } = await saveReference(tx, kind, undefined, fields));
    log?.({ record: kind, id, created: true, before: {}, after: { name } });
  }
  known.set(key, id);
  return id;
}

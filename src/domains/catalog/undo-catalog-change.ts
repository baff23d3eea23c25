import { inSavepoint } from '../../platform/database/savepoint.js';
import { isLockTimeout, type Tx } from '../../platform/database/tx.js';
import { Failure } from '../../platform/http/failure.js';
import type { CatalogChange, Kept } from './changes.js';
import { differences, valuesOf, withChosenCollections, withMoments } from './differences.js';
import { removeProduct } from './products/remove-product.js';
import { type Product, productById } from './products/repository.js';
import { saveProduct } from './products/save-product.js';
import { REFERENCE_KINDS, type ReferenceKind } from './references/kinds.js';
import { automaticCollections } from './references/members-repository.js';
import { removeReference } from './references/remove-reference.js';
import { findReference } from './references/repository.js';
import { statusOf } from './rules.js';
import { removeVariant } from './variants/remove-variant.js';
import { variantByRef } from './variants/repository.js';
import { saveVariant } from './variants/save-variant.js';

/**
 * Takes one change of an import back: deletes what it created, or archives it if it is in use, and
 * restores the fields that still have the imported value. Returns what it left as it is.
 */
export function undoCatalogChange(tx: Tx, change: CatalogChange): Promise<Kept[]> {
  if (change.record === 'product') return undoProduct(tx, change);
  if (change.record === 'variant') return undoVariant(tx, change);
  return undoReference(tx, change.record, change);
}

async function undoProduct(tx: Tx, { id, created, before, after }: CatalogChange): Promise<Kept[]> {
  const found = await productById(tx, Number(id));
  if (found === undefined) return [];
  const keep = keeper('product', found.slug);
  // An import of thousands of products mostly sets no collections.
  const automatic = 'collection_ids' in after ? await automaticCollections(tx) : new Set<string>();
  const current = withChosenCollections(
    { ...withMoments(found), status: statusOf(found) },
    automatic,
  );
  const changed = Object.keys(differences(current, withChosenCollections(after, automatic)));
  if (created) return changed.length > 0 ? keep('changed', changed) : eraseProduct(tx, found);
  const restored = Object.keys(after).filter(name => !changed.includes(name));
  if (restored.length > 0) await saveProduct(tx, found.id, valuesOf(before, restored));
  return changed.length > 0 ? keep('changed', changed) : [];
}

async function eraseProduct(tx: Tx, { id, slug, variants }: Product): Promise<Kept[]> {
  const keep = keeper('product', slug);
  // Somebody added a variant, or changed one of the imported ones.
  if (variants.some(variant => variant.is_active)) return keep('in_use');
  // `removeProduct` would delete the variants as well.
  if (variants.length === 0 && (await isErased(tx, () => removeProduct(tx, String(id))))) return [];
  await saveProduct(tx, id, { status: 'archived' });
  return keep('archived');
}

async function undoVariant(tx: Tx, { id, created, before, after }: CatalogChange): Promise<Kept[]> {
  const found = await variantByRef(tx, String(id));
  if (found === undefined) return [];
  const keep = keeper('variant', found.sku);
  const changed = Object.keys(differences(found, after));
  if (created) {
    if (changed.length > 0) return keep('changed', changed);
    if (await isErased(tx, () => removeVariant(tx, found.id))) return [];
    await saveVariant(tx, found.id, { is_active: false });
    return keep('archived');
  }
  const restored = Object.keys(after).filter(name => !changed.includes(name));
  if (restored.length > 0) await saveVariant(tx, found.id, valuesOf(before, restored));
  return changed.length > 0 ? keep('changed', changed) : [];
}

/** A category that other products use by now stays; it does no harm. */
async function undoReference(
  tx: Tx,
  kind: ReferenceKind,
  { id, after }: CatalogChange,
): Promise<Kept[]> {
  const found = await findReference(tx, REFERENCE_KINDS[kind].table, String(id));
  if (found === undefined) return [];
  const keep = keeper(kind, found.name);
  const changed = Object.keys(differences(found, after));
  if (changed.length > 0) return keep('changed', changed);
  // Somebody gave it a rule since.
  if (found.is_automatic) return keep('in_use');
  const isGone = await isErased(tx, () => removeReference(tx, kind, found.id));
  return isGone ? [] : keep('in_use');
}

const keeper =
  (record: string, key: string) =>
  (reason: Kept['reason'], fields: string[] = []): Kept[] => [{ record, key, reason, fields }];

/** False if other records refer to it, or sales that are being written may do so. */
async function isErased(tx: Tx, erase: () => Promise<void>): Promise<boolean> {
  try {
    await inSavepoint(tx, erase);
    return true;
  } catch (error) {
    const isInUse = error instanceof Failure && error.code === 'IN_USE';
    if (isInUse || isLockTimeout(error)) return false;
    throw error;
  }
}

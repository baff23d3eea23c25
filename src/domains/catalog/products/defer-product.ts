import type { DeferredWrites } from '../../../platform/database/deferred-writes.js';
import type { Tx } from '../../../platform/database/tx.js';
import { bodyCheck } from '../../../platform/http/validation.js';
import { partial } from '../../../platform/http/write-routes.js';
import { record } from '../../../platform/work/events/outbox.js';
import type { CatalogChange } from '../changes.js';
import {
  differences,
  type Fields,
  valuesOf,
  withChosenCollections,
  withMoments,
} from '../differences.js';
import { productSaved } from '../events.js';
import { overriddenTimes, type Status, statusColumns, statusOf } from '../rules.js';
import { assignUntilUndone, type KnownProduct, type PutBatch } from './put-batch.js';
import {
  addProductCollections,
  insertProduct,
  reserveProductIds,
  setProductCollections,
  updateKnownProduct,
} from './repository.js';
import { toProductColumns } from './save-product.js';
import { ProductBody, type ProductChange } from './schemas.js';

type Context = { log?(change: CatalogChange): void; batch: PutBatch };

const checkNew = bodyCheck(ProductBody);
const checkChange = bodyCheck(partial(ProductBody));

/** Creates a product with the next flush of the batch. */
export async function createLater(
  tx: Tx,
  fields: Fields,
  { log, batch }: Context,
): Promise<KnownProduct> {
  checkNew(fields);
  const slug = String(fields.slug);
  const columns = toProductColumns(fields as ProductChange);
  const [id = 0] = batch.ids.length > 0 ? batch.ids.splice(0, 1) : await reserveProductIds(tx, 1);
  const product: KnownProduct = {
    is_active: true,
    is_draft: false,
    collection_ids: [],
    ...fields,
    ...statusColumns(fields.status as Status | undefined, undefined),
    id,
    variants: [],
  };
  insertLater(batch.writes, { id, name: String(fields.name), slug, ...columns }, fields);
  batch.products.set(slug, product);
  batch.writes.onUndo(() => {
    batch.products.set(slug, null);
    batch.ids.unshift(id);
  });
  log?.({ record: 'product', id, created: true, before: {}, after: fields });
  return product;
}

function insertLater(
  writes: DeferredWrites,
  row: Parameters<typeof insertProduct>[1] & { id: number },
  { collection_ids: collections = [] }: { collection_ids?: readonly string[] } & Fields,
): void {
  writes.defer(tx => insertProduct(tx, row));
  if (collections.length > 0) {
    writes.defer(tx => addProductCollections(tx, row.id, collections));
  }
  const saved = productSaved({ id: row.id, sanity_id: row.sanity_id ?? null });
  writes.defer(tx => record(tx, saved));
}

/** Changes the fields that differ with the next flush; false if none does. */
export function changeLater(found: KnownProduct, wanted: Fields, { log, batch }: Context): boolean {
  const before = withChosenCollections(
    { ...withMoments(found), status: statusOf(found) },
    batch.automatic,
  );
  const after = withOverriddenTimes(
    before,
    differences(before, withChosenCollections(wanted, batch.automatic)),
    wanted,
  );
  const names = Object.keys(after);
  if (names.length === 0) return false;
  checkChange(after);
  const { collection_ids: collections } = after as ProductChange;
  // A row that names both the status and the moments of the schedule sets both.
  const columns = toProductColumns({ ...momentsIn(wanted), ...after } as ProductChange);
  batch.writes.defer(tx => updateKnownProduct(tx, found.id, columns));
  if (collections !== undefined) {
    batch.writes.defer(tx => setProductCollections(tx, found.id, collections));
  }
  const status = statusColumns(after.status as Status | undefined, undefined);
  assignUntilUndone(batch.writes, found, { ...after, ...status });
  const saved = productSaved({ id: found.id, sanity_id: found.sanity_id ?? null });
  batch.writes.defer(tx => record(tx, saved));
  const values = valuesOf(before, names);
  log?.({ record: 'product', id: found.id, created: false, before: values, after });
  return true;
}

const momentsIn = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).filter(([name]) => name === 'publish_at' || name === 'archive_at'),
  );

/** A status also ends moments of the schedule that the row does not name. */
function withOverriddenTimes(before: object, after: Fields, wanted: Fields): Fields {
  const { status, is_active: isActive } = after as ProductChange;
  const ended = differences(before, overriddenTimes(status, isActive));
  const names = Object.keys(ended).filter(name => !(name in wanted));
  return { ...valuesOf(ended, names), ...after };
}

import type { DeferredWrites } from '../../platform/database/deferred-writes.js';
import type { Tx } from '../../platform/database/tx.js';
import { invalidField } from '../../platform/http/failure.js';
import { newId } from '../../platform/ids.js';
import { stepsPerUnit, type Unit } from '../../platform/quantity.js';
import { record } from '../../platform/work/events/outbox.js';
import {
  type Delivery,
  endOtherPreferences,
  lockPreference,
  preferArticle,
} from './article-repository.js';
import { supplierSaved } from './events.js';
import { supplierNamed } from './repository.js';

/** What an import did to the preferred supplier of a variant, so that it can be undone. */
export type SupplierUndo = {
  record: 'supplier';
  variant_id: string;
  sku: string;
  /** The article is new. */
  created: boolean;
  /** Ids of suppliers. */
  before: string | null;
  after: string;
};

type Row = {
  variant: { id: string; sku: string; unit: Unit };
  /** Name of the supplier, whatever its case. */
  supplier: string;
  /** Who delivers the variant already. */
  deliveries: readonly Delivery[];
};

type Trace = {
  log?(change: SupplierUndo): void;
  writes: DeferredWrites;
  /** Ids and names of suppliers by the name in the file, to look each up once. */
  known: Map<string, { id: string; name: string }>;
};

/** Makes the named supplier the preferred one of a variant, with the next flush. */
export async function putPreferred(
  tx: Tx,
  { variant, supplier: name, deliveries }: Row,
  { log, writes, known }: Trace,
): Promise<'updated' | 'unchanged'> {
  const preferred = deliveries.find(delivery => delivery.is_preferred);
  if (preferred?.supplier_name.toLowerCase() === name.toLowerCase()) return 'unchanged';
  const supplier = known.get(name) ?? (await supplierNamed(tx, name));
  if (supplier === undefined) throw invalidField('supplier', 'There is no such supplier.');
  known.set(name, supplier);
  const { id: variantId, sku, unit } = variant;
  const article = {
    id: newId(),
    supplier_id: supplier.id,
    variant_id: variantId,
    pack_size: stepsPerUnit(unit),
  };
  writes.defer(tx => lockPreference(tx, variantId));
  writes.defer(tx => endOtherPreferences(tx, variantId, supplier.id));
  writes.defer(tx => preferArticle(tx, article));
  writes.defer(tx => record(tx, supplierSaved({ id: supplier.id, name: supplier.name })));
  log?.({
    record: 'supplier',
    variant_id: variantId,
    sku,
    created: deliveries.every(delivery => delivery.supplier_id !== supplier.id),
    before: preferred?.supplier_id ?? null,
    after: supplier.id,
  });
  return 'updated';
}

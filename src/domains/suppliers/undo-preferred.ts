import type { Tx } from '../../platform/database/tx.js';
import { record } from '../../platform/work/events/outbox.js';
import type { Kept } from '../catalog/index.js';
import {
  type Article,
  deleteArticle,
  listArticles,
  lockPreference,
  updateArticle,
} from './article-repository.js';
import { supplierSaved } from './events.js';
import type { SupplierUndo } from './put-preferred.js';

/** More suppliers than a variant has. */
const MOST = 1_000;

/** Gives the preference back to the supplier before, unless somebody changed it since. */
export async function undoPreferred(tx: Tx, change: SupplierUndo): Promise<Kept[]> {
  const { variant_id: variantId, sku, created, before, after } = change;
  await lockPreference(tx, variantId);
  const articles = await listArticles(tx, { variantId }, undefined, MOST);
  const of = (supplierId: string | null) =>
    articles.find(({ supplier_id: id }) => id === supplierId);
  const imported = of(after);
  const preferred = articles.find(({ is_preferred: isPreferred }) => isPreferred);
  if (imported === undefined && preferred === undefined) return [];
  if (imported === undefined || preferred?.id !== imported.id) {
    return [{ record: 'variant', key: sku, reason: 'changed', fields: ['supplier'] }];
  }
  if (created && isAsImported(imported)) await deleteArticle(tx, imported.id);
  else await updateArticle(tx, imported.id, { is_preferred: false });
  await record(tx, savedOf(imported));
  const former = of(before);
  if (former === undefined) return [];
  await updateArticle(tx, former.id, { is_preferred: true });
  await record(tx, savedOf(former));
  return [];
}

/** Nobody has added the supplier's SKU or cost since. */
const isAsImported = ({ supplier_sku: supplierSku, cost }: Article): boolean =>
  supplierSku === '' && cost === null;

const savedOf = ({ supplier_id: id, supplier_name: name }: Article) => supplierSaved({ id, name });

import { brokenConstraint, type Tx } from '../../platform/database/tx.js';
import { conflict, invalidField, notFound } from '../../platform/http/failure.js';
import { refuseFractions } from '../../platform/http/refuse-fractions.js';
import { newId } from '../../platform/ids.js';
import { stepsPerUnit } from '../../platform/quantity.js';
import { record } from '../../platform/work/events/outbox.js';
import { stepsOfField, variantsOfRefs } from '../inventory/index.js';
import {
  type Article,
  articleById,
  deleteArticle,
  endPreference,
  insertArticle,
  lockPreference,
  updateArticle,
} from './article-repository.js';
import { supplierSaved } from './events.js';
import { findSupplier } from './repository.js';
import type { ArticleInput } from './schemas.js';

/** Creates an article of a supplier, or updates an existing one. */
export async function saveArticle(
  tx: Tx,
  id: string | undefined,
  change: Partial<ArticleInput>,
  baseCurrency: string,
): Promise<Article> {
  const before = id === undefined ? undefined : await articleById(tx, id);
  if (id !== undefined && before === undefined) throw notFound('Supplier article');
  const goods = await goodsOf(tx, before, change);
  const supplierId = await supplierOf(tx, before, change);
  const articleId = before?.id ?? newId();
  if (change.is_preferred === true) {
    await lockPreference(tx, goods.id);
    await endPreference(tx, goods.id, articleId);
  }
  const columns = {
    supplier_id: supplierId,
    variant_id: goods.id,
    supplier_sku: change.supplier_sku,
    pack_size: goods.packSize,
    ...(await costOf(tx, before, change, { supplierId, baseCurrency })),
    is_preferred: change.is_preferred,
  };
  try {
    if (before === undefined) await insertArticle(tx, { ...columns, id: articleId });
    else await updateArticle(tx, articleId, columns);
  } catch (error) {
    throw refusal(error);
  }
  if (before !== undefined && before.supplier_id !== supplierId) {
    await record(tx, supplierSaved({ id: before.supplier_id, name: before.supplier_name }));
  }
  return saved(tx, articleId);
}

export async function removeArticle(tx: Tx, id: string): Promise<void> {
  const article = await articleById(tx, id);
  if (article === undefined) throw notFound('Supplier article');
  await deleteArticle(tx, id);
  await record(tx, supplierSaved({ id: article.supplier_id, name: article.supplier_name }));
}

async function saved(tx: Tx, id: string): Promise<Article> {
  const article = await articleById(tx, id);
  if (article === undefined) throw notFound('Supplier article');
  await record(tx, supplierSaved({ id: article.supplier_id, name: article.supplier_name }));
  return article;
}

/** The variant, and the pack size in its steps; the pack of a new article is one unit. */
async function goodsOf(tx: Tx, before: Article | undefined, change: Partial<ArticleInput>) {
  const { variant_id, sku, pack_size } = change;
  const isNamed = before === undefined || variant_id !== undefined || sku !== undefined;
  const [named] = isNamed ? await variantsOfRefs(tx, [{ variant_id, sku }]) : [];
  const id = named?.id ?? before?.variant_id ?? '';
  const unit = named?.unit ?? before?.unit ?? 'piece';
  const isOther = before === undefined || before.unit !== unit;
  const kept = isOther ? stepsPerUnit(unit) : before.pack_size;
  const packSize = pack_size === undefined ? kept : stepsOfField('pack_size', pack_size, unit);
  return { id, packSize };
}

/**
 * The columns of a cost that the request sets. Its currency is that of the request, else the earlier
 * one of the same supplier, else that of the supplier.
 */
async function costOf(
  tx: Tx,
  before: Article | undefined,
  { cost, cost_currency: named }: Partial<ArticleInput>,
  { supplierId, baseCurrency }: { supplierId: string; baseCurrency: string },
): Promise<{ cost?: string | null; cost_currency?: string | null }> {
  if (cost === null) return { cost: null, cost_currency: null };
  const amount = cost ?? (named === undefined ? undefined : before?.cost);
  if (amount == null) return {};
  const isKept = named === undefined && before?.supplier_id === supplierId;
  const currency =
    named ??
    (isKept ? before.cost_currency : null) ??
    (await findSupplier(tx, supplierId))?.currency ??
    baseCurrency;
  refuseFractions(currency, { cost: amount });
  return { cost: String(amount), cost_currency: currency };
}

async function supplierOf(
  tx: Tx,
  before: Article | undefined,
  { supplier }: Partial<ArticleInput>,
): Promise<string> {
  if (supplier === undefined) return before?.supplier_id ?? '';
  const found = await findSupplier(tx, supplier);
  if (found === undefined) throw invalidField('supplier', 'There is no such supplier.');
  return found.id;
}

function refusal(error: unknown): unknown {
  switch (brokenConstraint(error)) {
    case 'one_article_per_supplier':
      return conflict('DUPLICATE', 'The supplier already has an article for this variant.');
    case 'one_preferred_supplier':
      return conflict('DUPLICATE', 'Another supplier is preferred for this variant.');
    default:
      return error;
  }
}

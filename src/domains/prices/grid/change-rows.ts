import { noteRecords } from '../../../platform/audit/audited-call.js';
import type { Tx } from '../../../platform/database/tx.js';
import {
  Failure,
  type FieldErrors,
  invalidField,
  invalidFields,
} from '../../../platform/http/failure.js';
import { changeGoods, lockGoods, type Product } from '../../catalog/index.js';
import { holdList, type ListRow } from '../lists/repository.js';
import { changePrices } from '../records/change-prices.js';
import { lockPrices } from '../records/repository.js';
import { changedProducts } from './changed-products.js';
import { addClashes } from './clashes.js';
import { type PlannedRow, planRow, productPart, variantPart } from './plan-rows.js';
import { presentRow } from './present.js';
import { type GridRow, rowsOf } from './rows.js';
import type { GridChange } from './schemas.js';

type Terms = { baseCurrency: string; isDryRun: boolean; now: Date };

/**
 * Changes the cells of many variants, all or none. A dry run reports what would change and the errors
 * of each cell.
 */
export async function changeRows(
  tx: Tx,
  { price_list: ref, changes }: { price_list?: string | null; changes: readonly GridChange[] },
  terms: Terms,
): Promise<PlannedRow[]> {
  const list = await listOf(tx, ref);
  const variants = changes.map(({ variant }) => variant);
  const products = await lockGoods(tx, variants);
  // Before the rows are read, so that `if_match` is compared with prices that cannot change any more.
  if (list !== undefined) await lockPrices(tx, variants);
  const column = { list, currency: list?.currency ?? terms.baseCurrency };
  const rows = new Map(
    (await rowsOf(tx, products, column, terms.now)).map(row => [row.variant, row]),
  );
  const planned = changes.map(change => planRow(change, rows.get(change.variant.toLowerCase())));
  await addClashes(tx, planned);
  await planPrices(tx, planned, list, terms.baseCurrency);
  noteRecords(terms.isDryRun ? [] : changedProducts(planned, list?.code));
  if (terms.isDryRun) return planned;
  refuseErrors(planned);
  await apply(tx, products, planned);
  const prices = priceChanges(
    planned.filter(({ after }) => 'price' in after),
    list,
  );
  const { baseCurrency } = terms;
  if (prices.length > 0) await changePrices(tx, prices, { baseCurrency, isDryRun: false });
  return planned;
}

async function listOf(tx: Tx, ref: string | null | undefined): Promise<ListRow | undefined> {
  if (ref === undefined || ref === null) return undefined;
  const list = await holdList(tx, ref);
  if (list === undefined) throw invalidField('price_list', 'There is no such price list.');
  return list;
}

const priceChanges = (planned: readonly PlannedRow[], list: ListRow | undefined) =>
  planned.flatMap(({ change: { set }, row }) =>
    row === undefined || set.price === undefined
      ? []
      : [
          {
            variant: row.variant,
            price_list: list?.id ?? null,
            valid_from: list && row.validFrom ? row.validFrom.toISOString() : null,
            amount: set.price === '' ? null : set.price,
          },
        ],
  );

/** Adds before and after of the price to the rows, or why it cannot be. */
async function planPrices(
  tx: Tx,
  planned: readonly PlannedRow[],
  list: ListRow | undefined,
  baseCurrency: string,
): Promise<void> {
  const priced = planned.filter(({ row, change }) => row && change.set.price !== undefined);
  if (priced.length === 0) return;
  const changes = priceChanges(priced, list);
  const prices = await changePrices(tx, changes, { baseCurrency, isDryRun: true });
  prices.forEach(({ before, after, problem }, index) => {
    const of = priced[index];
    if (of === undefined) return;
    if (problem !== undefined) of.errors.price ??= [problem.message];
    else if (before !== after) {
      of.before.price = before;
      of.after.price = after;
      const { if_match: tag } = of.change;
      of.isChangedSince ||= tag !== undefined && tag !== of.row?.etag;
      if (of.isChangedSince) of.errors.row ??= ['Somebody changed this row since it was read.'];
    }
  });
}

async function apply(tx: Tx, products: readonly Product[], planned: readonly PlannedRow[]) {
  const ofProduct = new Map<number, Record<string, unknown>>();
  const variants = products.flatMap(product => product.variants);
  const changes = planned.flatMap(({ row, after }) => {
    const variant = variants.find(({ id }) => id === row?.variant);
    const change = variantPart(after);
    if (row === undefined || variant === undefined) return [];
    const part = productPart(after);
    if (Object.keys(part).length > 0) {
      ofProduct.set(row.product, { ...ofProduct.get(row.product), ...part });
    }
    return Object.keys(change).length === 0 ? [] : [{ variant, change }];
  });
  const changed = products.flatMap(product => {
    const change = ofProduct.get(product.id);
    return change === undefined ? [] : [{ product, change }];
  });
  await changeGoods(tx, changed, changes);
}

/** 412 if somebody changed a row since it was read, with these rows; else 400 with all errors. */
function refuseErrors(planned: readonly PlannedRow[]): void {
  const fields: FieldErrors = {};
  planned.forEach(({ errors }, index) => {
    for (const [cell, messages] of Object.entries(errors)) {
      fields[`changes.${index}.${cell}`] = messages;
    }
  });
  if (Object.keys(fields).length === 0) return;
  const stale = planned.flatMap(({ row, isChangedSince }) => (row && isChangedSince ? [row] : []));
  if (stale.length > 0) {
    throw new Failure('changed', 'CHANGED', 'Rows have changed since they were read.', {
      current: { rows: stale.map((row: GridRow) => presentRow(row)) },
    });
  }
  throw invalidFields(fields);
}

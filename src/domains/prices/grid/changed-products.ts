import type { ChangedRecord } from '../../../platform/audit/audited-call.js';
import { type PlannedRow, productPart, variantPart } from './plan-rows.js';
import type { Cells } from './rows.js';

/**
 * The products that the rows change, each with the fields that differ as the audit log names them:
 * `name`, `variants.MUG-WHITE.price`, and `variants.MUG-WHITE.prices.EUR` for the price of a list.
 */
export function changedProducts(
  planned: readonly PlannedRow[],
  listCode: string | undefined,
): ChangedRecord[] {
  const ofProduct = new Map<number, ChangedRecord>();
  for (const { row, before, after } of planned) {
    if (row === undefined || Object.keys(after).length === 0) continue;
    const { product: id, sku } = row;
    const earlier = ofProduct.get(id);
    const add = (fields: ChangedRecord['before'] | undefined, cells: Partial<Cells>) => ({
      ...fields,
      ...productPart(cells),
      variants: { ...(fields?.variants as object), [sku]: variantFields(cells, listCode) },
    });
    ofProduct.set(id, {
      id,
      before: add(earlier?.before, before),
      after: add(earlier?.after, after),
    });
  }
  return [...ofProduct.values()];
}

const variantFields = (cells: Partial<Cells>, listCode: string | undefined) => ({
  ...variantPart(cells),
  ...('price' in cells &&
    (listCode === undefined ? { price: cells.price } : { prices: { [listCode]: cells.price } })),
});

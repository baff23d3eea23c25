import { invalidField } from '../../../platform/http/failure.js';
import { minor } from '../../../platform/money.js';
import type { Platform } from '../../../platform/platform.js';
import { notSoldHere } from '../errors.js';
import { pricesFromDatabase, resolvePrices } from '../resolve-prices.js';
import { type LabelRow, labelRows } from './repository.js';
import { type Label, tagAmount, unitPriceOf } from './rules.js';

const MAX_LABELS = 200;

/** The price tags of variants in a store, in the order of the request; a repeated one is repeated. */
export async function makeLabels(
  platform: Platform,
  refs: readonly string[],
  store: { id: string; currency: string },
): Promise<Label[]> {
  if (refs.length === 0 || refs.length > MAX_LABELS) {
    throw invalidField('variants', `Name 1 to ${MAX_LABELS} variants.`);
  }
  const rows = await rowsOf(platform, refs);
  const prices = await resolvePrices(
    platform,
    pricesFromDatabase(platform.db),
    { store, at: platform.clock.now() },
    rows.map(({ id, price }) => ({
      variantId: id,
      ownMinor: minor(price, platform.config.baseCurrency),
      quantity: 1,
    })),
  );
  const unsold = rows.filter((_, index) => prices[index] === undefined);
  if (unsold.length > 0) {
    throw notSoldHere(
      unsold.map(({ sku }) => ({ field: 'variants', sku })),
      store.currency,
    );
  }
  return rows.map((row, index) => labelOf(row, prices[index]?.amountMinor ?? 0, store.currency));
}

async function rowsOf({ db }: Platform, refs: readonly string[]): Promise<LabelRow[]> {
  const found = await labelRows(
    db,
    refs.flatMap(ref => [ref, ref.toLowerCase()]),
  );
  return refs.map(ref => {
    const row = found.find(({ id, sku }) => sku === ref || id === ref.toLowerCase());
    if (row === undefined) throw invalidField('variants', 'One of these variants does not exist.');
    return row;
  });
}

function labelOf(row: LabelRow, priceMinor: number, currency: string): Label {
  const unit =
    row.content_amount === null || row.content_unit === null
      ? undefined
      : unitPriceOf(priceMinor, { amount: row.content_amount, unit: row.content_unit });
  return {
    product: row.product_name,
    variant: row.variant_name,
    sku: row.sku,
    barcode: row.barcode,
    price: tagAmount(priceMinor, currency),
    unitPrice: unit === undefined ? null : `${tagAmount(unit.minor, currency)} / ${unit.unit}`,
  };
}

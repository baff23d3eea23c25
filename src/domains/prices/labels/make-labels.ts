import { invalidField } from '../../../platform/http/failure.js';
import { minor } from '../../../platform/money.js';
import type { Platform } from '../../../platform/platform.js';
import { isMeasured } from '../../../platform/quantity.js';
import { notSoldHere } from '../errors.js';
import { pricesFromDatabase, resolvePrices } from '../resolve-prices.js';
import { type LabelRow, labelRows } from './repository.js';
import { type Content, type Label, tagAmount, unitPriceOf } from './rules.js';

const MAX_VARIANTS = 200;
const MAX_LABELS = 1_000;

/**
 * The price tags of variants in a store, in the order of the request and `count` of each; a repeated
 * variant is repeated.
 */
export async function makeLabels(
  platform: Platform,
  refs: readonly string[],
  store: { id: string; currency: string },
  count = 1,
): Promise<Label[]> {
  if (refs.length === 0 || refs.length > MAX_VARIANTS) {
    throw invalidField('variants', `Name 1 to ${MAX_VARIANTS} variants.`);
  }
  if (refs.length * count > MAX_LABELS) {
    throw invalidField('count', `At most ${MAX_LABELS} price tags at a time.`);
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
  return rows.flatMap((row, index) => {
    const label = labelOf(row, prices[index]?.amountMinor ?? 0, store.currency);
    return Array.from({ length: count }, () => label);
  });
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

/** What the price is for: one unit of measured goods, or the content of a piece. */
function contentOf({ unit, content_amount, content_unit }: LabelRow): Content | undefined {
  if (isMeasured(unit)) return { amount: '1', unit };
  if (content_amount === null || content_unit === null) return undefined;
  return { amount: content_amount, unit: content_unit };
}

function labelOf(row: LabelRow, priceMinor: number, currency: string): Label {
  const content = contentOf(row);
  const unit = content && unitPriceOf(priceMinor, content);
  return {
    product: row.product_name,
    variant: row.variant_name,
    sku: row.sku,
    barcode: row.barcode,
    price: tagAmount(priceMinor, currency),
    unitPrice: unit === undefined ? null : `${tagAmount(unit.minor, currency)} / ${unit.unit}`,
  };
}

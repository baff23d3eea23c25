import { addMs, DAY_MS } from '../../../platform/clock.js';
import { invalidField } from '../../../platform/http/failure.js';
import type { Static } from '../../../platform/http/schemas.js';
import { formatMoney, sumOf } from '../../../platform/money.js';
import type { Platform } from '../../../platform/platform.js';
import { withReferenceData } from '../../../platform/reference-data/index.js';
import type { TillStaff } from '../../access/index.js';
import { type TillStore, tillStore } from '../../stores/index.js';
import { inSteps, isGiftCard, quoteSale } from '../../transactions/index.js';
import type { WithoutReceiptBody } from '../schemas.js';
import { lowestPrices } from './repository.js';

type Body = Static<typeof WithoutReceiptBody>;
/** Prices of sales of this time count. */
const LOWEST_PRICE_DAYS = 30;

export type ValuedGoods = Awaited<ReturnType<typeof valueGoods>>;

/**
 * What the goods are worth: the lower of their price of today, with promotions and tax, and the
 * lowest that they were sold for in this currency in the last 30 days.
 */
export async function valueGoods(platform: Platform, caller: TillStaff, body: Body) {
  const { db, clock } = platform;
  const at = clock.now();
  const { store, quote, quantities } = await withReferenceData(platform, async data => {
    const store = (await tillStore(data, db, caller.till.storeId)) as TillStore;
    const lines = await inSteps(
      data,
      db,
      body.line_items.map(({ product_variant_id: variantId, sku, quantity }) => ({
        variantId,
        sku,
        quantity,
      })),
    );
    const asked = { store, customer: null, lines, codes: [], at };
    const quote = await quoteSale(platform, data, asked);
    return { store, quote, quantities: lines.map(line => line.quantity) };
  });
  refuseOthers(quote.lines);
  const ids = quote.lines.map(line => line.variantId);
  const since = addMs(at, -LOWEST_PRICE_DAYS * DAY_MS);
  const lowest = await lowestPrices(db, ids, store.currency, since);
  const lines = quote.lines.map((line, index) => {
    const totals = quote.totals.lines[index];
    const quantity = quantities[index] ?? 0;
    const tax = store.pricesIncludeTax ? 0 : (totals?.taxMinor ?? 0);
    const todayMinor = (totals?.grossMinor ?? 0) - (totals?.discountMinor ?? 0) + tax;
    const soldMinor = Math.floor((lowest.get(line.variantId) ?? Infinity) * quantity + 1e-6);
    return {
      variant_id: line.variantId,
      sku: line.sku,
      name: line.name,
      unit: line.unit,
      quantity,
      reason: body.line_items[index]?.reason ?? body.return_reason,
      refund_amount: formatMoney(Math.min(todayMinor, soldMinor), store.currency),
      amountMinor: Math.min(todayMinor, soldMinor),
    };
  });
  const totalMinor = sumOf(lines.map(line => line.amountMinor));
  if (totalMinor === 0) throw invalidField('line_items', 'These goods are worth nothing.');
  return { store, lines, totalMinor, at };
}

/** A bundle was sold as lines of its parts, which have the prices and the stock. */
function refuseOthers(lines: readonly { sku: string; isBundle: boolean }[]): void {
  const index = lines.findIndex(line => isGiftCard(line) || line.isBundle);
  if (index < 0) return;
  const message = lines[index]?.isBundle
    ? 'Without a receipt a bundle is taken back part by part; enter its parts.'
    : 'Gift cards are not taken back without a receipt.';
  throw invalidField(`line_items.${index}.sku`, message);
}

import { invalidField, refuseFields } from '../../platform/http/failure.js';
import type { Static } from '../../platform/http/schemas.js';
import { formatMoney, minor } from '../../platform/money.js';
import type { Platform } from '../../platform/platform.js';
import { withReferenceData } from '../../platform/reference-data/index.js';
import type { TillStaff } from '../access/index.js';
import { type CreateBody, customerOf, openStore } from '../pos/index.js';
import { inSteps, quoteSale } from '../transactions/index.js';
import type { ExchangeRequest } from './schemas.js';

type SaleBody = Static<typeof CreateBody>;

/**
 * The new goods as the body of a sale. A body with sums is checked like any sale of a till. Without
 * sums the service prices the goods itself, with promotions, and sells them as quoted.
 */
export async function priceGoods(
  platform: Platform,
  caller: TillStaff,
  body: ExchangeRequest,
  customerId: string | undefined,
): Promise<SaleBody> {
  const shared = {
    store_id: caller.till.storeId,
    employee_id: caller.userId,
    customer_id: customerId,
    approval_request_id: body.price_approval_request_id,
    discounts: body.discounts,
    discount_amount: body.discount_amount,
  };
  if (body.total_amount === undefined) {
    return { ...shared, ...(await quotedGoods(platform, caller, body, customerId)) };
  }
  const { subtotal, tax_amount, total_amount } = body;
  return {
    ...shared,
    line_items: body.line_items.map((line, index) => ({
      ...line,
      unit_price: required(`line_items.${index}.unit_price`, line.unit_price),
      subtotal: required(`line_items.${index}.subtotal`, line.subtotal),
    })),
    subtotal: required('subtotal', subtotal),
    tax_amount: required('tax_amount', tax_amount),
    total_amount,
    promo_codes: body.promo_codes,
    quote_id: body.quote_id,
  };
}

function required<T>(field: string, value: T | undefined): T {
  if (value === undefined) throw invalidField(field, 'This field is required with total_amount.');
  return value;
}

async function quotedGoods(
  platform: Platform,
  caller: TillStaff,
  body: ExchangeRequest,
  customerId: string | undefined,
): Promise<Pick<SaleBody, 'line_items' | 'subtotal' | 'tax_amount' | 'total_amount' | 'quote_id'>> {
  refuseWithoutSums(body);
  const { totals, id, currency } = await withReferenceData(platform, async data => {
    const store = await openStore(platform.db, data, caller);
    return quoteSale(platform, data, {
      store,
      customer: await customerOf(platform.db, customerId),
      lines: await inSteps(
        data,
        platform.db,
        body.line_items.map(({ product_variant_id, sku, quantity, unit_price }) => ({
          variantId: product_variant_id,
          sku,
          quantity,
          unitPriceMinor: unit_price === undefined ? undefined : minor(unit_price, store.currency),
        })),
      ),
      codes: body.promo_codes ?? [],
      at: platform.clock.now(),
    });
  });
  return {
    line_items: body.line_items.map((line, index) => ({
      ...line,
      unit_price:
        line.unit_price ?? formatMoney(totals.lines[index]?.unitPriceMinor ?? 0, currency),
      subtotal: line.subtotal ?? formatMoney(totals.lines[index]?.grossMinor ?? 0, currency),
    })),
    subtotal: formatMoney(totals.subtotalMinor, currency),
    tax_amount: formatMoney(totals.taxMinor, currency),
    total_amount: formatMoney(totals.totalMinor, currency),
    quote_id: id,
  };
}

/** Sums, discounts and a quote belong to goods that the till has priced. */
function refuseWithoutSums(body: ExchangeRequest): void {
  const sent = (['subtotal', 'tax_amount', 'discounts', 'discount_amount', 'quote_id'] as const)
    .filter(field => body[field] !== undefined)
    .map((field): [string, string[]] => [field, ['Send total_amount with it.']]);
  refuseFields(Object.fromEntries(sent));
}

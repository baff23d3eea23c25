import { atomically } from '../../platform/database/tx.js';
import { Failure, invalidField } from '../../platform/http/failure.js';
import type { Static } from '../../platform/http/schemas.js';
import { newId } from '../../platform/ids.js';
import { formatMoney } from '../../platform/money.js';
import type { Platform } from '../../platform/platform.js';
import { shownQuantity } from '../../platform/quantity.js';
import { withReferenceData } from '../../platform/reference-data/index.js';
import { maySee, type Staff } from '../access/index.js';
import { fullName, userById } from '../people/index.js';
import { GIFT_CARD_SKU } from '../pricing/index.js';
import { findStore, tillStore } from '../stores/index.js';
import {
  inSteps,
  type Quote as PricedQuote,
  quoteSale,
  type TillCustomer,
} from '../transactions/index.js';
import { insertQuote, type Quote, type QuotedLine } from './repository.js';
import { validUntil } from './rules.js';
import type { CreateBody } from './schemas.js';

type Body = Static<typeof CreateBody>;

/** Prices the goods as a till would and keeps the offer until it is accepted or expires. */
export async function createQuote(
  platform: Platform,
  caller: Staff,
  body: Body,
  until: Date | undefined,
): Promise<Quote> {
  const { db, clock } = platform;
  const at = clock.now();
  const expiresAt = validUntil(until, at);
  const storeId = await storeOf(platform, caller, body.store);
  const buyer = await buyerOf(platform, body);
  refuseGiftCards(body);
  const priced = await withReferenceData(platform, async data => {
    const store = await tillStore(data, db, storeId);
    if (!store?.isActive) throw new Failure('conflict', 'STORE_CLOSED', 'This store is closed.');
    const lines = await inSteps(
      data,
      db,
      body.line_items.map(({ product_variant_id: variantId, sku, quantity }) => ({
        variantId,
        sku,
        quantity,
      })),
    );
    const { customer } = buyer;
    return quoteSale(platform, data, { store, customer, lines, codes: [], at, expiresAt });
  });
  return atomically(db, tx =>
    insertQuote(tx, {
      id: newId(at),
      store_id: storeId,
      till_quote_id: priced.id,
      customer_id: buyer.customer?.id ?? null,
      customer_name: body.name?.trim() || buyer.name,
      email: body.email ?? buyer.customer?.email ?? null,
      note: body.note ?? '',
      ...sumsOf(priced),
      valid_until: expiresAt,
      created_by: caller.userId,
      created_at: at,
    }),
  );
}

async function storeOf({ db }: Platform, caller: Staff, ref: string): Promise<string> {
  const store = await findStore(db, ref);
  if (store === undefined || !maySee(caller, store.id)) {
    throw invalidField('store', 'There is no such store.');
  }
  return store.id;
}

async function buyerOf(
  { db }: Platform,
  { customer_id: id }: Body,
): Promise<{ customer: TillCustomer | null; name: string }> {
  if (id === undefined || id === null) return { customer: null, name: '' };
  const known = await userById(db, id);
  if (known?.role !== 'customer' || !known.is_active) {
    throw invalidField('customer_id', 'There is no such customer.');
  }
  const customer = {
    id: known.id,
    email: known.email,
    group: known.customer_group,
    taxExemption: known.tax_exemption,
  };
  return { customer, name: fullName(known) };
}

/** A gift card is worth what it costs, so there is nothing to quote. */
function refuseGiftCards({ line_items }: Body): void {
  const index = line_items.findIndex(({ sku }) => sku === GIFT_CARD_SKU);
  if (index >= 0) throw invalidField(`line_items.${index}.sku`, 'Gift cards cannot be quoted.');
}

const sumsOf = ({ totals, lines, currency }: PricedQuote) => ({
  currency,
  prices_include_tax: totals.pricesIncludeTax,
  lines: totals.lines.map((line, index): QuotedLine => {
    const { sku = '', description = '', unit = 'piece' as const } = lines[index] ?? {};
    return {
      sku,
      description,
      quantity: shownQuantity(line.quantity, unit),
      unit,
      unit_price: formatMoney(line.unitPriceMinor, currency),
      subtotal: formatMoney(line.grossMinor, currency),
      discount: formatMoney(line.discountMinor, currency),
      total: formatMoney(line.totalMinor, currency),
    };
  }),
  tax_breakdown: totals.taxBreakdown,
  subtotal: formatMoney(totals.subtotalMinor, currency),
  discount_amount: formatMoney(totals.discountMinor, currency),
  tax_amount: formatMoney(totals.taxMinor, currency),
  total_amount: formatMoney(totals.totalMinor, currency),
});

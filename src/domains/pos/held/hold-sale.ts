import type { Tx } from '../../../platform/database/tx.js';
import { conflict, invalidField } from '../../../platform/http/failure.js';
import { refuseFractions } from '../../../platform/http/refuse-fractions.js';
import type { Static } from '../../../platform/http/schemas.js';
import { newId } from '../../../platform/ids.js';
import { formatHundredths, formatMoney, hundredths, minor } from '../../../platform/money.js';
import type { Platform } from '../../../platform/platform.js';
import { shownQuantity } from '../../../platform/quantity.js';
import { withReferenceData } from '../../../platform/reference-data/index.js';
import type { TillStaff } from '../../access/index.js';
import { inSteps, priceGoods } from '../../transactions/index.js';
import { customerOf, openStore } from '../create-sale.js';
import { givenDiscounts } from '../offer-of.js';
import { findHeldSale, heldElsewhere } from './find-held-sale.js';
import {
  type HeldContent,
  type HeldSale,
  insertHeldSale,
  type NewHeldSale,
  putBackHeldSale,
} from './held-sale-repository.js';
import type { HoldBody } from './schemas.js';

type Body = Static<typeof HoldBody>;

/** Far above what the tills of a store put aside; the list shows all of them. */
const MAX_HELD_SALES = 200;

/**
 * Puts a sale aside for any till of the store. With `id` it puts back the sale that this till has
 * resumed, with its present lines; a repeated request finds it put back.
 */
export async function holdSale(
  platform: Platform,
  caller: TillStaff,
  body: Body,
): Promise<(tx: Tx) => Promise<HeldSale>> {
  const { id, version } = body;
  if ((id === undefined) !== (version === undefined)) {
    throw invalidField(id === undefined ? 'id' : 'version', 'Send id and version together.');
  }
  const sale = await saleOf(platform, caller, body);
  return async tx => {
    if (version !== undefined) return putBack(tx, sale, version);
    if (!(await insertHeldSale(tx, sale, MAX_HELD_SALES))) {
      const message = `This store holds ${MAX_HELD_SALES} sales; continue or remove some first.`;
      throw conflict('TOO_MANY_HELD_SALES', message);
    }
    return findHeldSale(tx, sale.storeId, sale.id);
  };
}

async function putBack(tx: Tx, sale: NewHeldSale, version: number): Promise<HeldSale> {
  const isPutBack = await putBackHeldSale(tx, sale, version);
  const found = await findHeldSale(tx, sale.storeId, sale.id);
  const isRepeated =
    found.resumed_at_terminal === null &&
    found.terminal_id === sale.terminal_id &&
    found.version === version + 1;
  if (!isPutBack && !isRepeated) throw heldElsewhere(found);
  return found;
}

async function saleOf(platform: Platform, caller: TillStaff, body: Body): Promise<NewHeldSale> {
  const at = platform.clock.now();
  const customer = await customerOf(platform.db, body.customer_id);
  return withReferenceData(platform, async data => {
    const store = await openStore(platform.db, data, caller);
    refuseFractions(store.currency, amountsOf(body));
    const lines = await inSteps(data, platform.db, body.line_items.map(refIn(store.currency)));
    const { variants, totals } = await priceGoods(platform, data, {
      store,
      customer,
      lines,
      codes: body.promo_codes ?? [],
      discounts: givenDiscounts(body.discounts, store.currency),
      at,
    });
    return {
      id: body.id?.toLowerCase() ?? newId(at),
      storeId: store.id,
      terminal_id: caller.till.terminalId,
      employeeId: caller.userId,
      customer_id: customer?.id ?? null,
      name: body.name?.trim() ?? '',
      note: body.note?.trim() ?? '',
      content: {
        ...offerIn(body, store.currency),
        line_items: variants.map(({ id, sku, name, unit }, index) => ({
          product_variant_id: id,
          sku,
          name,
          quantity: shownQuantity(lines[index]?.quantity ?? 0, unit),
          unit,
          unit_price: amountOrNull(body.line_items[index]?.unit_price, store.currency),
          subtotal: amountOrNull(body.line_items[index]?.subtotal, store.currency),
          price_reason: body.line_items[index]?.price_reason ?? null,
        })),
      },
      total_amount: formatMoney(totals.totalMinor, store.currency),
      currency: store.currency,
      now: at,
    };
  });
}

const refIn = (currency: string) => (line: Body['line_items'][number]) => ({
  variantId: line.product_variant_id,
  sku: line.sku,
  quantity: line.quantity,
  unitPriceMinor: line.unit_price === undefined ? undefined : minor(line.unit_price, currency),
  printedMinor: line.subtotal === undefined ? undefined : minor(line.subtotal, currency),
});

const amountOrNull = (amount: string | number | undefined, currency: string): string | null =>
  amount === undefined ? null : formatMoney(minor(amount, currency), currency);

const offerIn = (body: Body, currency: string): Omit<HeldContent, 'line_items'> => ({
  promo_codes: body.promo_codes ?? [],
  discounts: (body.discounts ?? []).map(({ amount, percent, ...discount }) => ({
    ...discount,
    ...(amount !== undefined && { amount: formatMoney(minor(amount, currency), currency) }),
    ...(percent !== undefined && { percent: formatHundredths(hundredths(percent)) }),
  })),
  approval_request_id: body.approval_request_id ?? null,
});

const amountsOf = (body: Body): Record<string, string | number> =>
  Object.fromEntries(
    body.line_items.flatMap(({ unit_price, subtotal }, index) => [
      [`line_items.${index}.unit_price`, unit_price ?? 0],
      [`line_items.${index}.subtotal`, subtotal ?? 0],
    ]),
  );

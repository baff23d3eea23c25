import { addMs, DAY_MS } from '../../platform/clock.js';
import type { Tx } from '../../platform/database/tx.js';
import { Failure, forbidden, invalidField } from '../../platform/http/failure.js';
import type { Static } from '../../platform/http/schemas.js';
import type { Platform } from '../../platform/platform.js';
import {
  type ReferenceSnapshot,
  refuseOnCurrentData,
  withReferenceData,
} from '../../platform/reference-data/index.js';
import { can, type TillStaff } from '../access/index.js';
import { insufficientStock, reserve, salePurpose } from '../inventory/index.js';
import { findPaymentMethod, isOnReader } from '../payments/index.js';
import { customerOf, openStore, tenderFields } from '../pos/index.js';
import { findStore } from '../stores/index.js';
import {
  inSteps,
  isGiftCard,
  type Paid,
  type PricedSale,
  paymentTerms,
  priceGoods,
  pricePromotedSale,
  ringUpPaidSale,
  ringUpSale,
} from '../transactions/index.js';
import { insertLayaway } from './repository.js';
import { wantedExpiry } from './rules.js';
import type { LayawayBody } from './schemas.js';

type Body = Static<typeof LayawayBody>;

/** The sale of the layaway, and its deposit unless the reader takes it. */
export type Kept = { saleId: string; paid: Paid | null };

/**
 * Keeps goods for a customer who pays a deposit. The sale, the payment and the reservation are one
 * transaction, run by `write`. Prices, promotions and tax are those of the store now.
 */
export async function createLayaway<T>(
  platform: Platform,
  caller: TillStaff,
  body: Body,
  write: (run: (tx: Tx) => Promise<Kept>) => Promise<T>,
): Promise<T> {
  if (!can(caller, 'payment.take')) {
    throw forbidden('Your role does not allow this.', 'PERMISSION_DENIED');
  }
  const { deposit } = body;
  const isAmountOpen = deposit.tendered_amount === undefined && deposit.points === undefined;
  const method = isAmountOpen
    ? await findPaymentMethod(platform.db, deposit.payment_method_id)
    : undefined;
  return isAmountOpen && isOnReader(method, deposit)
    ? keepUnpaid(platform, caller, body, write)
    : keepPaid(platform, caller, body, write);
}

/** A card on the reader needs a sale that exists: the till charges the deposit afterwards. */
const keepUnpaid = <T>(
  platform: Platform,
  caller: TillStaff,
  body: Body,
  write: (run: (tx: Tx) => Promise<Kept>) => Promise<T>,
): Promise<T> =>
  withReferenceData(platform, data =>
    refuseOnCurrentData(platform, data, async () => {
      const priced = await priceLayaway(platform, data, caller, body);
      return write(async tx => {
        const sale = await ringUpSale(platform, tx, data, priced, nothingToApprove);
        await keepGoods(tx, sale.id, priced);
        return { saleId: sale.id, paid: null };
      });
    }),
  );

const nothingToApprove = async () => ({ given: [] });

function keepPaid<T>(
  platform: Platform,
  caller: TillStaff,
  body: Body,
  write: (run: (tx: Tx) => Promise<Kept>) => Promise<T>,
): Promise<T> {
  const tender = {
    ...inDeposit(() => tenderFields(body.deposit)),
    operatorId: caller.userId,
    registerId: caller.till.terminalId,
  };
  return withReferenceData(platform, data =>
    refuseOnCurrentData(platform, data, async () => {
      const priced = await priceLayaway(platform, data, caller, body);
      const terms = await paymentTerms(platform, data, priced, tender);
      return write(async tx => {
        const { paid } = await ringUpPaidSale(
          platform,
          tx,
          data,
          priced,
          nothingToApprove,
          tender,
          terms,
        ).catch((error: unknown) => {
          throw namedDeposit(error);
        });
        if (paid.status === 'completed') throw tooMuch();
        await keepGoods(tx, paid.saleId, priced);
        return { saleId: paid.saleId, paid };
      });
    }),
  );
}

async function keepGoods(tx: Tx, saleId: string, { claim, lines }: PricedSale): Promise<void> {
  const held = await reserve(tx, {
    purpose: salePurpose(saleId),
    storeId: claim.store.id,
    lines: lines.map(line => ({ variantId: line.variant_id, quantity: line.quantity })),
  });
  if (!held.ok) throw insufficientStock(held.shortages);
  await insertLayaway(tx, saleId, claim.store.id, claim.at);
}

async function priceLayaway(
  platform: Platform,
  data: ReferenceSnapshot,
  caller: TillStaff,
  body: Body,
): Promise<PricedSale> {
  const { db, clock } = platform;
  const at = clock.now();
  const expiresAt = await expiryOf(platform, caller, at, body.expires_at);
  const codes = body.promo_codes ?? [];
  const customer = await customerOf(db, body.customer_id);
  const store = await openStore(db, data, caller);
  const lines = await inSteps(
    data,
    db,
    body.line_items.map(({ product_variant_id: variantId, sku, quantity }) => ({
      variantId,
      sku,
      quantity,
    })),
  );
  const { variants, totals } = await priceGoods(platform, data, {
    store,
    customer,
    lines,
    codes,
    at,
  });
  const card = variants.findIndex(isGiftCard);
  if (card >= 0) {
    throw invalidField(`line_items.${card}.sku`, 'A layaway cannot contain gift cards.');
  }
  const claim = {
    store,
    terminalId: caller.till.terminalId,
    employeeId: caller.userId,
    customer,
    customerId: customer?.id ?? null,
    lines: lines.map((line, index) => ({
      ...line,
      unitPriceMinor: totals.lines[index]?.unitPriceMinor ?? 0,
      subtotalMinor: totals.lines[index]?.grossMinor ?? 0,
    })),
    subtotalMinor: totals.subtotalMinor,
    taxMinor: totals.taxMinor,
    totalMinor: totals.totalMinor,
    pickupName: body.pickup_name?.trim(),
    note: body.note?.trim(),
    expiresAt,
    at,
  };
  const offer = { codes, discounts: [], quoteId: undefined, discountMinor: undefined };
  return pricePromotedSale(platform, data, claim, offer);
}

async function expiryOf(
  { db }: Platform,
  { till }: TillStaff,
  now: Date,
  wanted: string | undefined,
): Promise<Date> {
  if (wanted === undefined) {
    const store = await findStore(db, till.storeId);
    return addMs(now, (store?.layaway_days ?? 1) * DAY_MS);
  }
  return wantedExpiry(wanted, now);
}

const tooMuch = (): Failure =>
  invalidField(
    'deposit.tendered_amount',
    'The deposit pays for everything; ring up a sale instead.',
    'DEPOSIT_TOO_LARGE',
  );

function inDeposit<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw namedDeposit(error);
  }
}

/** Names the fields of the payment as they stand in the body of the layaway. */
function namedDeposit(error: unknown): unknown {
  const [field, messages] =
    Object.entries((error instanceof Failure && error.extra.fields) || {})[0] ?? [];
  if (field === undefined) return error;
  const name = `deposit.${field.replace(/^payment\./, '')}`;
  return invalidField(name, messages?.[0] ?? '', (error as Failure).code);
}

import type { Db, Reader, Tx } from '../../platform/database/tx.js';
import { Failure, forbidden, invalidField } from '../../platform/http/failure.js';
import { refuseFractions } from '../../platform/http/refuse-fractions.js';
import type { Static } from '../../platform/http/schemas.js';
import { minor } from '../../platform/money.js';
import type { Platform } from '../../platform/platform.js';
import {
  type ReferenceSnapshot,
  refuseOnCurrentData,
  withReferenceData,
} from '../../platform/reference-data/index.js';
import { can, type TillStaff } from '../access/index.js';
import { buyerById } from '../people/index.js';
import { findStore, type TillStore, tillStore } from '../stores/index.js';
import {
  approveVariances,
  type FirstTender,
  inSteps,
  type Paid,
  type PricedSale,
  paymentTerms,
  pricePromotedSale,
  priceSale,
  type RungUp,
  ringUpPaidSale,
  ringUpSale,
  type TillCustomer,
} from '../transactions/index.js';
import { offerOf } from './offer-of.js';
import type { CreateBody } from './schemas.js';
import { toTopUp } from './to-top-up.js';

type Body = Static<typeof CreateBody>;

/** A sale, and its payment if the till sent one with it. */
export type CreatedSale = { sale: RungUp; paid?: Paid };

type Booking = {
  outsideShift: boolean;
  keepsCodes: boolean;
  isTaken: boolean;
  isApproved: boolean;
};

/**
 * Writes the sale; `outsideShift` books its money in no open shift, `keepsCodes` stores the codes of
 * new gift cards until they are shown, `isTaken` says that the customer has paid already, and
 * `isApproved` that another person has looked at the held entry.
 */
export type RunSale = (writer: Db | Tx, booking?: Booking) => Promise<CreatedSale>;

/**
 * Rings up a sale for the store and the employee of the till's login. Prices, taxes, methods and
 * settings come from memory; the statement that writes compares their version, and outdated ones
 * are read again. `write` runs the writes, in a transaction or not.
 */
export async function createSale<T>(
  platform: Platform,
  caller: TillStaff,
  body: Body,
  write: (run: RunSale) => Promise<T>,
  tillNumber?: string,
): Promise<T> {
  if (body.payment && !can(caller, 'payment.take')) {
    throw forbidden('Your role does not allow this.', 'PERMISSION_DENIED');
  }
  return withReferenceData(platform, data =>
    refuseOnCurrentData(platform, data, async () => {
      const store = await storeOf(platform.db, data, caller, body);
      refuseFractions(store.currency, amountsOf(body));
      const claim = { ...(await claimOf(platform, data, caller, body, store)), tillNumber };
      const offer = offerOf(body, store.currency);
      const priced = offer
        ? await pricePromotedSale(platform, data, claim, offer)
        : await priceSale(platform, data, claim);
      const tender = body.payment && tenderOf(caller, body.payment);
      const terms = tender && (await paymentTerms(platform, data, priced, tender));
      return write(async (writer, booking) => {
        const approve = approval(writer, caller, body, priced, booking?.isApproved);
        return tender && terms
          ? ringUpPaidSale(
              platform,
              writer,
              data,
              priced,
              approve,
              { ...tender, ...booking },
              terms,
            )
          : { sale: await ringUpSale(platform, writer, data, priced, approve) };
      });
    }),
  );
}

/** The store of the till's login, if it sells. */
export async function openStore(
  reader: Reader,
  data: ReferenceSnapshot,
  caller: TillStaff,
): Promise<TillStore> {
  const store = await tillStore(data, reader, caller.till.storeId);
  if (!store?.isActive) throw new Failure('conflict', 'STORE_CLOSED', 'This store is closed.');
  return store;
}

async function storeOf(
  reader: Reader,
  data: ReferenceSnapshot,
  caller: TillStaff,
  body: Body,
): Promise<TillStore> {
  const { storeId } = caller.till;
  const store = await tillStore(data, reader, storeId);
  const isOwn = body.store_id === storeId || body.store_id === store?.code;
  if (!isOwn && (await findStore(reader, body.store_id))?.id !== storeId) {
    throw forbidden('This till belongs to another store.', 'STORE_MISMATCH');
  }
  if (
    body.employee_id !== caller.employeeNumber &&
    body.employee_id.toLowerCase() !== caller.userId
  ) {
    throw forbidden('Another employee is logged in at this till.', 'EMPLOYEE_MISMATCH');
  }
  return openStore(reader, data, caller);
}

/** The sent amounts by field, as the body names them. */
const amountsOf = (body: Body): Record<string, string | number> => ({
  ...Object.fromEntries(
    body.line_items.flatMap((line, index) => [
      [`line_items.${index}.unit_price`, line.unit_price],
      [`line_items.${index}.subtotal`, line.subtotal],
    ]),
  ),
  subtotal: body.subtotal,
  tax_amount: body.tax_amount,
  total_amount: body.total_amount,
  ...Object.fromEntries(
    (body.discounts ?? []).map(({ amount = 0 }, index) => [`discounts.${index}.amount`, amount]),
  ),
  ...(body.payment && { 'payment.tendered_amount': body.payment.tendered_amount ?? 0 }),
});

async function claimOf(
  platform: Platform,
  data: ReferenceSnapshot,
  caller: TillStaff,
  body: Body,
  store: TillStore,
) {
  const customer = await customerOf(platform.db, body.customer_id);
  const sums = sumsOf(platform, caller, body, store);
  const lines = await inSteps(data, platform.db, await toTopUp(platform, store, sums.lines));
  return { ...sums, lines, customer, customerId: customer?.id ?? null };
}

const sumsOf = (platform: Platform, caller: TillStaff, body: Body, store: TillStore) => ({
  store,
  terminalId: caller.till.terminalId,
  employeeId: caller.userId,
  lines: body.line_items.map(line => ({
    variantId: line.product_variant_id,
    sku: line.sku,
    quantity: line.quantity,
    unitPriceMinor: minor(line.unit_price, store.currency),
    subtotalMinor: minor(line.subtotal, store.currency),
    priceReason: line.price_reason,
    giftCardCode: line.gift_card_code,
  })),
  subtotalMinor: minor(body.subtotal, store.currency),
  taxMinor: minor(body.tax_amount, store.currency),
  totalMinor: minor(body.total_amount, store.currency),
  pickupName: body.pickup_name?.trim(),
  note: body.note?.trim(),
  at: platform.clock.now(),
});

/** Sales without a customer skip this query. */
export async function customerOf(
  reader: Reader,
  id: string | undefined,
): Promise<TillCustomer | null> {
  if (id === undefined) return null;
  const customer = await buyerById(reader, id);
  if (customer?.role === 'customer' && customer.is_active) {
    return {
      id: customer.id,
      email: customer.email,
      group: customer.customer_group,
      taxExemption: customer.tax_exemption,
    };
  }
  throw invalidField('customer_id', 'There is no such customer.');
}

const approval =
  (
    writer: Db | Tx,
    caller: TillStaff,
    body: Body,
    { claim }: PricedSale,
    isApproved: boolean | undefined,
  ) =>
  (assessment: PricedSale['assessment'], lines: Readonly<PricedSale['lines']>) =>
    approveVariances(writer, claim.store, caller, body.approval_request_id, {
      assessment,
      lines,
      isApproved,
      now: claim.at,
    });

const tenderOf = (caller: TillStaff, payment: NonNullable<Body['payment']>): FirstTender => ({
  ...tenderFields(payment, 'payment.'),
  operatorId: caller.userId,
  registerId: caller.till.terminalId,
});

/** The fields of a payment's body. */
export const tenderFields = (payment: NonNullable<Body['payment']>, at = '') => ({
  method: payment.payment_method_id,
  tendered: amountIn(payment, at),
  ...(payment.tip !== undefined && { tip: payment.tip }),
  points: payment.points,
  ageCheck: payment.age_check,
  storeCreditCode: payment.store_credit_code,
  giftCardCode: payment.gift_card_code,
  processorTransactionId: payment.processor_transaction_id,
  reference: payment.reference,
});

function amountIn(
  { tendered_amount, points }: NonNullable<Body['payment']>,
  at: string,
): string | number {
  if (tendered_amount !== undefined) return tendered_amount;
  if (points !== undefined) return 0;
  throw invalidField(`${at}tendered_amount`, 'This field is required.');
}

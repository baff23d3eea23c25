import type { Tx } from '../../../../platform/database/tx.js';
import { Failure, invalidField } from '../../../../platform/http/failure.js';
import { minor } from '../../../../platform/money.js';
import { type SellableVariant, variantsByIds } from '../../../catalog/index.js';
import { isPurchaseLimited } from '../../../compliance/index.js';
import { insufficientStock, type StockLine } from '../../../inventory/index.js';
import { findPaymentMethod, type PaymentMethod } from '../../../payments/index.js';
import type { WebSession } from '../../../people/index.js';
import {
  parseRate,
  type ShippingRate,
  shippingRateFor,
  type TaxRate,
  type Totals,
  totalsOf,
} from '../../../pricing/index.js';
import { findStore, type StoreWithTaxes } from '../../../stores/index.js';
import { type NewLine, newLine } from '../../../transactions/index.js';
import { pricedLines } from '../../carts/price-cart.js';
import { type Cart, type CartLine, readCart } from '../../carts/repository.js';
import { cartEmpty, cartGone, checkoutBusy, notForSale } from '../errors.js';
import { type Checkout, lockCart } from '../repository.js';
import type { FulfillmentMethod } from '../rules.js';
import type { CompleteRequest } from '../schemas.js';
import { choosePayment, type PaymentPlan } from './choose-payment.js';
import { checkAge } from './customer-limits.js';
import { type OrderForm, readOrderForm } from './order-form.js';
import { promotionsFor } from './promotions.js';

/** An order as it will be written: priced by the catalogue of this moment and by nothing else. */
export type PreparedOrder = {
  store: StoreWithTaxes;
  form: OrderForm;
  promoCode: string | null;
  /** Whose uses of a code are added up. */
  customerKey: string;
  totals: Totals;
  lines: NewLine[];
  /** What has to be taken from the shelf. */
  goods: StockLine[];
  plan: PaymentPlan;
  /** Some of it is sold to one customer only so often. */
  isLimited: boolean;
};

/** What an order is made of, as it is found when the checkout is locked. */
export type Basis = {
  held: { isBeingPaid: boolean } | undefined;
  cart: Cart | undefined;
  store: StoreWithTaxes | undefined;
  method: PaymentMethod | undefined;
};

/** Locks and reads the cart, and reads what the request names; judges nothing. */
export async function readBasis(
  tx: Tx,
  checkout: Checkout,
  request: CompleteRequest,
): Promise<Basis> {
  const [held, cart, store, method] = await Promise.all([
    lockCart(tx, checkout),
    readCart(tx, { cartId: checkout.cart_id, sessionId: checkout.session_id }),
    findStore(tx, checkout.store_id),
    findPaymentMethod(tx, request.payment_method_id),
  ]);
  return { held, cart, store, method };
}

/** Judges a checkout's cart and form as they are now; the checkout is locked by the caller. */
export async function prepareOrder(
  tx: Tx,
  session: WebSession,
  checkout: Checkout,
  basis: Basis,
  request: CompleteRequest,
  now: Date,
): Promise<PreparedOrder> {
  const cart = heldCart(basis, checkout);
  checkKinds(cart.lines, checkout.fulfillment_method);
  const form = await readOrderForm(
    tx,
    session,
    checkout.fulfillment_method,
    request.checkout_form_data,
  );
  checkStock(cart.lines);
  const store = openStore(basis, checkout);
  const customerKey = session.userId ?? form.email;
  const [variants, promotions, isLimited] = await Promise.all([
    variantsOf(tx, cart),
    promotionsFor(tx, { storeId: store.id, code: cart.promoCode, customerKey, at: now }),
    isPurchaseLimited(tx, store.id, cart.lines),
  ]);
  const totals = totalsOf({
    lines: pricedLines(cart),
    promotions,
    taxes: taxesOf(store),
    shippingMinor: shippingOf(store, cart, checkout.fulfillment_method, form),
  });
  const plan = choosePayment(basis.method, request, {
    store,
    fulfillment: checkout.fulfillment_method,
    totalMinor: totals.totalMinor,
  });
  await checkAge(tx, session, cart.lines, now);
  return {
    store,
    form,
    promoCode: cart.promoCode,
    customerKey,
    totals,
    lines: variants.map((variant, index) => newLine(variant, index, totals.lines[index])),
    goods: goodsOf(cart.lines),
    plan,
    isLimited,
  };
}

function heldCart({ held, cart }: Basis, checkout: Checkout): Cart {
  if (held === undefined) throw cartGone();
  if (held.isBeingPaid) throw checkoutBusy();
  if (cart === undefined || cart.storeId !== checkout.store_id) throw cartGone();
  if (cart.lines.length === 0) throw cartEmpty();
  return cart;
}

function openStore({ store }: Basis, checkout: Checkout): StoreWithTaxes {
  if (!store?.is_active) throw storeClosed();
  if (checkout.fulfillment_method === 'pickup' && !store.pickup_enabled) throw noPickup();
  return store;
}

export const storeClosed = (): Failure =>
  new Failure('invalid', 'STORE_CLOSED', 'This store takes no orders at the moment.');

export const noPickup = (): Failure =>
  invalidField('fulfillment_method', 'This store offers no pickup.', 'PICKUP_NOT_OFFERED');

/** Everything must be on sale, and of a kind that can be handed over this way. */
export function checkKinds(lines: readonly CartLine[], method: FulfillmentMethod): void {
  const gone = lines.filter(line => !line.isActive);
  if (gone.length > 0) throw notForSale(gone.map(line => line.sku));
  if (method === 'digital' && lines.some(line => !line.isDigital)) {
    throw invalidField(
      'fulfillment_method',
      'The cart has goods that have to be shipped or picked up.',
      'NOT_DIGITAL',
    );
  }
}

/** A look without a lock, so that a sold-out article does not make everybody wait in line for it. */
function checkStock(lines: readonly CartLine[]): void {
  const short = lines.filter(line => !line.isDigital && line.available < line.quantity);
  if (short.length > 0) {
    throw insufficientStock(
      short.map(line => ({
        variant_id: line.variantId,
        sku: line.sku,
        requested: line.quantity,
        available: line.available,
      })),
      'invalid',
    );
  }
}

async function variantsOf(tx: Tx, cart: Cart): Promise<SellableVariant[]> {
  const found = await variantsByIds(
    tx,
    cart.lines.map(line => line.variantId),
  );
  const byId = new Map(found.map(variant => [variant.id, variant]));
  return cart.lines.map(line => {
    const variant = byId.get(line.variantId);
    if (variant === undefined) throw notForSale([line.sku]);
    return variant;
  });
}

const taxesOf = (store: StoreWithTaxes): TaxRate[] =>
  store.tax_jurisdictions.map(({ id, code, name, rate }) => ({
    jurisdictionId: id,
    code,
    name,
    rateMicros: parseRate(rate),
  }));

type StoredRate = { id: number; code: string; title: string; price: string };

/** The store's own rate for what was picked; what the shop page says about prices is not read. */
function shippingOf(
  store: StoreWithTaxes,
  cart: Cart,
  method: FulfillmentMethod,
  form: Pick<OrderForm, 'delivery_method'>,
): number {
  if (method !== 'ship' || cart.lines.every(line => line.isDigital)) return 0;
  const rates = (store.shipping_rates as unknown as StoredRate[]).map(
    ({ price, ...rate }): ShippingRate => ({ ...rate, priceMinor: minor(price) }),
  );
  return shippingRateFor(rates, form.delivery_method).priceMinor;
}

const goodsOf = (lines: readonly CartLine[]): StockLine[] =>
  lines
    .filter(line => !line.isDigital)
    .map(line => ({ variantId: line.variantId, quantity: line.quantity }));

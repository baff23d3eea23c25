import type { Tx } from '../../../../platform/database/tx.js';
import { Failure, invalidField } from '../../../../platform/http/failure.js';
import type { Language } from '../../../../platform/language.js';
import { type Minor, sumOf } from '../../../../platform/money.js';
import { shownQuantity } from '../../../../platform/quantity.js';
import { goodsIn, type SellableVariant } from '../../../catalog/index.js';
import { insufficientStock, type StockLine } from '../../../inventory/index.js';
import { findPaymentMethod, type PaymentMethod } from '../../../payments/index.js';
import { buyerOf, customerMail, type WebSession } from '../../../people/index.js';
import { notSoldHere } from '../../../prices/index.js';
import { type Totals, totalsOf } from '../../../pricing/index.js';
import { findStore, type StoreWithTaxes } from '../../../stores/index.js';
import {
  isGiftCard,
  type NewLine,
  newLines,
  shippingRatesOf,
  type TaxDestination,
} from '../../../transactions/index.js';
import { destinationTaxes } from '../../carts/destination-tax.js';
import { groupOfCart } from '../../carts/lines-repository.js';
import { storeTaxTerms } from '../../carts/price-cart.js';
import { type Cart, type CartLine, readCart, type UnpricedCart } from '../../carts/repository.js';
import type { ShippingPlace } from '../../carts/shipping-rates.js';
import { cartEmpty, cartGone, checkoutBusy, notForSale } from '../errors.js';
import { type Checkout, lockCart } from '../repository.js';
import type { FulfillmentMethod } from '../rules.js';
import type { CompleteRequest } from '../schemas.js';
import { choosePayment, type PaymentPlan } from './choose-payment.js';
import { checkAge, checkIdentity } from './customer-limits.js';
import { type OrderForm, readBillingPlace, readOrderForm } from './order-form.js';
import type { OrderSources } from './order-sources.js';
import { priceOrder } from './price-order.js';
import { subjectOf } from './promotions.js';
import { refusePriceRise } from './quote.js';
import { type OrderValue, valuesOfOrder } from './values-of-order.js';

/** A priced order, ready to be written. Prices come from the catalogue only. */
export type PreparedOrder = {
  store: StoreWithTaxes;
  form: OrderForm;
  promoCode: string | null;
  /** Identifies the customer when uses of a promo code are counted. */
  customerKey: string;
  /** Mail address of the customer's account, or the one that a guest typed. */
  customerMail: string | null;
  totals: Totals;
  /** Why the customer pays no tax. */
  taxExemption: string | null;
  /** Null: the order has the taxes of its store. */
  taxDestination: TaxDestination | null;
  /** Language of its mails: the customer's, or that of the guest's page; null: the store's. */
  language: Language | null;
  /** Kept with the sale of a guest, who has no account that knows it. */
  mailLanguage: Language | null;
  lines: NewLine[];
  /** Lines that need stock. */
  goods: StockLine[];
  plan: PaymentPlan;
  /** What gift cards, store credit and points pay of the total. */
  values: OrderValue[];
  /** Some article has a purchase limit per customer. */
  isLimited: boolean;
};

/** What stored value pays in all. */
export const valueMinor = (values: readonly OrderValue[]): number =>
  values.reduce((sum, { amountMinor }) => sum + amountMinor, 0);

/** Rows an order is made of, read while the checkout is locked. */
export type OrderInputs = {
  lockedCart: { isBeingPaid: boolean } | undefined;
  cart: UnpricedCart | undefined;
  store: StoreWithTaxes | undefined;
  method: PaymentMethod | undefined;
};

/** Locks and reads the cart, store and payment method without validating them. */
export async function readOrderInputs(
  tx: Tx,
  checkout: Checkout,
  request: CompleteRequest,
): Promise<OrderInputs> {
  const [lockedCart, cart, store, method] = await Promise.all([
    lockCart(tx, checkout),
    readCart(tx, { cartId: checkout.cart_id, sessionId: checkout.session_id }),
    findStore(tx, checkout.store_id),
    findPaymentMethod(tx, request.payment_method_id),
  ]);
  return { lockedCart, cart, store, method };
}

/**
 * Validates and prices the cart and form. The caller has locked the checkout, or the statement that
 * opens the attempt compares what this has read.
 */
export async function prepareOrder(
  sources: OrderSources,
  session: WebSession,
  checkout: Checkout,
  inputs: OrderInputs,
  request: CompleteRequest,
  now: Date,
  pageLanguage?: Language,
): Promise<PreparedOrder> {
  const { reader } = sources;
  const found = validCart(inputs, checkout);
  checkKinds(found.lines, checkout.fulfillment_method);
  const form = await readOrderForm(
    reader,
    session,
    checkout.fulfillment_method,
    request.checkout_form_data,
  );
  checkStock(found.lines);
  const store = openStore(inputs, checkout);
  const buyer = { store, customerGroup: () => groupOfCart(reader, found.id), at: now };
  const cart = { ...found, lines: await sources.priced(buyer, found.lines) };
  refuseUnsold(cart.lines, store.currency);
  const customerKey = session.userId ?? form.email;
  const email = await customerMail(reader, { userId: session.userId, email: form.email });
  const [variants, promotions, isLimited] = await Promise.all([
    variantsOf(sources, cart),
    sources.promotions({
      storeId: store.id,
      currency: store.currency,
      code: cart.promoCode,
      customerKey,
      email,
      at: now,
      subject: subjectOf(session),
    }),
    sources.isLimited(store.id, goodsOf(cart.lines)),
  ]);
  const { taxExemption, language } = await buyerOf(reader, session.userId);
  const mailLanguage = session.userId === null ? guestLanguage(store, pageLanguage) : null;
  const place = placeOf(checkout.fulfillment_method, cart.lines, form);
  const taxPlace =
    place ??
    (isTaxedAtHome(store, checkout.fulfillment_method, cart.lines)
      ? await readBillingPlace(reader, session, request.checkout_form_data)
      : undefined);
  const destination = taxPlace && destinationTaxes(store, taxPlace);
  const terms = storeTaxTerms(store, now, taxExemption, destination?.taxes);
  const { basket, totals, delivery } = priceOrder(store, cart, {
    promotions,
    terms,
    place,
    delivery: form.delivery_method,
  });
  refusePriceRise(
    checkout.quote,
    {
      lines: basket.lines,
      totals,
      currency: store.currency,
      price: change => totalsOf({ ...basket, ...change }),
    },
    request.accepted_total,
  );
  const { totalMinor } = totals;
  const values = await valuesOfOrder(sources, session, request.checkout_form_data, {
    currency: store.currency,
    pointsValue: store.points_value,
    totalMinor,
    giftCardsMinor: giftCardsMinorOf(totals),
    now,
  });
  const plan = choosePayment(inputs.method, request, {
    store,
    fulfillment: checkout.fulfillment_method,
    totalMinor: totalMinor - valueMinor(values),
    hasValue: values.length > 0,
  });
  if (plan.kind === 'charge') sources.refuseUncharged(plan.processorType);
  await checkAge(reader, session, cart.lines, now);
  await checkIdentity(reader, session, cart.lines);
  return {
    store,
    form: { ...form, delivery },
    promoCode: cart.promoCode,
    customerKey,
    customerMail: email,
    totals,
    taxExemption,
    taxDestination: destination
      ? {
          country: destination.country,
          region: destination.region,
          shipping_rates: shippingRatesOf(store.shipping_tax_class, terms),
        }
      : null,
    language: language ?? mailLanguage,
    mailLanguage,
    lines: newLines(
      variants.map((variant, index) => ({
        // The catalogue price of the store, before promotions.
        variant: {
          ...variant,
          priceMinor: cart.lines[index]?.unitPriceMinor ?? variant.priceMinor,
        },
        totals: totals.lines[index],
      })),
      terms,
      store.currency,
    ),
    goods: goodsOf(cart.lines.filter(line => !line.isDigital)),
    plan,
    values,
    isLimited,
  };
}

/** The language of the page, if the store offers it and speaks another one itself. */
const guestLanguage = (
  store: Pick<StoreWithTaxes, 'language' | 'languages'>,
  page: Language | undefined,
): Language | null => {
  if (page === undefined || page === store.language) return null;
  return store.languages.length === 0 || store.languages.includes(page) ? page : null;
};

/** The SKU is the key of a line. */
const giftCardsMinorOf = ({ lines }: Totals): Minor =>
  sumOf(lines.filter(({ key }) => isGiftCard({ sku: key })).map(line => line.totalMinor));

function validCart({ lockedCart, cart }: OrderInputs, checkout: Checkout): UnpricedCart {
  if (lockedCart === undefined) throw cartGone();
  if (lockedCart.isBeingPaid) throw checkoutBusy();
  if (cart === undefined || cart.storeId !== checkout.store_id) throw cartGone();
  if (cart.lines.length === 0) throw cartEmpty();
  return cart;
}

function openStore({ store }: OrderInputs, checkout: Checkout): StoreWithTaxes {
  if (!store?.is_active) throw storeClosed();
  if (checkout.fulfillment_method === 'pickup' && !store.pickup_enabled) throw noPickup();
  return store;
}

export const storeClosed = (): Failure =>
  new Failure('invalid', 'STORE_CLOSED', 'This store takes no orders at the moment.');

export const noPickup = (): Failure =>
  invalidField('fulfillment_method', 'This store offers no pickup.', 'PICKUP_NOT_OFFERED');

/** Every article must have a price in the currency of the store. */
export function refuseUnsold(lines: readonly CartLine[], currency: string): void {
  const unsold = lines.filter(line => !line.isSoldHere);
  if (unsold.length > 0) {
    throw notSoldHere(
      unsold.map(({ sku }) => ({ field: 'cart_id', sku })),
      currency,
    );
  }
}

type Goods = UnpricedCart['lines'][number];

/** Every article must be on sale and fit the fulfillment method. */
export function checkKinds(lines: readonly Goods[], method: FulfillmentMethod): void {
  const inactive = lines.filter(line => !line.isActive);
  if (inactive.length > 0) throw notForSale(inactive.map(line => line.sku));
  if (method === 'digital' && lines.some(line => !line.isDigital)) {
    throw invalidField(
      'fulfillment_method',
      'The cart has goods that have to be shipped or picked up.',
      'NOT_DIGITAL',
    );
  }
}

/** Checks without a lock, so that orders of a sold-out article fail without queueing. */
function checkStock(lines: readonly Goods[]): void {
  const short = lines.filter(line => !line.isDigital && line.available < line.quantity);
  if (short.length > 0) {
    throw insufficientStock(
      short.map(line => ({
        variant_id: line.variantId,
        sku: line.sku,
        requested: shownQuantity(line.quantity, line.unit),
        available: shownQuantity(line.available, line.unit),
      })),
      'invalid',
    );
  }
}

async function variantsOf(sources: OrderSources, cart: Cart): Promise<SellableVariant[]> {
  const found = await sources.variants(cart.lines.map(line => line.variantId));
  const byId = new Map(found.map(variant => [variant.id, variant]));
  return cart.lines.map(line => {
    const variant = byId.get(line.variantId);
    if (variant === undefined) throw notForSale([line.sku]);
    return variant;
  });
}

/** Digital goods alone: where a store taxes by destination, they have the tax of the customer's place. */
const isTaxedAtHome = (
  { tax_sourcing }: StoreWithTaxes,
  method: FulfillmentMethod,
  lines: readonly Goods[],
): boolean =>
  tax_sourcing === 'destination' &&
  method !== 'pickup' &&
  lines.every(line => line.isDigital) &&
  // The tax of a gift card is due when it is spent.
  !lines.every(isGiftCard);

/** Undefined if nothing is shipped. */
function placeOf(
  method: FulfillmentMethod,
  lines: readonly Goods[],
  { shipping_address: address }: Pick<OrderForm, 'shipping_address'>,
): ShippingPlace | undefined {
  if (method !== 'ship' || lines.every(line => line.isDigital)) return undefined;
  const { country = '', region = '' } = address ?? {};
  return { country, region, path: 'checkout_form_data.shipping_address.' };
}

const goodsOf = (lines: readonly CartLine[]): StockLine[] =>
  lines.flatMap(({ variantId, quantity, parts }) => goodsIn(variantId, quantity, parts));

import { Failure } from '../../../platform/http/failure.js';
import { type Minor, parseMoney } from '../../../platform/money.js';
import type { Platform } from '../../../platform/platform.js';
import { shownQuantity } from '../../../platform/quantity.js';
import { describeGoods } from '../../catalog/index.js';
import { ageVerifiedFor } from '../../compliance/index.js';
import type { Totals } from '../../pricing/index.js';
import {
  type PricedCart,
  type PricedDelivery,
  priceDelivery,
  priceDigital,
  showCart,
} from '../../storefront/index.js';
import { amountText } from '../amounts.js';
import type { Agent } from '../repository.js';
import type { Address, Problem, SessionRow, Shown, ShownLine, ShownOption } from './session.js';
import { cartRefOf } from './visit.js';

export type Composed = { shown: Shown; problems: Problem[] };

/**
 * The cart of a session with its delivery and totals, and what is missing to pay it. Undefined if
 * the cart is gone.
 */
export async function composed(
  platform: Platform,
  agent: Pick<Agent, 'order_limit'>,
  row: SessionRow,
): Promise<Composed | undefined> {
  const priced = await showCart(platform, cartRefOf(row));
  if (priced === undefined) return undefined;
  return compose(platform, agent, priced, {
    ...row,
    personal: await personalProblems(platform, row, priced),
  });
}

/** What only the buyer can prove, in the shop. */
async function personalProblems(
  { db, clock }: Platform,
  { visit_id: sessionId }: SessionRow,
  { cart: { lines } }: PricedCart,
): Promise<Problem[]> {
  const age = Math.max(0, ...lines.map(line => line.minimumAge ?? 0));
  const person = { sessionId, userId: null };
  const isOldEnough = age === 0 || (await ageVerifiedFor(db, person, age, clock.now()));
  return [
    ...(isOldEnough ? [] : [personal('age_check', `The buyer confirms an age of ${age} or more.`)]),
    ...(lines.some(line => line.requiresKyc)
      ? [personal('sign_in', 'The buyer signs in and proves the identity.')]
      : []),
  ];
}

const personal = (code: Problem['code'], text: string): Problem => ({ code, about: 'items', text });

function compose(
  platform: Platform,
  agent: Pick<Agent, 'order_limit'>,
  priced: PricedCart,
  row: Pick<SessionRow, 'buyer' | 'address' | 'option_id'> & { personal: Problem[] },
): Composed {
  const { cart, store } = priced;
  const isDigital = cart.lines.length > 0 && cart.lines.every(line => line.isDigital);
  const asked = cart.lines.length === 0 ? undefined : pricedFor(platform, priced, row);
  const found = asked && 'totals' in asked ? asked.delivery : undefined;
  const totals = asked && 'totals' in asked ? asked.totals : priced.totals;
  const problems: Problem[] = [
    ...(cart.lines.length === 0 ? [missing('items', 'There is no article in the session.')] : []),
    ...(row.buyer?.email === undefined ? [missing('email', 'The e-mail of the buyer.')] : []),
    ...(asked && 'code' in asked ? [asked] : []),
    ...aboveLimit(agent, totals.totalMinor, store.currency),
    ...row.personal,
  ];
  const shown: Shown = {
    currency: store.currency,
    isDigital,
    lines: linesOf(platform, priced, totals),
    options: optionsOf(found),
    optionId: found?.picked.code ?? null,
    subtotalMinor: totals.subtotalMinor,
    discountMinor: totals.discountMinor,
    shippingMinor: totals.shippingMinor,
    taxMinor: totals.taxMinor,
    pricesIncludeTax: totals.pricesIncludeTax,
    totalMinor: totals.totalMinor,
  };
  return { shown, problems };
}

/** The shop limits what a program may order at once. */
function aboveLimit(
  { order_limit: limit }: Pick<Agent, 'order_limit'>,
  totalMinor: Minor,
  currency: string,
): Problem[] {
  const most = limit === null ? undefined : parseMoney(limit, currency);
  if (most === undefined || totalMinor <= most) return [];
  const text = `Orders of this program may be ${amountText(most, currency)} ${currency} at most.`;
  return [{ code: 'above_limit', about: 'items', text }];
}

const missing = (about: Problem['about'], text: string): Problem => ({
  code: 'missing',
  about,
  text,
});

/** Needed for a parcel; the store's zones may need the region as well. */
const isComplete = ({ line1, city, country }: Address): boolean =>
  Boolean(line1 && city && country);

/** `delivery` is unset for goods that nobody ships. */
type PricedFor = { totals: Totals; delivery?: PricedDelivery };

/** The goods with their delivery; digital goods with the tax of the buyer, where that decides. */
function pricedFor(
  platform: Platform,
  priced: PricedCart,
  { address, option_id }: Pick<SessionRow, 'address' | 'option_id'>,
): PricedFor | Problem | undefined {
  const isDigital = priced.cart.lines.every(line => line.isDigital);
  if (isDigital && priced.store.tax_sourcing !== 'destination') return undefined;
  if (isDigital ? !address?.country : address === null || !isComplete(address)) {
    return missing(
      'address',
      isDigital
        ? 'The country of the buyer, which decides the tax.'
        : 'Street, city and country of the delivery.',
    );
  }
  const place = { country: address?.country ?? '', region: address?.region ?? '', path: '' };
  try {
    if (isDigital) return { totals: priceDigital(platform, priced, place) };
    const delivery = priceDelivery(platform, priced, place, option_id);
    return { totals: delivery.totals, delivery };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { code: 'not_shipped_there', about: 'address', text: error.message };
  }
}

/** Promotions may waive the price of every option. */
function optionsOf(delivery: PricedDelivery | undefined): ShownOption[] {
  if (delivery === undefined) return [];
  const { offers, totals } = delivery;
  return offers.map(({ code, title, turnaround, priceMinor }) => ({
    id: code,
    title,
    text: turnaround ?? '',
    priceMinor: totals.freeShipping ? 0 : priceMinor,
  }));
}

/** Pictures of our own have an address without a host. */
function linesOf({ config }: Platform, { cart }: PricedCart, totals: Totals): ShownLine[] {
  const bySku = new Map(totals.lines.map(line => [line.key, line]));
  return cart.lines.map(line => {
    const priced = bySku.get(line.sku);
    return {
      sku: line.sku,
      name: describeGoods(line),
      imageUrl: line.imageUrl.startsWith('/') ? config.publicUrl + line.imageUrl : line.imageUrl,
      quantity: shownQuantity(line.quantity, line.unit),
      unitMinor: line.unitPriceMinor,
      grossMinor: priced?.grossMinor ?? 0,
      discountMinor: priced?.discountMinor ?? 0,
      taxMinor: priced?.taxMinor ?? 0,
      totalMinor: priced?.totalMinor ?? 0,
    };
  });
}

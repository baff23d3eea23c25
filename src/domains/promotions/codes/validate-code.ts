import { invalid, invalidField } from '../../../platform/http/failure.js';
import { formatMoney, type Minor, minor, sumOf } from '../../../platform/money.js';
import type { Platform } from '../../../platform/platform.js';
import { applyPromotions, grossOf, type PricedLine, type Promotion } from '../../pricing/index.js';
import { findStore } from '../../stores/index.js';
import { activePromotions } from '../selling/active-promotions.js';
import { normalizeCode } from './rules.js';
import type { Reason, ValidateInput } from './schemas.js';

type Verdict = {
  valid: boolean;
  code: string;
  discount_amount: string;
  free_shipping: boolean;
  reason: Reason | null;
};

/** A cart at catalogue prices. */
export type CartToPrice = { storeId: string; currency: string; lines: PricedLine[] };

/**
 * The discount of a code on a subtotal or on the cart `cart_id`. The code is not used up; the
 * completion of a sale does that. A missing cart, or one of another guest, counts as empty, so that callers cannot find out
 * which carts exist.
 */
export async function validateCode(
  { db, clock }: Platform,
  input: ValidateInput,
  cart: CartToPrice | undefined,
): Promise<Verdict> {
  if ((input.subtotal === undefined) === (input.cart_id === undefined)) {
    const message = 'Give either subtotal or cart_id.';
    throw invalid(message, { subtotal: [message], cart_id: [message] });
  }
  const { id: storeId, currency } = cart
    ? { id: cart.storeId, currency: cart.currency }
    : await requestedStore({ db }, input);
  const code = normalizeCode(input.code);
  const found = await activePromotions(db, { storeId, at: clock.now(), code });
  const own = found.promotions.find(promotion => promotion.code === code);
  const answer = (amountMinor: number, reason: Reason | null, freeShipping = false): Verdict => ({
    valid: reason === null || reason === 'depends_on_items',
    code,
    discount_amount: formatMoney(amountMinor, currency),
    free_shipping: freeShipping,
    reason,
  });
  if (own === undefined) return answer(0, 'not_valid');
  const lines =
    input.subtotal === undefined ? (cart?.lines ?? []) : [subtotalLine(input.subtotal, currency)];
  if (totalOf(lines) < (own.minimumSubtotalMinor ?? 0)) return answer(0, 'minimum_not_reached');
  // A subtotal has no lines that automatic promotions could apply to, so only the code's counts.
  const promoted = applyPromotions(lines, input.subtotal === undefined ? found.promotions : [own]);
  const applied = promoted.applied.find(({ promotionId }) => promotionId === own.id);
  if (applied) return answer(applied.amountMinor, null, own.kind === 'free_shipping');
  return answer(
    0,
    input.subtotal !== undefined && isForGoods(own) ? 'depends_on_items' : 'nothing_eligible',
  );
}

async function requestedStore(
  { db }: Pick<Platform, 'db'>,
  input: ValidateInput,
): Promise<{ id: string | null; currency: string }> {
  if (input.store_id === undefined) {
    if (input.cart_id !== undefined) return { id: null, currency: '' };
    throw invalidField('store_id', 'This field is required.');
  }
  const store = await findStore(db, input.store_id);
  if (store === undefined) throw invalidField('store_id', 'There is no such store.');
  return { id: store.id, currency: store.currency };
}

const isForGoods = (promotion: Promotion): boolean =>
  promotion.scope.kind !== 'order' || promotion.kind === 'buy_x_get_y';

const totalOf = (lines: readonly PricedLine[]): Minor => sumOf(lines.map(grossOf));

const subtotalLine = (subtotal: string | number, currency: string): PricedLine => ({
  key: 'subtotal',
  variantId: '',
  productId: '',
  categoryId: null,
  sku: '',
  quantity: 1,
  unitPriceMinor: minor(subtotal, currency),
  isTaxExempt: false,
});

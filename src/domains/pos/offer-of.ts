import { invalidField } from '../../platform/http/failure.js';
import type { Static } from '../../platform/http/schemas.js';
import { minor } from '../../platform/money.js';
import type { GivenDiscount, SaleOffer } from '../transactions/index.js';
import type { CreateBody } from './schemas.js';

type Body = Static<typeof CreateBody>;
type Discount = NonNullable<Body['discounts']>[number];

const WHOLE = 10_000;

/** Promotions, discounts and quote of a sale; undefined for a sale at plain prices. */
export function offerOf(body: Body): SaleOffer | undefined {
  const { promo_codes: codes, discounts, quote_id: quoteId, discount_amount: sent } = body;
  if (codes === undefined && discounts === undefined && quoteId === undefined) return undefined;
  return {
    codes,
    discounts: givenDiscounts(discounts),
    quoteId: quoteId?.toLowerCase(),
    discountMinor: sent === undefined ? undefined : minor(sent),
  };
}

export const givenDiscounts = (discounts: Body['discounts']): GivenDiscount[] =>
  (discounts ?? []).map(given);

/** Whether the sale names an approval, so that it has to run in a transaction. */
export const namesApproval = ({ approval_request_id, discounts = [] }: Body): boolean =>
  approval_request_id !== undefined ||
  discounts.some(discount => discount.approval_request_id !== undefined);

function given(discount: Discount, index: number): GivenDiscount {
  const at = `discounts.${index}`;
  const { line, amount, percent, reason, approval_request_id: approvalRequestId } = discount;
  const isSale = discount.sale === true;
  if (isSale === (line !== undefined)) {
    throw invalidField(`${at}.line`, 'Send either line or sale: true.');
  }
  if ((amount === undefined) === (percent === undefined)) {
    throw invalidField(`${at}.amount`, 'Send either amount or percent.');
  }
  const shared = { key: isSale ? null : String(line), reason, approvalRequestId };
  if (amount !== undefined) {
    if (minor(amount) === 0) throw invalidField(`${at}.amount`, 'Must be more than 0.');
    return { ...shared, amountMinor: minor(amount) };
  }
  // 12.50 % is 1250 basis points, just as 12.50 is 1250 minor units.
  const basisPoints = minor(percent ?? 0);
  if (basisPoints === 0 || basisPoints > WHOLE) {
    throw invalidField(`${at}.percent`, 'Must be more than 0 and at most 100.');
  }
  return { ...shared, basisPoints };
}

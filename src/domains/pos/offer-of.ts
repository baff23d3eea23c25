import { invalidField } from '../../platform/http/failure.js';
import type { Static } from '../../platform/http/schemas.js';
import { hundredths, minor } from '../../platform/money.js';
import type { GivenDiscount, SaleOffer } from '../transactions/index.js';
import type { CreateBody } from './schemas.js';

type Body = Static<typeof CreateBody>;
type Discount = NonNullable<Body['discounts']>[number];

const WHOLE = 10_000;

/** Promotions, discounts and quote of a sale; undefined for a sale at plain prices. */
export function offerOf(body: Body, currency: string): SaleOffer | undefined {
  const { promo_codes: codes, discounts, quote_id: quoteId, discount_amount: sent } = body;
  if (codes === undefined && discounts === undefined && quoteId === undefined) return undefined;
  return {
    codes,
    discounts: givenDiscounts(discounts, currency),
    quoteId: quoteId?.toLowerCase(),
    discountMinor: sent === undefined ? undefined : minor(sent, currency),
  };
}

export const givenDiscounts = (discounts: Body['discounts'], currency: string): GivenDiscount[] =>
  (discounts ?? []).map((discount, index) => given(discount, index, currency));

/** Whether the sale names an approval, so that it has to run in a transaction. */
export const namesApproval = ({ approval_request_id, discounts = [] }: Body): boolean =>
  approval_request_id !== undefined ||
  discounts.some(discount => discount.approval_request_id !== undefined);

function given(discount: Discount, index: number, currency: string): GivenDiscount {
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
    if (minor(amount, currency) === 0) throw invalidField(`${at}.amount`, 'Must be more than 0.');
    return { ...shared, amountMinor: minor(amount, currency) };
  }
  // 12.50 % is 1250 basis points.
  const basisPoints = hundredths(percent ?? 0);
  if (basisPoints === 0 || basisPoints > WHOLE) {
    throw invalidField(`${at}.percent`, 'Must be more than 0 and at most 100.');
  }
  return { ...shared, basisPoints };
}

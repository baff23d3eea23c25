import { OneOf, Type, Uuid } from '../../../platform/http/schemas.js';
import { ADJUSTMENT_KINDS } from '../adjustments.js';

/** Customers of a period: first sale ever in it, earlier sales, no account, any account. */
export const SEGMENTS = ['new', 'returning', 'guest', 'known'] as const;
export type Segment = (typeof SEGMENTS)[number];

/** What of each sale a figure adds up, if it is not what the customer paid. */
export const SALE_PARTS = ['goods', 'gross_goods', 'tax', 'net'] as const;
export type SalePart = (typeof SALE_PARTS)[number];

export const ANY = 'any';
/** Every promo code; a code has letters and digits. */
export const ANY_CODE = '*';

const BY_DAYS = 'Needs both days, 400 at most.';

/** The filters that lead from a figure of a report to its sales. */
export const FIGURE_FILTERS = {
  currency: Type.Optional(
    Type.String({ pattern: '^[A-Z]{3}$', description: 'Sales in this currency' }),
  ),
  payment_method: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: `Code or id of a method that paid a part of the sale. ${BY_DAYS}`,
    }),
  ),
  refunded: Type.Optional(
    Type.Boolean({
      description: `True: sales of which money went back, on the day that it went back and at the store that paid it. ${BY_DAYS}`,
    }),
  ),
  segment: Type.Optional(
    OneOf(SEGMENTS, {
      description: `Counted sales to customers whose first sale is in these days (\`new\`), to others with an account (\`returning\`), to either (\`known\`), or without an account. ${BY_DAYS}`,
    }),
  ),
  discount_origin: Type.Optional(
    OneOf([...ADJUSTMENT_KINDS, ANY], {
      description: `Sales with a discount of this origin. One discount matches all \`discount_…\` filters. ${BY_DAYS}`,
    }),
  ),
  discount_reason: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 500,
      description: `Reason of the discount; \`none\`: without one. ${BY_DAYS}`,
    }),
  ),
  discount_employee: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: `Who gave the discount: employee number or id; \`none\`: nobody. ${BY_DAYS}`,
    }),
  ),
  discount_approval: Type.Optional(
    Type.String({
      pattern: '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|none)$',
      description: `Id of the approval of the discount; \`none\`: without one. ${BY_DAYS}`,
    }),
  ),
  promotion: Type.Optional(
    Type.String({ ...Uuid, description: `Sales with a discount of this promotion. ${BY_DAYS}` }),
  ),
  code: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: `Sales that used this promo code (\`*\`: any), on the day that they used it; with a filter of discounts, those of this code. ${BY_DAYS}`,
    }),
  ),
  campaign: Type.Optional(
    Type.String({
      ...Uuid,
      description: `Sales that count for this campaign, on the day that they count. ${BY_DAYS}`,
    }),
  ),
  part: Type.Optional(
    OneOf(SALE_PARTS, {
      description:
        'What `part_amount` is: goods without tax after discounts, before discounts, the tax, or what was paid less what was refunded. `net` lists the counted sales of these days and those refunded on them; it needs both days, 400 at most.',
    }),
  ),
};

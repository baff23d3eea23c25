import {
  Answer,
  Body,
  Money,
  Nullable,
  OpenQuery,
  OptionalUnit,
  Params,
  Quantity,
  QuantityInput,
  Text,
  Type,
  Uuid,
} from '../../../platform/http/schemas.js';
import { GoodsFields } from '../../catalog/index.js';
import { MAX_MEASURED_QUANTITY } from './rules.js';

/** Any text: a malformed id gets the same answer as a foreign cart. */
export const CartParams = Params({ cart_id: Type.String() });

const Sku = Text(100, 1);
/** The limit for pieces is lower; it is checked when the article is known. */
const Wanted = QuantityInput({ minimum: 1, maximum: MAX_MEASURED_QUANTITY });

export const AddBody = Body({ sku: Sku, quantity: Wanted, store_id: Type.Optional(Uuid) });
export const ChangeBody = Body({ sku: Sku, quantity: Wanted });
export const RemoveBody = Body({ sku: Sku });
export const PromoBody = Body({ code: Text(100, 1) });

const AppliedPromotion = Answer({
  id: Type.String(),
  name: Type.String(),
  code: Nullable(Type.String()),
  amount: Money,
});

export const CartAnswer = Answer({
  id: Uuid,
  status: Type.Literal('ACTIVE'),
  store_id: Uuid,
  currency: Type.String(),
  line_items: Type.Array(
    Answer({
      sku: Type.String(),
      name: Type.String({ description: 'The same as description' }),
      ...GoodsFields,
      quantity: Quantity,
      unit: OptionalUnit,
      unit_price: Money,
      line_total: Money,
      available: Type.Number({ description: 'Unreserved stock of the store' }),
      promotion_discount: Money,
      effective_price: Money,
      applied_promotions: Type.Array(AppliedPromotion),
      product_variant_id: Uuid,
      product_slug: Type.String(),
      image_url: Type.String(),
      is_digital: Type.Boolean(),
      minimum_age: Nullable(Type.Integer()),
      requires_kyc: Type.Boolean(),
      parts: Type.Optional(
        Type.Array(
          Answer({
            sku: Type.String(),
            name: Type.String(),
            quantity: Quantity,
            unit: OptionalUnit,
          }),
          { description: 'For a bundle: what all bundles of the line contain' },
        ),
      ),
    }),
  ),
  subtotal: Money,
  estimated_tax: Money,
  estimated_total: Money,
  prices_include_tax: Type.Boolean({ description: 'Whether the prices contain the tax' }),
  promo_code: Nullable(Type.String()),
  active_promotions: Type.Array(AppliedPromotion),
  promotion_savings: Money,
  free_shipping_active: Type.Boolean(),
});

export const AddAnswer = Answer({
  success: Type.Literal(true),
  message: Type.String(),
  cart: CartAnswer,
});

export const DoneAnswer = Answer({ success: Type.Literal(true), message: Type.String() });

export const ShippingQuery = OpenQuery({
  country: Type.String({ minLength: 1, maxLength: 100, description: 'ISO 3166-1 code or name' }),
  region: Type.Optional(
    Type.String({
      maxLength: 100,
      description:
        'Code as in ISO 3166-2 after the hyphen, such as `CA`; required for the countries in ' +
        '`needs_region` of the store',
    }),
  ),
});

const Days = Nullable(Type.Integer({ description: 'Working days' }));

export const ShippingRatesAnswer = Answer({
  success: Type.Literal(true),
  currency: Type.String(),
  weight_grams: Type.Integer({ description: 'Of the goods whose weight is known' }),
  tax: Type.Optional(
    Type.Unsafe<string>({ ...Money, description: 'Of digital goods alone, for this address' }),
  ),
  total: Type.Optional(
    Type.Unsafe<string>({ ...Money, description: 'Of digital goods alone, with that tax' }),
  ),
  rates: Type.Array(
    Answer({
      id: Type.Union([Type.Integer(), Type.String()], {
        description: 'For `delivery_method.id` of the checkout',
      }),
      code: Type.String(),
      title: Type.String(),
      turnaround: Type.Optional(Type.String()),
      price: Type.Unsafe<string>({ ...Money, description: 'As it is charged for this cart' }),
      tax: Type.Unsafe<string>({ ...Money, description: 'Tax of the order to this address' }),
      total: Type.Unsafe<string>({ ...Money, description: 'What the order costs, with tax' }),
      free_from: Nullable(Money),
      days_min: Days,
      days_max: Days,
    }),
    { description: 'Empty if nothing of the cart is shipped' },
  ),
});

import {
  Answer,
  Body,
  Money,
  Nullable,
  OneOf,
  Params,
  type Static,
  Text,
  Timestamp,
  Type,
  Uuid,
} from '../../../platform/http/schemas.js';
import { CHECKOUT_STATUSES, FULFILLMENT_METHODS } from './rules.js';

/** Any text: a malformed id gets the same answer as a foreign one. */
const CheckoutRef = Type.String({ minLength: 1, maxLength: 100 });

export const CheckoutParams = Params({ checkout_session_id: Type.String() });
export const CheckoutRefBody = Body({ checkout_session_id: CheckoutRef });

export const InitiateBody = Body({
  cart_id: Type.String({ minLength: 1, maxLength: 100 }),
  store_id: Uuid,
  fulfillment_method: OneOf(FULFILLMENT_METHODS),
  pickup_scheduled_time: Type.Optional(
    Nullable(
      Type.String({
        maxLength: 40,
        description: 'ISO 8601, required for pickup; without an offset it is UTC.',
      }),
    ),
  ),
});

const Line = (maxLength = 200) => Type.Optional(Nullable(Text(maxLength)));

const AddressForm = Body({
  firstName: Line(100),
  lastName: Line(100),
  company: Line(),
  address: Line(),
  apartment: Line(100),
  city: Line(100),
  region: Line(100),
  postalCode: Line(20),
  country: Line(100),
  phone: Line(50),
});

/** A price shown by the shop page: ignored, but refused if negative. */
const ShownPrice = Type.Optional(
  Type.Unsafe<string | number | null>({
    type: ['string', 'number', 'null'],
    minimum: 0,
    maxLength: 50,
  }),
);

export const CheckoutForm = Body({
  email: Type.String({ format: 'email', minLength: 3, maxLength: 254 }),
  shipping_address: Type.Optional(Nullable(AddressForm)),
  billing_address: Type.Optional(Nullable(AddressForm)),
  billing_same_as_shipping: Type.Optional(Nullable(Type.Boolean())),
  delivery_method: Type.Optional(
    Nullable(
      Body({
        id: Type.Optional(
          Type.Unsafe<string | number | null>({
            type: ['string', 'number', 'null'],
            maxLength: 50,
          }),
        ),
        title: Line(),
        turnaround: Line(),
        price: ShownPrice,
        priceValue: ShownPrice,
      }),
    ),
  ),
  payment_details: Type.Optional(
    Nullable(
      Body({
        nameOnCard: Line(),
        cardNumber: Type.Optional(Nullable(Text(30, 0))),
        cardType: Line(50),
      }),
    ),
  ),
  shipping_cost: ShownPrice,
  saved_address_id: Type.Optional(Nullable(Uuid)),
  save_to_profile: Type.Optional(Nullable(Type.Boolean())),
  create_account: Type.Optional(Nullable(Type.Boolean())),
  gift_card_code: Type.Optional(
    Nullable(
      Type.String({
        maxLength: 50,
        description:
          'A gift card or store credit that pays as much as it holds; the card pays the rest',
      }),
    ),
  ),
  use_store_credit: Type.Optional(
    Nullable(
      Type.Boolean({
        description: 'The store credit of the logged-in customer pays as much as it holds',
      }),
    ),
  ),
  points: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 0,
        maximum: 1_000_000_000,
        description: 'Points of the logged-in customer to pay with; at most as many as are due',
      }),
    ),
  ),
});
export type CheckoutForm = Static<typeof CheckoutForm>;

export const CompleteBody = Body({
  checkout_session_id: CheckoutRef,
  payment_method_id: Text(50, 1),
  payment_data: Type.Optional(
    Nullable(
      Body({
        token: Type.Optional(
          Nullable(
            Type.String({ maxLength: 500, description: "The processor's token for a card" }),
          ),
        ),
      }),
    ),
  ),
  checkout_form_data: CheckoutForm,
  accepted_total: Type.Optional(
    Type.String({
      ...Money,
      description:
        'The total that the customer has seen; the order costs no more. After 409 PRICE_CHANGED: ' +
        'the new total, which the customer accepts',
    }),
  ),
});
export type CompleteRequest = Static<typeof CompleteBody>;

export const ConfirmBody = Body({
  checkout_session_id: CheckoutRef,
  payment_intent_id: Type.Optional(Nullable(Text(255, 1))),
});

const checkoutFields = {
  session_id: Uuid,
  status: OneOf(CHECKOUT_STATUSES),
  fulfillment_method: OneOf(FULFILLMENT_METHODS),
  expires_at: Timestamp,
  is_expired: Type.Boolean(),
  transaction_id: Nullable(Type.String({ description: 'TXN number, once the order is placed' })),
  pickup_scheduled_time: Nullable(Timestamp),
  pickup_display_time: Nullable(Type.String({ description: "In the store's time zone" })),
  store_pay_at_store_enabled: Type.Boolean(),
};

export const InitiateAnswer = Answer({
  success: Type.Literal(true),
  checkout: Answer({
    id: Uuid,
    ...checkoutFields,
    totals: Answer(
      {
        subtotal: Money,
        discount: Money,
        tax: Money,
        total: Money,
        prices_include_tax: Type.Boolean(),
        currency: Type.String(),
      },
      { description: 'The goods as shown now, without shipping' },
    ),
  }),
});

export const StatusAnswer = Answer({
  success: Type.Literal(true),
  checkout_session: Answer(checkoutFields),
});

const OrderPlaced = Answer({
  success: Type.Literal(true),
  transaction_id: Type.String(),
  checkout_session_id: Uuid,
  total_amount: Money,
  receipt_token: Nullable(Type.String()),
});

const ChallengeAnswer = Answer({
  success: Type.Literal(true),
  requires_action: Type.Literal(true),
  transaction_id: Type.String(),
  payment_intent_id: Type.String(),
  client_secret: Type.String(),
});

export const CompleteAnswer = Type.Union([OrderPlaced, ChallengeAnswer]);
export type CompleteReply = Static<typeof CompleteAnswer>;

export const DoneAnswer = Answer({ success: Type.Literal(true), message: Type.String() });

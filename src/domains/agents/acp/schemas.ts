import { Body, type Static, Text, Type } from '../../../platform/http/schemas.js';

export const TAG = 'Agentic Commerce Protocol';
/** The published version of the Agentic Commerce Protocol that these routes speak. */
export const ACP_VERSION = '2026-04-17';

const Email = Type.String({ format: 'email', minLength: 3, maxLength: 254 });
const Line = (maxLength = 200) => Type.Optional(Text(maxLength));

const Buyer = Body({
  first_name: Line(100),
  last_name: Line(100),
  full_name: Line(200),
  email: Email,
  phone_number: Line(50),
});

const Address = Body({
  name: Text(200),
  line_one: Text(200, 1),
  line_two: Line(100),
  city: Text(100, 1),
  state: Text(100),
  country: Text(100, 1),
  postal_code: Text(20),
  company: Line(),
});
export type AcpAddress = Static<typeof Address>;

const FulfillmentDetails = Body({
  name: Line(),
  phone_number: Line(50),
  email: Type.Optional(Email),
  address: Type.Optional(Address),
});
export type AcpDetails = Static<typeof FulfillmentDetails>;

/** What a session may ask of the buyer: the confirmation of a payment by the card's bank. */
export const INTERVENTIONS: readonly string[] = ['3ds'];

/** The protocol names the article by its id alone; a quantity is taken as well. */
const Items = Type.Array(
  Body({
    id: Type.String({ minLength: 1, maxLength: 100, description: 'The SKU' }),
    quantity: Type.Optional(Type.Integer({ minimum: 1, maximum: 999, default: 1 })),
  }),
  { minItems: 1, maxItems: 100 },
);

const Selected = Type.Array(
  Body({
    type: Text(50, 1),
    option_id: Text(100, 1),
    item_ids: Type.Array(Text(100), { maxItems: 100 }),
  }),
  { maxItems: 1, description: 'All articles are sent together' },
);

const Shared = {
  buyer: Type.Optional(Buyer),
  fulfillment_details: Type.Optional(FulfillmentDetails),
};

export const CreateBody = Body({
  ...Shared,
  line_items: Items,
  currency: Type.String({ pattern: '^[A-Za-z]{3}$' }),
  capabilities: Body({
    interventions: Type.Optional(
      Body({ supported: Type.Optional(Type.Array(Text(50), { maxItems: 20 })) }),
    ),
  }),
});
export const UpdateBody = Body({
  ...Shared,
  line_items: Type.Optional(Items),
  selected_fulfillment_options: Type.Optional(Selected),
});
export const CompleteBody = Body({
  buyer: Type.Optional(Buyer),
  payment_data: Body({
    handler_id: Text(50, 1),
    instrument: Body({
      type: Text(50, 1),
      credential: Body({ type: Text(50, 1), token: Text(500, 1) }),
    }),
    billing_address: Type.Optional(Address),
  }),
});
export type AcpBuyer = Static<typeof Buyer>;
export type CreateInput = Static<typeof CreateBody>;
export type UpdateInput = Static<typeof UpdateBody>;
export type CompleteInput = Static<typeof CompleteBody>;

const loose = (description: string) => Type.Object({}, { additionalProperties: true, description });
export const SessionAnswer = loose(`CheckoutSession of the protocol, version ${ACP_VERSION}`);
export const DiscoveryAnswer = loose(`DiscoveryResponse of the protocol, version ${ACP_VERSION}`);
export const ErrorAnswer = Type.Object(
  {
    type: Type.String(),
    code: Type.String(),
    message: Type.String(),
    param: Type.Optional(Type.String()),
    supported_versions: Type.Optional(Type.Array(Type.String())),
  },
  { additionalProperties: false, title: 'AgenticError' },
);

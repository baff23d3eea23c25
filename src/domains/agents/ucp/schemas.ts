import { Body, OpenQuery, type Static, Text, Type } from '../../../platform/http/schemas.js';

export const TAG = 'Universal Commerce Protocol';
/** The published versions of the Universal Commerce Protocol that these routes speak, newest first. */
export const UCP_VERSIONS = ['2026-08-25', '2026-04-08'] as const;
export type UcpVersion = (typeof UCP_VERSIONS)[number];
export const [NEWEST_UCP] = UCP_VERSIONS;
export const UCP_VERSIONS_TEXT = UCP_VERSIONS.toSorted().join(' and ');

export const isUcpVersion = (version: string): version is UcpVersion =>
  (UCP_VERSIONS as readonly string[]).includes(version);

export const CHECKOUT = 'dev.ucp.shopping.checkout';
export const FULFILLMENT = 'dev.ucp.shopping.fulfillment';
export const ORDER = 'dev.ucp.shopping.order';
export const CATALOG_SEARCH = 'dev.ucp.shopping.catalog.search';
export const CATALOG_LOOKUP = 'dev.ucp.shopping.catalog.lookup';
/** Our handler of payments: a token of the processor of a card method. */
export const TOKEN_HANDLER = 'example.tillhouse.processor_token';

const Line = (maxLength = 200) => Type.Optional(Text(maxLength));
const Id = Type.String({ minLength: 1, maxLength: 100 });

const PostalAddress = {
  street_address: Line(),
  extended_address: Line(100),
  address_locality: Line(100),
  address_region: Line(100),
  address_country: Line(100),
  postal_code: Line(20),
  first_name: Line(100),
  last_name: Line(100),
  phone_number: Line(50),
};
const Address = Body(PostalAddress);
export type UcpAddress = Static<typeof Address>;

const Buyer = Body({
  first_name: Line(100),
  last_name: Line(100),
  email: Type.Optional(Type.String({ format: 'email', minLength: 3, maxLength: 254 })),
  phone_number: Line(50),
});
export type UcpBuyer = Static<typeof Buyer>;

const nullableId = Type.Optional(Type.Union([Id, Type.Null()]));

const Method = Body({
  id: Type.Optional(Id),
  type: Type.Optional(Type.String({ enum: ['shipping', 'pickup'] })),
  line_item_ids: Type.Optional(Type.Array(Id, { maxItems: 100 })),
  destinations: Type.Optional(
    Type.Array(Body({ id: Type.Optional(Id), ...PostalAddress }), { maxItems: 10 }),
  ),
  selected_destination_id: nullableId,
  groups: Type.Optional(
    Type.Array(Body({ id: Type.Optional(Id), selected_option_id: nullableId }), { maxItems: 10 }),
  ),
});
export type UcpMethod = Static<typeof Method>;

const LineItem = Body({
  id: Type.Optional(Id),
  item: Body({ id: Type.String({ minLength: 1, maxLength: 100, description: 'The SKU' }) }),
  quantity: Type.Integer({ minimum: 1, maximum: 999 }),
});

export const CheckoutBody = Body({
  line_items: Type.Array(LineItem, { minItems: 1, maxItems: 100 }),
  buyer: Type.Optional(Buyer),
  fulfillment: Type.Optional(Body({ methods: Type.Optional(Type.Array(Method, { maxItems: 1 })) })),
});
export type CheckoutInput = Static<typeof CheckoutBody>;

const Instrument = Body({
  id: Type.Optional(Id),
  handler_id: Text(50, 1),
  type: Text(50, 1),
  selected: Type.Optional(Type.Boolean()),
  credential: Body({ type: Text(50, 1), token: Text(500, 1) }),
  billing_address: Type.Optional(Address),
});
export const CompleteBody = Body({
  payment: Body({ instruments: Type.Array(Instrument, { minItems: 1, maxItems: 10 }) }),
});
export type CompleteInput = Static<typeof CompleteBody>;

const loose = (description: string) => Type.Object({}, { additionalProperties: true, description });
export const SessionAnswer = loose(`Checkout of the protocol, versions ${UCP_VERSIONS_TEXT}`);
/** An unknown version gets the newest profile, which names the others. */
export const ProfileQuery = OpenQuery({
  version: Type.Optional(
    Type.String({ maxLength: 50, description: 'An older version that the newest profile names' }),
  ),
});
export const ProfileAnswer = loose(
  `Business profile of the protocol, versions ${UCP_VERSIONS_TEXT}`,
);
export const ErrorAnswer = Type.Object(
  {
    code: Type.String(),
    content: Type.String(),
    continue_url: Type.Optional(Type.String({ format: 'uri' })),
  },
  { additionalProperties: false, title: 'UniversalError' },
);

import { Body, type Static, Text, Type } from '../../../platform/http/schemas.js';
import { UCP_VERSIONS_TEXT } from './schemas.js';

/** Words of a search of the shop. */
const MAX_QUERY = 200;
const MAX_CATEGORIES = 20;
/** Beyond every price. */
const MAX_AMOUNT = 999_999_999_999;

const Id = Text(100, 1);
const Amount = Type.Optional(
  Type.Integer({ minimum: 0, maximum: MAX_AMOUNT, description: 'In minor units' }),
);

/** Hints about the buyer; the service uses the currency only. */
const Context = Type.Optional(Body({ currency: Type.Optional(Text(20)) }));

const Filters = Type.Optional(
  Body({
    categories: Type.Optional(
      Type.Array(Text(100, 1), {
        maxItems: MAX_CATEGORIES,
        description: '`value` of a category in an answer; any of them, with their subcategories',
      }),
    ),
    price: Type.Optional(Body({ min: Amount, max: Amount })),
  }),
);
export type CatalogFilters = Static<typeof Filters>;

export const SearchBody = Body({
  query: Type.Optional(Text(MAX_QUERY)),
  context: Context,
  filters: Filters,
  pagination: Type.Optional(
    Body({
      cursor: Type.Optional(Text(500)),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, default: 10, description: 'At most 50 are given' }),
      ),
    }),
  ),
});
export type SearchInput = Static<typeof SearchBody>;

/** How many ids one look-up takes; more are refused with a code of their own. */
export const MOST_IDS = 50;

export const LookupBody = Body({
  ids: Type.Array(Id, {
    minItems: 1,
    description: `Numbers of products and SKUs, at most ${MOST_IDS}`,
  }),
  context: Context,
  filters: Filters,
});
export type LookupInput = Static<typeof LookupBody>;

const MAX_OPTIONS = 20;

export const ProductBody = Body({
  id: Id,
  selected: Type.Optional(
    Type.Array(Body({ name: Text(100, 1), label: Text(500, 1) }), { maxItems: MAX_OPTIONS }),
  ),
  preferences: Type.Optional(Type.Array(Text(100, 1), { maxItems: MAX_OPTIONS })),
  context: Context,
  filters: Filters,
});
export type ProductInput = Static<typeof ProductBody>;

export const CatalogAnswer = Type.Object(
  {},
  {
    additionalProperties: true,
    description: `Catalogue answer of the protocol, versions ${UCP_VERSIONS_TEXT}`,
  },
);

import {
  Answer,
  Body,
  Money,
  MoneyInput,
  Nullable,
  PageQuery,
  Params,
  Query,
  type Static,
  Text,
  Timestamp,
  Type,
  Uuid,
} from '../../../platform/http/schemas.js';

const MOST_GRAMS = 10_000_000;
const MOST_DAYS = 365;

const Grams = Type.Integer({ minimum: 1, maximum: MOST_GRAMS });
const Days = Type.Integer({ minimum: 0, maximum: MOST_DAYS, description: 'Working days' });

const Band = Body({
  up_to_grams: Nullable(Grams),
  price: MoneyInput,
});

const Rate = Body({
  code: Type.String({ pattern: '^[a-z0-9][a-z0-9_-]{0,49}$', examples: ['parcel'] }),
  title: Text(100, 1),
  bands: Type.Array(Band, {
    minItems: 1,
    maxItems: 20,
    description: 'From light to heavy; only the last may be without a limit (null).',
  }),
  free_from: Type.Optional(
    Nullable(
      Type.Unsafe<string | number>({
        ...MoneyInput,
        description:
          'Goods for this amount, after discounts, ship free. Digital goods and gift cards do not count.',
      }),
    ),
  ),
  days_min: Type.Optional(Nullable(Days)),
  days_max: Type.Optional(Nullable(Days)),
});

export const ZoneBody = Body({
  store: Text(255, 1),
  name: Text(100, 1),
  countries: Type.Optional(
    Type.Array(Type.String({ pattern: '^[A-Z]{2}$', examples: ['DE'] }), {
      maxItems: 250,
      uniqueItems: true,
      description: 'ISO 3166-1; empty for the rest of the world',
    }),
  ),
  regions: Type.Optional(
    Type.Array(Text(100, 1), {
      maxItems: 100,
      description:
        'Codes of states or provinces of the only country, as in ISO 3166-2 after the hyphen: `CA`; ' +
        'empty: the whole country. Addresses in the country need such a code then.',
    }),
  ),
  is_rest_of_world: Type.Optional(
    Type.Boolean({ description: 'All countries that no other zone of the store has' }),
  ),
  rates: Type.Array(Rate, { minItems: 1, maxItems: 20 }),
});
export type ZoneInput = Static<typeof ZoneBody>;
export type RateInput = Static<typeof Rate>;

export const ZoneParams = Params({ id: Uuid });
export const ZoneQuery = Query({ store: Type.Optional(Text(255, 1)), ...PageQuery });

export const ZoneAnswer = Answer({
  id: Uuid,
  store_id: Uuid,
  name: Type.String(),
  countries: Type.Array(Type.String()),
  regions: Type.Array(Type.String()),
  is_rest_of_world: Type.Boolean(),
  rates: Type.Array(
    Answer({
      code: Type.String(),
      title: Type.String(),
      bands: Type.Array(Answer({ up_to_grams: Nullable(Type.Integer()), price: Money })),
      free_from: Nullable(Money),
      days_min: Nullable(Type.Integer()),
      days_max: Nullable(Type.Integer()),
    }),
  ),
  created_at: Timestamp,
  updated_at: Timestamp,
});

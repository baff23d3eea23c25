import {
  Answer,
  Body,
  Nullable,
  OneOf,
  OpenQuery,
  PageQuery,
  Params,
  Query,
  Text,
  Timestamp,
  Type,
  Uuid,
} from '../../../platform/http/schemas.js';
import { ShopProduct } from '../catalogue/schemas.js';
import { SORTS } from './facets.js';

const StoreId = Type.Optional(Text(100));
const Price = Type.Optional(
  Type.String({
    pattern: '^(\\d{1,10}(\\.\\d{1,3})?)?$',
    description: 'In the currency of the store',
  }),
);

export const SearchQuery = OpenQuery({
  store_id: StoreId,
  q: Type.Optional(Text(200)),
  category: Type.Optional(
    Type.String({ maxLength: 100, description: 'Slug; subcategories are included' }),
  ),
  brand: Type.Optional(Type.String({ maxLength: 100, description: 'Slug' })),
  collection: Type.Optional(Type.String({ maxLength: 100, description: 'Slug' })),
  size: Type.Optional(Text(100)),
  colour: Type.Optional(Text(100)),
  price_min: Price,
  price_max: Price,
  in_stock: Type.Optional(Type.Boolean({ description: 'True: only what the store has' })),
  sort: Type.Optional(OneOf(SORTS)),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 24 })),
  cursor: PageQuery.cursor,
});

const Count = Type.Integer({ minimum: 0 });
const Named = Type.Array(Answer({ slug: Type.String(), name: Type.String(), count: Count }));
const Valued = Type.Array(Answer({ value: Type.String(), count: Count }));
const CorrectedTo = Nullable(
  Type.String({ description: 'The words searched for instead of misspelt ones' }),
);

export const SearchAnswer = Answer({
  products: Type.Array(ShopProduct),
  facets: Answer({
    category: Type.Array(Answer({ slug: Type.String(), name: Type.String(), count: Count }), {
      description: 'A category counts the products of those below it too',
    }),
    brand: Named,
    size: Valued,
    colour: Valued,
    price: Type.Array(Answer({ from: Type.String(), to: Type.String(), count: Count })),
    in_stock: Count,
    is_partial: Type.Boolean({
      description: 'Always false: facets count all products that match',
      deprecated: true,
    }),
  }),
  total: Type.Integer({ minimum: 0, description: 'All products that match' }),
  corrected_to: CorrectedTo,
  collection: Nullable(
    Answer(
      { slug: Type.String(), name: Type.String() },
      { description: 'The collection that was asked for; null if there is no such collection' },
    ),
  ),
  currency: Type.String(),
  next: Nullable(Type.String({ description: 'Cursor of the next page' })),
  previous: Nullable(Type.String({ description: 'Cursor of the page before' })),
});

export const SuggestQuery = OpenQuery({ store_id: StoreId, q: Text(200, 1) });
const Suggested = Type.Array(Answer({ slug: Type.String(), name: Type.String() }));
export const SuggestAnswer = Answer({
  products: Type.Array(
    Answer({
      slug: Type.String(),
      name: Type.String(),
      image_url: Type.String(),
      price: Type.String(),
      currency: Type.String(),
      in_stock: Type.Boolean(),
    }),
  ),
  categories: Suggested,
  brands: Suggested,
  corrected_to: CorrectedTo,
});

export const SynonymsBody = Body({
  terms: Type.Array(Text(100, 1), {
    minItems: 2,
    maxItems: 20,
    description: 'Words or phrases that mean the same',
  }),
});
export const SynonymsAnswer = Answer({
  id: Uuid,
  terms: Type.Array(Type.String()),
  created_at: Timestamp,
  updated_at: Timestamp,
});

export const MissesQuery = Query({
  ...PageQuery,
  store: Type.Optional(Type.String({ minLength: 1, maxLength: 255, description: 'UUID or code' })),
});
export const MissParams = Params({ id: Uuid });
export const MissAnswer = Answer({
  id: Uuid,
  store_id: Nullable(Uuid),
  text: Type.String(),
  searches: Type.Integer({ minimum: 1 }),
  first_at: Timestamp,
  last_at: Timestamp,
});

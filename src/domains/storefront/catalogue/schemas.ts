import {
  Answer,
  Money,
  Nullable,
  OpenQuery,
  PageQuery,
  Params,
  Text,
  Type,
  Uuid,
} from '../../../platform/http/schemas.js';

const StoreId = Type.Optional(Text(100));

export const ProductsQuery = OpenQuery({
  store_id: StoreId,
  q: Type.Optional(Text(200)),
  category: Type.Optional(
    Type.String({ maxLength: 100, description: 'Slug or id; those below it are included' }),
  ),
  ...PageQuery,
});

export const ProductQuery = OpenQuery({ store_id: StoreId });
export const ProductParams = Params({ slug: Text(150, 1) });

const Available = Type.Integer({
  minimum: 0,
  description: 'At the store named, else at all of them',
});

export const ShopProduct = Answer({
  id: Type.Integer(),
  slug: Type.String(),
  name: Type.String(),
  description: Type.String(),
  image_url: Type.String(),
  category: Nullable(Answer({ id: Uuid, slug: Type.String(), name: Type.String() })),
  price: Type.Unsafe<string>({ ...Money, description: 'Of the cheapest variant' }),
  available: Available,
  in_stock: Type.Boolean(),
  is_digital: Type.Boolean(),
  minimum_age: Nullable(Type.Integer()),
  variants: Type.Array(
    Answer({
      id: Uuid,
      sku: Type.String(),
      name: Type.String(),
      price: Money,
      attributes: Type.Record(Type.String(), Type.String()),
      available: Available,
    }),
  ),
});

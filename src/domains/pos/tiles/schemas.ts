import {
  Answer,
  Body,
  Nullable,
  Text,
  Timestamp,
  Type,
  Uuid,
} from '../../../platform/http/schemas.js';

/** More tiles than this are quicker to find by search. */
const MAX_TILES = 100;
const MAX_PAGES = 12;

const ProductIds = Type.Array(Type.Integer({ minimum: 1, maximum: 2_147_483_647 }), {
  maxItems: MAX_TILES,
  uniqueItems: true,
  description: 'In the order of the tiles',
});

export const TilesBody = Body({
  favourites: ProductIds,
  pages: Type.Array(Body({ name: Text(40, 1), product_ids: ProductIds }), { maxItems: MAX_PAGES }),
});

export const TilesAnswer = Answer({
  store_id: Uuid,
  favourites: Type.Array(Type.Integer()),
  pages: Type.Array(Answer({ name: Type.String(), product_ids: Type.Array(Type.Integer()) })),
  products: Type.Array(Answer({ id: Type.Integer(), name: Type.String() }), {
    description: 'The names of all these products',
  }),
  updated_at: Nullable(Timestamp),
});

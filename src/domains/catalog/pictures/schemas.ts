import {
  Answer,
  Body,
  Nullable,
  Params,
  type Static,
  Text,
  Type,
  Uuid,
} from '../../../platform/http/schemas.js';
import { PictureFields } from '../../media/index.js';

/** A picture of several variants counts once for each of them. */
export const MAX_PICTURES = 200;

const Share = Type.Number({
  minimum: 0,
  maximum: 1,
  description:
    'From the left or upper edge (0) to the right or lower one (1); at most three decimals',
});

const described = {
  variant_id: Type.Optional(
    Nullable(Type.Unsafe<string>({ ...Uuid, description: 'Null: a picture of the whole product' })),
  ),
  alt: Type.Optional(Text(500)),
  focal_x: Type.Optional(Share),
  focal_y: Type.Optional(Share),
};

export const PictureBody = Body({ media_id: Uuid, ...described });
export const PictureChangeBody = Body(described);
export type PictureChange = Static<typeof PictureChangeBody>;

export const OrderBody = Body({
  ids: Type.Array(Uuid, {
    maxItems: MAX_PICTURES,
    uniqueItems: true,
    description: 'All pictures of the product, first to last',
  }),
});

export const ProductPicture = Answer({
  id: Uuid,
  media_id: Uuid,
  variant_id: Nullable(Uuid),
  alt: Type.String({ description: 'What the picture shows, for people who do not see it' }),
  focal_x: Type.Number({ description: 'The part that stays visible where the picture is cropped' }),
  focal_y: Type.Number(),
  ...PictureFields,
});

const product = Type.String({ minLength: 1, maxLength: 150, description: 'Number or slug' });
export const PicturesParams = Params({ product });
export const PictureParams = Params({ product, id: Uuid });

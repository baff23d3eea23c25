import {
  Answer,
  Body,
  Nullable,
  type Static,
  Text,
  Type,
  Uuid,
} from '../../../platform/http/schemas.js';
import { ContentId, Slug, SortOrder, Stamps } from '../fields.js';

const fields = {
  name: Text(255, 1),
  slug: Type.Optional(Slug(100)),
  is_active: Type.Optional(Type.Boolean()),
  sanity_id: ContentId,
};

const shown = {
  id: Uuid,
  slug: Type.String(),
  name: Type.String(),
  is_active: Type.Boolean(),
  sanity_id: Nullable(Type.String()),
  ...Stamps,
};

export const ReferenceBody = Body(fields);
export const ReferenceAnswer = Answer(shown);

export const CategoryBody = Body({
  ...fields,
  parent_id: Type.Optional(Nullable(Uuid)),
  sort_order: Type.Optional(SortOrder),
  requires_kyc: Type.Optional(
    Type.Boolean({
      description: 'Applies to all products in the category and in those below it.',
    }),
  ),
});
export const CategoryAnswer = Answer({
  ...shown,
  parent_id: Nullable(Uuid),
  sort_order: Type.Integer(),
  requires_kyc: Type.Boolean(),
});

export const CollectionAnswer = Answer({
  ...shown,
  is_automatic: Type.Boolean({ description: 'A rule chooses its products' }),
});

export type CategoryChange = Partial<Static<typeof CategoryBody>>;

export const ReferenceRef = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'UUID or slug',
});

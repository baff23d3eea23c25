import { Answer, Body, Nullable, Text, Type, Uuid } from '../../../platform/http/schemas.js';
import { Address, ContentId, optional, Stamps } from '../fields.js';

export const SiteBody = Body({
  code: Text(50, 1),
  name: Text(255, 1),
  ...optional(Address),
  is_active: Type.Optional(Type.Boolean()),
  sanity_id: ContentId,
});
export const SiteAnswer = Answer({
  id: Uuid,
  code: Type.String(),
  name: Type.String(),
  ...Address,
  is_active: Type.Boolean(),
  sanity_id: Nullable(Type.String()),
  ...Stamps,
});

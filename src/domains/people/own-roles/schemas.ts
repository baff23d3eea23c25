import {
  Answer,
  Body,
  Nullable,
  OneOf,
  Params,
  Text,
  Timestamp,
  Type,
} from '../../../platform/http/schemas.js';
import { PERMISSIONS } from '../../access/index.js';
import { OWN_ROLE_LEVELS } from './rules.js';

export const RoleParams = Params({ id: Text(50, 1) });

export const RoleBody = Body({
  name: Text(100, 1),
  base_role: OneOf(OWN_ROLE_LEVELS, {
    description: 'The level; the role has some of its permissions. It cannot be changed later.',
  }),
  permissions: Type.Array(OneOf(PERMISSIONS), { maxItems: 100, uniqueItems: true }),
});

export const RoleAnswer = Answer({
  id: Type.String({ description: 'UUID, or the name of a built-in role' }),
  name: Type.String(),
  base_role: Type.String(),
  permissions: Type.Array(Type.String()),
  is_built_in: Type.Boolean(),
  user_count: Nullable(Type.Integer({ description: 'People with an own role; null if built in' })),
  created_at: Nullable(Timestamp),
  updated_at: Nullable(Timestamp),
});

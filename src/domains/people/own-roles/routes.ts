import { notFound } from '../../../platform/http/failure.js';
import type { Static } from '../../../platform/http/schemas.js';
import { Type } from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import { writeRoutes } from '../../../platform/http/write-routes.js';
import { isUuid } from '../../../platform/ids.js';
import type { Platform } from '../../../platform/platform.js';
import {
  office,
  PERMISSIONS,
  ROLES,
  type Role,
  roleHolds,
  staff,
  staffOf,
} from '../../access/index.js';
import { ownRoleById, ownRoles, type StoredRole } from './repository.js';
import { removeOwnRole, saveOwnRole } from './save-own-role.js';
import { RoleAnswer, RoleBody, RoleParams } from './schemas.js';

const tags = ['Roles'];
const path = '/roles/';
const one = `${path}:id/`;
const params = RoleParams;
const read = { config: { access: staff('user.read') } };

const BUILT_IN = ROLES.filter(role => role !== 'customer');

const presentBuiltIn = (role: Role) => ({
  id: role,
  name: role,
  base_role: role,
  permissions: PERMISSIONS.filter(permission => roleHolds(role, permission)),
  is_built_in: true,
  user_count: null,
  created_at: null,
  updated_at: null,
});

const present = (role: StoredRole) => ({
  ...role,
  is_built_in: false,
  created_at: role.created_at.toISOString(),
  updated_at: role.updated_at.toISOString(),
});

export function ownRoleRoutes(app: App, platform: Platform): void {
  const { db } = platform;

  app.get(
    path,
    {
      ...read,
      schema: {
        tags,
        summary: 'List the built-in roles and the own ones, with their permissions',
        response: { 200: Type.Array(RoleAnswer) },
      },
    },
    async () => [...BUILT_IN.map(presentBuiltIn), ...(await ownRoles(db)).map(present)],
  );

  app.get(
    one,
    { ...read, schema: { tags, summary: 'A role', params, response: { 200: RoleAnswer } } },
    async request => {
      const { id } = request.params;
      const builtIn = BUILT_IN.find(role => role === id);
      if (builtIn !== undefined) return presentBuiltIn(builtIn);
      const role = isUuid(id) ? await ownRoleById(db, id) : undefined;
      if (role === undefined) throw notFound('Role');
      return present(role);
    },
  );

  writeRoutes<Partial<Static<typeof RoleBody>>>(app, db, {
    path,
    one,
    params,
    tags,
    summaries: {
      create: 'Make a role out of permissions of a built-in one',
      write: 'Write an own role',
      change: 'Change an own role',
      remove: 'Delete an own role that nobody has',
    },
    access: office('role.manage'),
    body: RoleBody,
    answer: RoleAnswer,
    save: async (tx, id, change, request) =>
      present(await saveOwnRole(tx, platform, staffOf(request), id, change)),
    remove: (tx, id, request) => removeOwnRole(tx, staffOf(request), id),
  });
}

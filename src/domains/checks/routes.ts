import { invalidField } from '../../platform/http/failure.js';
import { DEFAULT_LIMIT, decodeCursor, page } from '../../platform/http/paginate.js';
import {
  Answer,
  Nullable,
  OneOf,
  PageQuery,
  Query,
  Text,
  Timestamp,
  Type,
  Uuid,
} from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import { isUuid } from '../../platform/ids.js';
import type { Platform } from '../../platform/platform.js';
import { maySee, staff, staffOf, storeScope } from '../access/index.js';
import { findStore } from '../stores/index.js';
import { CHECK_KINDS, type Check, listChecks } from './repository.js';

const CheckAnswer = Answer({
  id: Uuid,
  kind: OneOf(CHECK_KINDS),
  outcome: Type.String({ description: '`passed`, or the status of the credential' }),
  reference: Nullable(Type.String({ description: 'Sale number or credential key' })),
  user_id: Nullable(Uuid),
  store: Nullable(Uuid),
  method: Nullable(Type.String()),
  age: Nullable(
    Type.Integer({ description: 'Minimum age at the till, or the age verified online' }),
  ),
  checked_by: Nullable(Type.String()),
  checked_at: Timestamp,
  expires_at: Nullable(Timestamp),
});

const present = ({ store_id, sort_key, ...check }: Check) => ({
  ...check,
  store: store_id,
  checked_at: check.checked_at.toISOString(),
  expires_at: check.expires_at?.toISOString() ?? null,
});

export function routes(app: App, { db }: Platform): void {
  app.get(
    '/compliance/checks/',
    {
      config: { access: staff('compliance.review') },
      schema: {
        tags: ['Compliance'],
        summary: 'Outcomes of age and identity checks, newest first',
        querystring: Query({
          kind: Type.Optional(OneOf(CHECK_KINDS)),
          store: Type.Optional(Text(255, 1)),
          ...PageQuery,
        }),
        response: { 200: Type.Array(CheckAnswer) },
      },
    },
    async (request, reply) => {
      const { limit = DEFAULT_LIMIT, cursor, kind, store: ref } = request.query;
      const before = beforeIn(cursor);
      const caller = staffOf(request);
      const store = ref === undefined ? undefined : await findStore(db, ref);
      if (ref !== undefined && (store === undefined || !maySee(caller, store.id))) return [];
      const stores = store ? [store.id] : storeScope(caller);
      const filter = { kind, stores, isAtStore: store !== undefined };
      const rows = await listChecks(db, filter, before, limit + 1);
      return page(request, reply, rows, limit, row => [row.sort_key, row.id]).map(present);
    },
  );
}

function beforeIn(cursor: string | undefined): { at: string; id: string } | undefined {
  const [at, id] = decodeCursor(cursor, 2)?.map(String) ?? [];
  if (at === undefined || id === undefined) return undefined;
  if (/^\d{4}-[\dT:.-]{1,30}Z$/.test(at) && !Number.isNaN(Date.parse(at)) && isUuid(id)) {
    return { at, id };
  }
  throw invalidField('cursor', 'This cursor is not valid here.', 'INVALID_CURSOR');
}

import { invalidField, notFound } from '../../../platform/http/failure.js';
import { decodeCursor, page } from '../../../platform/http/paginate.js';
import { Type } from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import { writeRoutes } from '../../../platform/http/write-routes.js';
import { isUuid } from '../../../platform/ids.js';
import type { Platform } from '../../../platform/platform.js';
import { staff, staffOf, storeScope } from '../../access/index.js';
import { presentLimit } from './present.js';
import { limitById, listLimits } from './repository.js';
import { isVisible, removeLimit, saveLimit } from './save-limit.js';
import { LimitAnswer, LimitBody, type LimitInput, LimitParams, LimitQuery } from './schemas.js';

const tags = ['Compliance'];
const PATH = '/compliance/purchase-limits/';
const ONE = `${PATH}:id/` as const;
const manage = { config: { access: staff('compliance.review') } };
const params = LimitParams;
/** Defaults for fields that a PUT omits. */
const PUT_DEFAULTS: Partial<LimitInput> = {
  store: null,
  variant_id: null,
  product_id: null,
  category_id: null,
  everything: false,
  is_active: true,
};

export function limitRoutes(app: App, platform: Platform): void {
  readRoutes(app, platform);
  writeRoutes<Partial<LimitInput>>(app, platform.db, {
    path: PATH,
    one: ONE,
    params,
    tags,
    summaries: {
      create: 'Set a purchase limit',
      write: 'Write a purchase limit',
      change: 'Change a purchase limit',
      remove: 'Delete a purchase limit',
    },
    access: staff('compliance.review'),
    body: LimitBody,
    answer: LimitAnswer,
    save: async (tx, id, fields, request) => {
      const change = request.method === 'PUT' ? { ...PUT_DEFAULTS, ...fields } : fields;
      return presentLimit(await saveLimit(tx, staffOf(request), id, change));
    },
    remove: (tx, id, request) => removeLimit(tx, staffOf(request), id),
  });
}

function readRoutes(app: App, { db }: Platform): void {
  app.get(
    PATH,
    {
      ...manage,
      schema: {
        tags,
        summary: 'Purchase limits by name',
        querystring: LimitQuery,
        response: { 200: Type.Array(LimitAnswer) },
      },
    },
    async (request, reply) => {
      const { limit = 50, cursor } = request.query;
      const scope = storeScope(staffOf(request));
      const rows = await listLimits(db, scope, afterIn(cursor), limit + 1);
      return page(request, reply, rows, limit, row => [row.name, row.id]).map(presentLimit);
    },
  );

  app.get(
    ONE,
    {
      ...manage,
      schema: { tags, summary: 'A purchase limit', params, response: { 200: LimitAnswer } },
    },
    async request => {
      const limit = await limitById(db, request.params.id);
      if (!isVisible(staffOf(request), limit)) throw notFound('Purchase limit');
      return presentLimit(limit);
    },
  );
}

function afterIn(cursor: string | undefined): { name: string; id: string } | undefined {
  const key = decodeCursor(cursor, 2);
  if (key === undefined) return undefined;
  const [name, id] = key.map(String);
  if (name === undefined || id === undefined || !isUuid(id)) {
    throw invalidField('cursor', 'This cursor is not valid here.', 'INVALID_CURSOR');
  }
  return { name, id };
}

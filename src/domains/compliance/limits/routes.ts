import { atomically } from '../../../platform/database/tx.js';
import { anybody } from '../../../platform/http/access.js';
import { invalidField, notFound } from '../../../platform/http/failure.js';
import { decodeCursor, page } from '../../../platform/http/paginate.js';
import { partial } from '../../../platform/http/resource.js';
import { Type } from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import { isUuid } from '../../../platform/ids.js';
import type { Platform } from '../../../platform/platform.js';
import { staff, staffOf, storeScope } from '../../access/index.js';
import { shopperOf } from '../shopper.js';
import { presentLimit } from './present.js';
import { readLimitStatus } from './read-limit-status.js';
import { limitById, listLimits } from './repository.js';
import { isVisible, removeLimit, saveLimit } from './save-limit.js';
import {
  LimitAnswer,
  LimitBody,
  type LimitInput,
  LimitParams,
  LimitQuery,
  StatusAnswer,
  StatusQuery,
} from './schemas.js';

const tags = ['Compliance'];
const PATH = '/compliance/purchase-limits/';
const ONE = `${PATH}:id/` as const;
const manage = { config: { access: staff('compliance.review') } };
const params = LimitParams;
/** What PUT means by a field it leaves out. */
const UNSAID: Partial<LimitInput> = {
  store: null,
  variant_id: null,
  product_id: null,
  category_id: null,
  is_active: true,
};

export function limitRoutes(app: App, platform: Platform): void {
  app.get(
    `${PATH}status/`,
    {
      config: { access: anybody },
      schema: {
        tags,
        summary: 'What the caller may still buy',
        querystring: StatusQuery,
        response: { 200: StatusAnswer },
      },
    },
    async request => readLimitStatus(platform, await shopperOf(platform, request), request.query),
  );
  readRoutes(app, platform);
  writeRoutes(app, platform);
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

function writeRoutes(app: App, { db }: Platform): void {
  app.post(
    PATH,
    {
      ...manage,
      schema: {
        tags,
        summary: 'Set a purchase limit',
        body: LimitBody,
        response: { 201: LimitAnswer },
      },
    },
    async (request, reply) => {
      const caller = staffOf(request);
      const limit = await atomically(db, tx => saveLimit(tx, caller, undefined, request.body));
      return reply.code(201).send(presentLimit(limit));
    },
  );

  for (const method of ['PUT', 'PATCH'] as const) {
    app.route({
      method,
      url: ONE,
      ...manage,
      schema: {
        tags,
        summary: `${method === 'PUT' ? 'Write' : 'Change'} a purchase limit`,
        params,
        body: method === 'PUT' ? LimitBody : partial(LimitBody),
        response: { 200: LimitAnswer },
      },
      handler: async request => {
        const given = request.body as Partial<LimitInput>;
        const change = method === 'PUT' ? { ...UNSAID, ...given } : given;
        const caller = staffOf(request);
        const { id } = request.params;
        return presentLimit(await atomically(db, tx => saveLimit(tx, caller, id, change)));
      },
    });
  }

  app.delete(
    ONE,
    {
      ...manage,
      schema: { tags, summary: 'Lift a purchase limit', params, response: { 204: Type.Null() } },
    },
    async (request, reply) => {
      await atomically(db, tx => removeLimit(tx, staffOf(request), request.params.id));
      return reply.code(204).send(null);
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

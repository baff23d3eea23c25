import { notFound } from '../../platform/http/failure.js';
import { DEFAULT_LIMIT, decodeCursor, page } from '../../platform/http/paginate.js';
import {
  Answer,
  Nullable,
  OneOf,
  PageQuery,
  Params,
  Query,
  Timestamp,
  Type,
} from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { hintQueue } from '../../platform/work/queues/hint.js';
import type { AnyQueue } from '../../platform/work/queues/queue.js';
import {
  ITEM_STATES,
  queueItems,
  retryNow,
  retryParked,
} from '../../platform/work/queues/view-repository.js';
import { office } from '../access/index.js';
import { readWork, WORK_KINDS } from './read-work.js';

const tags = ['Operations'];
const read = { access: office('ops.read') };
const manage = { access: office('ops.manage') };

const Name = Type.String({ maxLength: 100, description: 'Such as `payments:refunds`' });
const Count = Type.Integer({ minimum: 0 });

const WorkAnswer = Answer({
  name: Name,
  kind: OneOf(WORK_KINDS),
  waiting: Count,
  running: Count,
  failing: Type.Integer({ minimum: 0, description: 'Failed and waiting for the next attempt' }),
  parked: Type.Integer({ minimum: 0, description: 'Given up until somebody retries them' }),
  oldest_seconds: Type.Number({ description: 'Age of the oldest that is due' }),
});

const ItemAnswer = Answer({
  key: Type.String(),
  attempts: Count,
  due_at: Nullable(Timestamp),
  error: Nullable(Type.String()),
});

/** The work that follows requests: queues, event consumers, jobs. */
export function workRoutes(app: App, platform: Platform): void {
  readingRoutes(app, platform);
  retryRoutes(app, platform);
}

function queueNamed({ work }: Platform, name: string): AnyQueue {
  const queue = work.queues.find(candidate => candidate.name === name);
  if (queue === undefined) throw notFound('Queue');
  return queue;
}

function readingRoutes(app: App, platform: Platform): void {
  const { db, clock } = platform;
  app.get(
    '/ops/work/',
    {
      config: read,
      schema: {
        tags,
        summary: 'Every queue, event consumer and the jobs: waiting, oldest, failing, parked',
        response: { 200: Type.Array(WorkAnswer) },
      },
    },
    () => readWork(platform),
  );

  app.get(
    '/ops/work/:name/items/',
    {
      config: read,
      schema: {
        tags,
        summary: 'The items of a queue by state, in the order of their keys',
        params: Params({ name: Name }),
        querystring: Query({
          state: Type.Optional(OneOf(ITEM_STATES, { default: 'parked' })),
          ...PageQuery,
        }),
        response: { 200: Type.Array(ItemAnswer) },
      },
    },
    async (request, reply) => {
      const { state = 'parked', limit = DEFAULT_LIMIT, cursor } = request.query;
      const [after] = decodeCursor(cursor, 1) ?? [];
      const items = await queueItems(db, queueNamed(platform, request.params.name), clock, {
        state,
        after: after === undefined ? undefined : String(after),
        limit: limit + 1,
      });
      return page(request, reply, items, limit, item => [item.key]).map(item => ({
        ...item,
        due_at: item.due_at?.toISOString() ?? null,
      }));
    },
  );
}

function retryRoutes(app: App, platform: Platform): void {
  const { db, clock } = platform;
  app.post(
    '/ops/work/:name/retry/',
    {
      config: manage,
      schema: {
        tags,
        summary: 'Retry all parked items of a queue now',
        params: Params({ name: Name }),
        response: { 200: Answer({ name: Name, retried: Count }) },
      },
    },
    async request => {
      const queue = queueNamed(platform, request.params.name);
      const retried = await retryParked(db, queue, clock);
      hintQueue(db, queue);
      return { name: queue.name, retried };
    },
  );

  app.post(
    '/ops/work/:name/items/:key/retry/',
    {
      config: manage,
      schema: {
        tags,
        summary: 'Retry one item of a queue now',
        params: Params({ name: Name, key: Type.String({ maxLength: 300 }) }),
        response: { 200: Answer({ key: Type.String(), status: OneOf(['waiting']) }) },
      },
    },
    async request => {
      const { name, key } = request.params;
      const queue = queueNamed(platform, name);
      if (!(await retryNow(db, queue, clock, key))) throw notFound('Item');
      hintQueue(db, queue);
      return { key, status: 'waiting' as const };
    },
  );
}

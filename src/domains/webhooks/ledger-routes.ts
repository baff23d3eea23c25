import { invalidField } from '../../platform/http/failure.js';
import { decodeCursor, page } from '../../platform/http/paginate.js';
import { Type } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import { isUuid } from '../../platform/ids.js';
import type { Platform } from '../../platform/platform.js';
import { office, staffOf, storeScope } from '../access/index.js';
import { type ProcessorType, parseProcessorType } from '../payments/index.js';
import { presentEvent } from './present.js';
import { listEvents } from './repository.js';
import { retryEvent } from './retry-event.js';
import { EventAnswer, EventParams, EventQuery, RetryQuery } from './schemas.js';

const tags = ['Webhook events'];
const manage = { config: { access: office('webhook.manage') } };

export function ledgerRoutes(app: App, platform: Platform): void {
  app.get(
    '/payments/webhook-events/',
    {
      ...manage,
      schema: {
        tags,
        summary: 'Events from payment processors, newest first',
        querystring: EventQuery,
        response: { 200: Type.Array(EventAnswer) },
      },
    },
    async (request, reply) => {
      const { limit = 50, cursor, status, processor } = request.query;
      const [before] = decodeCursor(cursor, 1) ?? [];
      if (before !== undefined && !isUuid(String(before))) {
        throw invalidField('cursor', 'This cursor is not valid here.', 'INVALID_CURSOR');
      }
      const rows = await listEvents(
        platform.db,
        { stores: storeScope(staffOf(request)), status, processor: processorNamed(processor) },
        before === undefined ? undefined : String(before),
        limit + 1,
      );
      return page(request, reply, rows, limit, row => [row.id]).map(presentEvent);
    },
  );

  app.post(
    '/payments/webhook-events/:event_id/retry/',
    {
      ...manage,
      schema: {
        tags,
        summary: 'Process an event again',
        params: EventParams,
        querystring: RetryQuery,
        response: { 200: EventAnswer },
      },
    },
    async request => {
      const row = await retryEvent(platform, {
        stores: storeScope(staffOf(request)),
        eventId: request.params.event_id,
        processor: processorNamed(request.query.processor),
      });
      return presentEvent(row);
    },
  );
}

function processorNamed(name: string | undefined): ProcessorType | undefined {
  if (name === undefined) return undefined;
  const type = parseProcessorType(name);
  if (type === undefined) throw invalidField('processor', 'There is no such processor.');
  return type;
}

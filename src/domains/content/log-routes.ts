import { atomically } from '../../platform/database/tx.js';
import { conflict, invalidField, notFound } from '../../platform/http/failure.js';
import { decodeCursor, page } from '../../platform/http/paginate.js';
import { Type } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import { isUuid } from '../../platform/ids.js';
import type { Platform } from '../../platform/platform.js';
import { hintQueue } from '../../platform/work/queues/hint.js';
import { office, staffOf } from '../access/index.js';
import { inboundQueue } from './inbound/apply-event.js';
import { eventById, type InboundEvent, listEvents, reopenEvent } from './inbound/repository.js';
import { hintOutbound } from './outbound/hint-outbound.js';
import { type ListedChange, listChanges, retryChange } from './outbound/repository.js';
import {
  ChangeAnswer,
  ChangeParams,
  ChangeQuery,
  EventAnswer,
  EventParams,
  EventQuery,
} from './schemas.js';
import { readVisible, visibleChanges, visibleEvents } from './visible.js';

const tags = ['Content sync'];
const read = { access: office('sync.read') };
const manage = { access: office('sync.manual') };

const presentEvent = (event: InboundEvent) => ({
  id: event.id,
  document_id: event.document_id,
  document_type: event.document_type,
  rev: event.rev,
  operation: event.operation,
  status: event.status,
  reason: event.reason,
  error: event.error,
  attempts: event.attempts,
  received_at: event.received_at.toISOString(),
  next_attempt_at: event.due_at?.toISOString() ?? null,
  processed_at: event.processed_at?.toISOString() ?? null,
});

const presentChange = (change: ListedChange) => ({
  kind: change.kind,
  record_id: change.record_id,
  status: change.parked_at === null ? ('pending' as const) : ('failed' as const),
  error: change.error,
  attempts: change.attempts,
  queued_at: change.queued_at.toISOString(),
  next_attempt_at: change.parked_at === null ? change.due_at.toISOString() : null,
});

/** The log of received webhooks. */
export function eventRoutes(app: App, { db, clock }: Platform): void {
  app.get(
    '/integrations/inbound-events/',
    {
      config: read,
      schema: {
        tags,
        summary: 'Webhooks of the content system, newest first',
        querystring: EventQuery,
        response: { 200: Type.Array(EventAnswer) },
      },
    },
    async (request, reply) => {
      const { limit = 50, cursor, status, document_type: documentType } = request.query;
      const [before] = decodeCursor(cursor, 1) ?? [];
      if (before !== undefined && !isUuid(String(before))) throw badCursor();
      const caller = staffOf(request);
      const rows = await readVisible<InboundEvent>(
        limit + 1,
        caller,
        (last, size) =>
          listEvents(
            db,
            { status, documentType },
            last?.id ?? (before === undefined ? undefined : String(before)),
            size,
          ),
        found => visibleEvents(db, caller, found),
      );
      return page(request, reply, rows, limit, row => [row.id]).map(presentEvent);
    },
  );

  app.post(
    '/integrations/inbound-events/:id/retry/',
    {
      config: manage,
      schema: {
        tags,
        summary: 'Retry a failed webhook',
        params: EventParams,
        response: { 202: EventAnswer },
      },
    },
    async (request, reply) => {
      const asked = await eventById(db, request.params.id);
      const [known] = await visibleEvents(db, staffOf(request), asked ? [asked] : []);
      if (known === undefined) throw notFound('Inbound event');
      const event = await atomically(db, async tx => {
        const found = await reopenEvent(tx, request.params.id, clock.now());
        hintQueue(tx, inboundQueue);
        return found;
      });
      if (event !== undefined) return reply.code(202).send(presentEvent(event));
      throw conflict('INVALID_STATE', 'Only a failed event can be retried.', {
        status: known.status,
      });
    },
  );
}

/** The queue of documents to write. */
export function changeRoutes(app: App, { db, clock }: Platform): void {
  app.get(
    '/integrations/outbound-changes/',
    {
      config: read,
      schema: {
        tags,
        summary: 'Records whose documents are waiting to be written',
        querystring: ChangeQuery,
        response: { 200: Type.Array(ChangeAnswer) },
      },
    },
    async (request, reply) => {
      const { limit = 50, cursor, status } = request.query;
      const key = decodeCursor(cursor, 2);
      const caller = staffOf(request);
      const rows = await readVisible<ListedChange>(
        limit + 1,
        caller,
        (last, size) =>
          listChanges(
            db,
            status === undefined ? undefined : status === 'failed',
            last
              ? { kind: last.kind, recordId: last.record_id }
              : key && { kind: String(key[0]), recordId: String(key[1]) },
            size,
          ),
        found => visibleChanges(db, caller, found),
      );
      return page(request, reply, rows, limit, row => [row.kind, row.record_id]).map(presentChange);
    },
  );

  app.post(
    '/integrations/outbound-changes/:kind/:record_id/retry/',
    {
      config: manage,
      schema: {
        tags,
        summary: 'Write a document now',
        params: ChangeParams,
        response: { 202: ChangeAnswer },
      },
    },
    async (request, reply) => {
      const { kind, record_id: recordId } = request.params;
      const change = await atomically(db, async tx => {
        const found = await retryChange(tx, kind, recordId, clock.now());
        const [visible] = await visibleChanges(tx, staffOf(request), found ? [found] : []);
        if (visible === undefined) throw notFound('Outbound change');
        hintOutbound(tx);
        return visible;
      });
      return reply.code(202).send(presentChange(change));
    },
  );
}

const badCursor = () => invalidField('cursor', 'This cursor is not valid here.', 'INVALID_CURSOR');

import { notFound } from '../../platform/http/failure.js';
import { DEFAULT_LIMIT, decodeCursor, idCursor, page } from '../../platform/http/paginate.js';
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
import { listJobs, retryJob } from '../../platform/jobs/repository.js';
import { recentMails } from '../../platform/mail/repository.js';
import { withSecret } from '../../platform/mail/secret.js';
import type { Platform } from '../../platform/platform.js';
import { office } from '../access/index.js';

const JobAnswer = Answer({
  id: Type.String(),
  name: Type.String(),
  attempts: Type.Integer(),
  max_attempts: Type.Integer(),
  run_at: Timestamp,
  last_error: Nullable(Type.String()),
  created_at: Timestamp,
});

const MailAnswer = Answer({
  id: Type.String(),
  purpose: Type.String(),
  recipient: Type.String(),
  subject: Type.String(),
  body_text: Type.String(),
  created_at: Timestamp,
  sent_at: Nullable(Timestamp),
});

export function routes(app: App, platform: Platform): void {
  jobRoutes(app, platform);
  mailRoute(app, platform);
}

function jobRoutes(app: App, { db }: Platform): void {
  app.get(
    '/ops/jobs/',
    {
      config: { access: office('ops.read') },
      schema: {
        tags: ['Operations'],
        summary: 'Background jobs by state; parked ones have used up their tries',
        querystring: Query({
          state: Type.Optional(
            OneOf(['parked', 'failing', 'waiting', 'running'], { default: 'parked' }),
          ),
          ...PageQuery,
        }),
        response: { 200: Type.Array(JobAnswer) },
      },
    },
    async (request, reply) => {
      const { state = 'parked', limit = DEFAULT_LIMIT, cursor } = request.query;
      const [before] = decodeCursor(cursor, 1) ?? [null];
      const rows = await listJobs(
        db,
        state,
        before === null ? null : String(Number(before)),
        limit + 1,
      );
      return page(request, reply, rows, limit, row => [row.id]).map(row => ({
        id: row.id,
        name: row.name,
        attempts: row.attempts,
        max_attempts: row.max_attempts,
        run_at: row.run_at.toISOString(),
        last_error: row.last_error,
        created_at: row.created_at.toISOString(),
      }));
    },
  );

  app.post(
    '/ops/jobs/:id/retry/',
    {
      config: { access: office('ops.manage') },
      schema: {
        tags: ['Operations'],
        summary: 'Try a parked job again',
        params: Params({ id: Type.String({ pattern: '^\\d{1,18}$' }) }),
        response: { 200: Answer({ id: Type.String(), status: OneOf(['waiting']) }) },
      },
    },
    async request => {
      if (!(await retryJob(db, request.params.id))) throw notFound('Job');
      return { id: request.params.id, status: 'waiting' as const };
    },
  );
}

function mailRoute(app: App, { db, config }: Platform): void {
  app.get(
    '/ops/mails/',
    {
      config: { access: office('ops.read') },
      schema: {
        tags: ['Operations'],
        summary: 'The newest mails, sent or kept',
        querystring: Query(PageQuery),
        response: { 200: Type.Array(MailAnswer) },
      },
    },
    async (request, reply) => {
      const { limit = DEFAULT_LIMIT, cursor } = request.query;
      const rows = await recentMails(db, idCursor(cursor), limit + 1);
      return page(request, reply, rows, limit, row => [row.id]).map(kept => {
        const row = withSecret(config, kept);
        return {
          id: row.id,
          purpose: row.purpose,
          recipient: row.recipient,
          subject: row.subject,
          body_text: row.body_text,
          created_at: row.created_at.toISOString(),
          sent_at: row.sent_at?.toISOString() ?? null,
        };
      });
    },
  );
}

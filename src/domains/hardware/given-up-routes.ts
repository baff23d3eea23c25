import { atomically } from '../../platform/database/tx.js';
import { conflict, notFound } from '../../platform/http/failure.js';
import { DEFAULT_LIMIT, idCursor, page } from '../../platform/http/paginate.js';
import { Type } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { hintQueue } from '../../platform/work/queues/hint.js';
import { staff, staffOf } from '../access/index.js';
import { resolveScope } from '../stores/index.js';
import { visibleTill } from './find-terminal.js';
import { refuseHiddenReport } from './hidden-report.js';
import { presentJob } from './present.js';
import { discardJob, jobAt, listGivenUp, makeJobDue } from './print-job-repository.js';
import { printQueue } from './print-jobs.js';
import { DeviceParams, GivenUpQuery, JobAnswer } from './schemas.js';

const tags = ['Devices'];
const ONE = '/terminals/:terminal_id/print-jobs/:id/';
const config = { access: staff('sale.read') };

/** Papers that no attempt has printed: listed for all tills, printed again or taken off the list. */
export function givenUpRoutes(app: App, platform: Platform): void {
  const { db } = platform;
  app.get(
    '/print-jobs/',
    {
      config,
      schema: {
        tags,
        summary: 'Papers of your stores that were given up, newest first',
        querystring: GivenUpQuery,
        response: { 200: Type.Array(JobAnswer) },
      },
    },
    async (request, reply) => {
      const { limit = DEFAULT_LIMIT, cursor, store } = request.query;
      const storeIds = await resolveScope(db, staffOf(request), store);
      if (storeIds?.length === 0) return [];
      const rows = await listGivenUp(db, storeIds, idCursor(cursor), limit + 1);
      return page(request, reply, rows, limit, row => [row.id]).map(presentJob);
    },
  );
  discardRoute(app, platform);
  retryRoute(app, platform);
}

function discardRoute(app: App, { db }: Platform): void {
  app.post(
    `${ONE}discard/`,
    {
      config,
      schema: {
        tags,
        summary: 'Take a paper that was given up off the list without printing it',
        params: DeviceParams,
        response: { 200: JobAnswer },
      },
    },
    async request => {
      const { terminal_id: terminal, id } = request.params;
      return atomically(db, async tx => {
        const place = await visibleTill(tx, staffOf(request), terminal);
        const job = await jobAt(tx, place, id);
        if (job === undefined) throw notFound('Print job');
        const shown = presentJob({ ...job, parked_at: null });
        // A repeated request finds the job already discarded.
        if (!(await discardJob(tx, id)) && shown.status !== 'failed') {
          throw conflict('NOT_WAITING', 'It is printed already, or waits to be printed.');
        }
        return shown;
      });
    },
  );
}

function retryRoute(app: App, platform: Platform): void {
  const { db } = platform;
  app.post(
    `${ONE}retry/`,
    {
      config: { ...config, audit: 'none' },
      schema: {
        tags,
        summary: 'Print a paper now that waits or was given up',
        params: DeviceParams,
        response: { 202: JobAnswer },
      },
    },
    async (request, reply) => {
      const { terminal_id: terminal, id } = request.params;
      const job = await atomically(db, async tx => {
        const caller = staffOf(request);
        const place = await visibleTill(tx, caller, terminal);
        const job = await jobAt(tx, place, id);
        if (job === undefined) throw notFound('Print job');
        await refuseHiddenReport(tx, platform, caller, job);
        if (job.kind === 'drawer') {
          throw conflict('NOT_WAITING', 'A drawer opens at once or not at all.');
        }
        if (!(await makeJobDue(tx, id))) {
          throw conflict('NOT_WAITING', 'It is printed already, or is being printed.');
        }
        hintQueue(tx, printQueue);
        return (await jobAt(tx, place, id)) ?? job;
      });
      return reply.code(202).send(presentJob(job));
    },
  );
}

import { atomically } from '../../platform/database/tx.js';
import { notFound } from '../../platform/http/failure.js';
import { IdempotencyHeaders } from '../../platform/http/headers.js';
import { createIdempotency } from '../../platform/http/idempotency.js';
import { DEFAULT_LIMIT, idCursor, page } from '../../platform/http/paginate.js';
import { type Static, Type } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { keyScope, staff, staffOf, till, tillStaffOf } from '../access/index.js';
import { visibleTill } from './find-terminal.js';
import { presentJob } from './present.js';
import { jobAt, listJobs } from './print-job-repository.js';
import { printSlip } from './print-slip.js';
import { queuePrint, refuseContradiction } from './queue-print.js';
import { deviceAt } from './repository.js';
import {
  DeviceParams,
  JobAnswer,
  JobQuery,
  PrintBody,
  SlipAnswer,
  SlipBody,
  TestAnswer,
  TillParams,
} from './schemas.js';
import { testDevice } from './test-device.js';

const tags = ['Devices'];
const LIST = '/terminals/:terminal_id/print-jobs/';
const config = { access: staff('sale.read') };

export function jobRoutes(app: App, platform: Platform): void {
  readRoutes(app, platform);
  printRoute(app, platform);
  testRoute(app, platform);
  slipRoute(app, platform);
}

function printRoute(app: App, platform: Platform): void {
  const { db } = platform;
  const idempotency = createIdempotency(platform);
  app.post(
    LIST,
    {
      config,
      schema: {
        tags,
        summary: 'Print a paper of a sale or a report of a shift on a network printer',
        headers: IdempotencyHeaders,
        params: TillParams,
        body: PrintBody,
        response: { 202: JobAnswer },
      },
    },
    async (request, reply) => {
      const caller = staffOf(request);
      refuseContradiction(request.body);
      const answer = await idempotency.run(request, reply, keyScope(caller), settle =>
        atomically(db, async tx => {
          const place = await visibleTill(tx, caller, request.params.terminal_id);
          const job = await queuePrint(tx, platform, caller, place, request.body);
          return settle(tx, 202, presentJob(job));
        }),
      );
      return answer as Static<typeof JobAnswer>;
    },
  );
}

function testRoute(app: App, platform: Platform): void {
  const { db } = platform;
  app.post(
    '/terminals/:terminal_id/devices/:id/test/',
    {
      config: { ...config, audit: 'none' },
      schema: {
        tags,
        summary: 'Test a network printer, a drawer at one, a display or a card reader',
        params: DeviceParams,
        response: { 200: TestAnswer, 202: JobAnswer },
      },
    },
    async (request, reply) => {
      const caller = staffOf(request);
      const { terminal_id: terminal, id } = request.params;
      const place = await visibleTill(db, caller, terminal);
      const device = await deviceAt(db, place, id);
      if (device === undefined) throw notFound('Device');
      const tested = await testDevice(platform, caller, place, device);
      return 'job' in tested
        ? reply.code(202).send(presentJob(tested.job))
        : reply.code(200).send(tested);
    },
  );
}

function slipRoute(app: App, platform: Platform): void {
  app.post(
    '/terminals/:terminal_id/code-slips/',
    {
      config: { access: till('sale.read'), audit: 'none' },
      schema: {
        tags,
        summary: 'Print codes of gift cards or a store credit at once; they are stored nowhere',
        params: TillParams,
        body: SlipBody,
        response: { 200: SlipAnswer },
      },
    },
    async request => {
      const caller = tillStaffOf(request);
      const place = await visibleTill(platform.db, caller, request.params.terminal_id);
      return { outcome: await printSlip(platform, caller, place, request.body) };
    },
  );
}

function readRoutes(app: App, { db }: Platform): void {
  app.get(
    LIST,
    {
      config,
      schema: {
        tags,
        summary: 'The print jobs of a till, newest first',
        params: TillParams,
        querystring: JobQuery,
        response: { 200: Type.Array(JobAnswer) },
      },
    },
    async (request, reply) => {
      const { limit = DEFAULT_LIMIT, cursor } = request.query;
      const place = await visibleTill(db, staffOf(request), request.params.terminal_id);
      const rows = await listJobs(db, place, idCursor(cursor), limit + 1);
      return page(request, reply, rows, limit, row => [row.id]).map(presentJob);
    },
  );

  app.get(
    `${LIST}:id/`,
    {
      config,
      schema: {
        tags,
        summary: 'A print job, with why it waits',
        params: DeviceParams,
        response: { 200: JobAnswer },
      },
    },
    async request => {
      const { terminal_id: terminal, id } = request.params;
      const place = await visibleTill(db, staffOf(request), terminal);
      const job = await jobAt(db, place, id);
      if (job === undefined) throw notFound('Print job');
      return presentJob(job);
    },
  );
}

import type { FastifyRequest } from 'fastify';
import type { Reader } from '../../../platform/database/tx.js';
import { invalidField, notFound } from '../../../platform/http/failure.js';
import { DEFAULT_LIMIT, decodeCursor, page } from '../../../platform/http/paginate.js';
import { Type } from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import { idInPath, writeRoutes } from '../../../platform/http/write-routes.js';
import { isUuid } from '../../../platform/ids.js';
import type { Platform } from '../../../platform/platform.js';
import { office, staff, staffOf, storeScope } from '../../access/index.js';
import { presentSchedules } from './present.js';
import { deleteSchedule, findSchedule, listSchedules, type Schedule } from './repository.js';
import { type ScheduleInput, saveSchedule } from './save-schedule.js';
import {
  ScheduleAnswer,
  ScheduleBody,
  ScheduleParams,
  ScheduleQuery,
  TestAnswer,
} from './schemas.js';
import { sendTest } from './send-test.js';

const PATH = '/report-schedules/';
const ONE = `${PATH}:id/`;
const tags = ['Report schedules'];
const manage = office('store.settings');

export function scheduleRoutes(app: App, platform: Platform): void {
  readRoutes(app, platform);
  writeRoutes<Partial<ScheduleInput>>(app, platform.db, {
    path: PATH,
    one: ONE,
    params: ScheduleParams,
    tags,
    summaries: {
      create: 'Mail a report every day, week or month',
      write: 'Replace a report schedule',
      change: 'Change a report schedule',
      remove: 'Delete a report schedule',
    },
    access: manage,
    body: ScheduleBody,
    answer: ScheduleAnswer,
    save: async (tx, id, change, request) => {
      const saved = await saveSchedule(tx, platform, staffOf(request), id, change);
      return only(await presentSchedules(tx, platform, [saved]));
    },
    remove: async (tx, _id, request) => deleteSchedule(tx, (await scheduleIn(tx, request)).id),
  });

  app.post(
    `${ONE}test/`,
    {
      config: { access: manage },
      schema: {
        tags,
        summary: 'Mail the report of the last period to yourself',
        params: ScheduleParams,
        response: { 200: TestAnswer },
      },
    },
    async request => {
      const schedule = await scheduleIn(platform.db, request);
      return { sent_to: await sendTest(platform, staffOf(request), schedule) };
    },
  );
}

function readRoutes(app: App, platform: Platform): void {
  const { db } = platform;
  app.get(
    PATH,
    {
      config: { access: staff('report.read') },
      schema: {
        tags,
        summary: 'Report schedules of your stores, newest first',
        querystring: ScheduleQuery,
        response: { 200: Type.Array(ScheduleAnswer) },
      },
    },
    async (request, reply) => {
      const { limit = DEFAULT_LIMIT, cursor } = request.query;
      const scope = storeScope(staffOf(request));
      const rows = await listSchedules(db, scope, idIn(cursor), limit + 1);
      const shown = page(request, reply, rows, limit, row => [row.id]);
      return presentSchedules(db, platform, shown);
    },
  );

  app.get(
    ONE,
    {
      config: { access: staff('report.read') },
      schema: {
        tags,
        summary: 'A report schedule',
        params: ScheduleParams,
        response: { 200: ScheduleAnswer },
      },
    },
    async request => only(await presentSchedules(db, platform, [await scheduleIn(db, request)])),
  );
}

async function scheduleIn(reader: Reader, request: FastifyRequest): Promise<Schedule> {
  const found = await findSchedule(reader, idInPath(request), storeScope(staffOf(request)));
  if (found === undefined) throw notFound('Report schedule');
  return found;
}

function only<T>([first]: readonly T[]): T {
  if (first === undefined) throw new Error('a schedule is presented as one answer');
  return first;
}

function idIn(cursor: string | undefined): string | undefined {
  const [before] = decodeCursor(cursor, 1) ?? [];
  if (before === undefined) return undefined;
  if (isUuid(String(before))) return String(before);
  throw invalidField('cursor', 'This cursor is not valid here.', 'INVALID_CURSOR');
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import { atomically, type Tx } from '../../platform/database/tx.js';
import { invalidField, notFound } from '../../platform/http/failure.js';
import { IdempotencyHeaders } from '../../platform/http/headers.js';
import { createIdempotency } from '../../platform/http/idempotency.js';
import { DEFAULT_LIMIT, idCursor, page } from '../../platform/http/paginate.js';
import { Type } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { keyScope, maySee, type Staff, staff, staffOf } from '../access/index.js';
import { resolveScope } from '../stores/index.js';
import { closeShift } from './close-shift.js';
import { countCash } from './count-cash.js';
import { visibleShift } from './find-shift.js';
import { moveCash } from './move-cash.js';
import { openShift } from './open-shift.js';
import { presentShift, presentShifts } from './present.js';
import { readShiftReport } from './read-shift-report.js';
import { listShifts, openShiftAt, type Shift } from './repository.js';
import { type MovementKind, maySeeShift, visibleTo } from './rules.js';
import {
  CloseBody,
  CountBody,
  CurrentQuery,
  MoveBody,
  OpenBody,
  ReportAnswer,
  ShiftAnswer,
  ShiftParams,
  ShiftQuery,
} from './schemas.js';

const tags = ['Cash shifts'];
const path = '/cash-management/shifts/';
const one = `${path}:id/`;
const params = ShiftParams;
const work = { config: { access: staff('shift.work') } };

export function shiftRoutes(app: App, platform: Platform): void {
  readRoutes(app, platform);
  reportRoutes(app, platform);
  openRoutes(app, platform);
  actionRoutes(app, platform);
}

type Work = (tx: Tx, caller: Staff) => Promise<Shift>;

/** Runs a change once per `Idempotency-Key` and answers with the changed shift. */
function changing(platform: Platform) {
  const idempotency = createIdempotency(platform);
  return (request: FastifyRequest, reply: FastifyReply, status: number, change: Work) => {
    const caller = staffOf(request);
    return idempotency.run(request, reply, keyScope(caller), settle =>
      atomically(platform.db, async tx =>
        settle(tx, status, await presentShift(tx, caller, await change(tx, caller))),
      ),
    );
  };
}

function readRoutes(app: App, { db }: Platform): void {
  app.get(
    path,
    {
      ...work,
      schema: {
        tags,
        summary: 'List shifts, newest first; cashiers see their own and those of their till',
        querystring: ShiftQuery,
        response: { 200: Type.Array(ShiftAnswer) },
      },
    },
    async (request, reply) => {
      const caller = staffOf(request);
      const { limit = DEFAULT_LIMIT, cursor, store, terminal, status } = request.query;
      const filter = {
        storeIds: await resolveScope(db, caller, store),
        terminalId: terminal,
        status,
        dateFrom: request.query.date_from,
        dateTo: request.query.date_to,
        visibleTo: visibleTo(caller),
      };
      const rows = await listShifts(db, filter, idCursor(cursor), limit + 1);
      return presentShifts(
        db,
        caller,
        page(request, reply, rows, limit, row => [row.id]),
      );
    },
  );

  app.get(
    `${path}current/`,
    {
      ...work,
      schema: {
        tags,
        summary: 'The open shift of your till, or of the given till',
        querystring: CurrentQuery,
        response: { 200: ShiftAnswer },
      },
    },
    async request => {
      const caller = staffOf(request);
      const terminal = request.query.terminal ?? caller.till?.terminalId;
      if (terminal === undefined) throw invalidField('terminal', 'Specify the till.');
      const shift = await openShiftAt(db, terminal);
      if (shift === undefined || !maySee(caller, shift.store_id) || !maySeeShift(caller, shift)) {
        throw notFound('Shift');
      }
      return presentShift(db, caller, shift);
    },
  );

  app.get(
    one,
    { ...work, schema: { tags, summary: 'A shift', params, response: { 200: ShiftAnswer } } },
    async request => {
      const caller = staffOf(request);
      return presentShift(db, caller, await visibleShift(db, caller, request.params.id));
    },
  );
}

function reportRoutes(app: App, { db, clock }: Platform): void {
  app.get(
    `${one}x-report/`,
    {
      ...work,
      schema: {
        tags,
        summary: 'X report: current totals of a shift',
        params,
        response: { 200: ReportAnswer },
      },
    },
    async request => readShiftReport(db, staffOf(request), request.params.id, 'x', clock.now()),
  );

  app.get(
    `${one}z-report/`,
    {
      ...work,
      schema: {
        tags,
        summary: 'Z report: totals of a closed shift',
        params,
        response: { 200: ReportAnswer },
      },
    },
    async request => readShiftReport(db, staffOf(request), request.params.id, 'z', clock.now()),
  );
}

/** The API documents both paths. */
function openRoutes(app: App, platform: Platform): void {
  const change = changing(platform);
  for (const url of [path, `${path}open/`]) {
    app.post(
      url,
      {
        ...work,
        schema: {
          tags,
          summary: 'Open a shift with a float',
          headers: IdempotencyHeaders,
          body: OpenBody,
          response: { 201: ShiftAnswer },
        },
      },
      (request, reply) => {
        const { opening_float, terminal_id: terminalId } = request.body;
        const now = platform.clock.now();
        return change(request, reply, 201, (tx, caller) =>
          openShift(tx, caller, { terminalId, float: opening_float, now }),
        );
      },
    );
  }
}

function actionRoutes(app: App, platform: Platform): void {
  const { clock } = platform;
  const change = changing(platform);
  const response = { 200: ShiftAnswer };

  const moves: [string, MovementKind, string][] = [
    ['paid-in', 'paid_in', 'Record cash paid in, other than by a sale'],
    ['paid-out', 'paid_out', 'Record cash paid out, other than by a refund'],
  ];
  for (const [action, kind, summary] of moves) {
    app.post(
      `${one}${action}/`,
      {
        ...work,
        schema: { tags, summary, headers: IdempotencyHeaders, params, body: MoveBody, response },
      },
      (request, reply) => {
        const { amount, reason, approval_request_id: approvalRequestId } = request.body;
        const move = { kind, amount, reason, approvalRequestId, now: clock.now() };
        return change(request, reply, 200, (tx, caller) =>
          moveCash(tx, caller, request.params.id, move),
        );
      },
    );
  }

  app.post(
    `${one}count/`,
    {
      ...work,
      schema: {
        tags,
        summary: 'Submit a blind count of the drawer',
        headers: IdempotencyHeaders,
        params,
        body: CountBody,
        response,
      },
    },
    (request, reply) =>
      change(request, reply, 200, (tx, caller) =>
        countCash(tx, caller, request.params.id, request.body.denominations, clock.now()),
      ),
  );

  app.post(
    `${one}close/`,
    {
      ...work,
      schema: {
        tags,
        summary: 'Close a counted shift and create its Z report',
        headers: IdempotencyHeaders,
        params,
        body: CloseBody,
        response,
      },
    },
    (request, reply) =>
      change(request, reply, 200, (tx, caller) =>
        closeShift(tx, caller, request.params.id, request.body?.reason ?? '', clock.now()),
      ),
  );
}

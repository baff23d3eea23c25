import { atomically } from '../../platform/database/tx.js';
import { invalidField } from '../../platform/http/failure.js';
import { IdempotencyHeaders } from '../../platform/http/headers.js';
import { createIdempotency } from '../../platform/http/idempotency.js';
import { DEFAULT_LIMIT, decodeCursor, page } from '../../platform/http/paginate.js';
import { type Static, type TSchema, Type } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import { isUuid } from '../../platform/ids.js';
import type { Platform } from '../../platform/platform.js';
import { can, keyScope, staff, staffOf, type TillPermission, till } from '../access/index.js';
import { completeReturn } from './complete-return.js';
import { createReturn } from './create-return.js';
import { visibleReturn } from './find-return.js';
import { findReturns } from './list-returns.js';
import { moveReturn } from './move-return.js';
import { presentReturn, presentReturns } from './present.js';
import { previewReturn } from './preview-return.js';
import { receiveReturn } from './receive-return.js';
import { ACTIONS, type Action } from './rules.js';
import {
  ApproveBody,
  CompleteBody,
  CreateBody,
  PreviewAnswer,
  PreviewBody,
  ReceiveBody,
  RejectBody,
  ReturnAnswer,
  ReturnableSaleAnswer,
  ReturnListed,
  ReturnParams,
  ReturnQuery,
  SaleParams,
} from './schemas.js';
import { showReturnableSale } from './show-returnable-sale.js';
import { withoutReceiptRoutes } from './without-receipt/routes.js';

const tags = ['Returns'];

export function routes(app: App, platform: Platform): void {
  readRoutes(app, platform);
  previewRoute(app, platform);
  createRoute(app, platform);
  moveRoutes(app, platform);
  receiveRoute(app, platform);
  completeRoute(app, platform);
  withoutReceiptRoutes(app, platform);
}

function readRoutes(app: App, { db }: Platform): void {
  app.get(
    '/returns/',
    {
      config: { access: staff('sale.read') },
      schema: {
        tags,
        summary: 'Returns of the stores you may see, newest first',
        querystring: ReturnQuery,
        response: { 200: Type.Array(ReturnListed) },
      },
    },
    async (request, reply) => {
      const { limit = DEFAULT_LIMIT, cursor, counted, product } = request.query;
      const caller = staffOf(request);
      const rows = await findReturns(db, caller, request.query, idIn(cursor), limit + 1);
      const shown = page(request, reply, rows, limit, row => [row.id]);
      const asked = counted ? { productId: product } : undefined;
      return presentReturns(db, shown, can(caller, 'refund.issue'), asked);
    },
  );

  app.get(
    '/returns/sales/:transaction/',
    {
      config: { access: till('return.create') },
      schema: {
        tags,
        summary: 'The goods of a sale of this store, or by its full number of another one',
        params: SaleParams,
        response: { 200: ReturnableSaleAnswer },
      },
    },
    request => showReturnableSale(db, staffOf(request), request.params.transaction),
  );

  app.get(
    '/returns/:id/',
    {
      config: { access: staff('sale.read') },
      schema: {
        tags,
        summary: 'A return with its goods and refunds',
        params: ReturnParams,
        response: { 200: ReturnAnswer },
      },
    },
    async request => {
      const caller = staffOf(request);
      const row = await visibleReturn(db, caller, request.params.id);
      return presentReturn(db, row, can(caller, 'refund.issue'));
    },
  );
}

function previewRoute(app: App, { db }: Platform): void {
  app.post(
    '/returns/preview/',
    {
      config: { access: staff('return.create'), audit: 'none' },
      schema: {
        tags,
        summary: 'What a return would refund, and to which payments; nothing is written',
        body: PreviewBody,
        response: { 200: PreviewAnswer },
      },
    },
    request => previewReturn(db, staffOf(request), request.body),
  );
}

function createRoute(app: App, platform: Platform): void {
  const { db, clock } = platform;
  const idempotency = createIdempotency(platform);
  app.post(
    '/returns/',
    {
      config: { access: staff('return.create') },
      schema: {
        tags,
        summary: 'Open a return for one sale',
        headers: IdempotencyHeaders,
        body: CreateBody,
        response: { 201: ReturnAnswer },
      },
    },
    (request, reply) => {
      const caller = staffOf(request);
      return idempotency.run(request, reply, keyScope(caller), settle =>
        atomically(db, async tx => {
          const row = await createReturn(tx, caller, request.body, clock.now());
          return settle(tx, 201, await presentReturn(tx, row));
        }),
      );
    },
  );
}

function moveRoutes(app: App, platform: Platform): void {
  const { db, clock } = platform;
  const idempotency = createIdempotency(platform);
  const move = (action: Exclude<Action, 'complete'>, permission: TillPermission, body?: TSchema) =>
    app.post(
      `/returns/:id/${action}/`,
      {
        config: { access: staff(permission) },
        schema: {
          tags,
          summary: `${action.charAt(0).toUpperCase()}${action.slice(1)} a return: it becomes ${ACTIONS[action].to}`,
          headers: IdempotencyHeaders,
          params: ReturnParams,
          ...(body && { body }),
          response: { 200: ReturnAnswer },
        },
      },
      (request, reply) => {
        const caller = staffOf(request);
        const { id } = request.params as { id: string };
        const decision = request.body as Static<typeof ApproveBody> | undefined;
        return idempotency.run(request, reply, keyScope(caller), settle =>
          atomically(db, async tx => {
            const row = await moveReturn(tx, caller, id, action, clock.now(), {
              approvalRequestId: decision?.approval_request_id,
              note: decision?.decision_note,
            });
            return settle(tx, 200, await presentReturn(tx, row));
          }),
        );
      },
    );
  // Callers without `return.decide` may approve with an approval request; `moveReturn` checks it.
  move('approve', ACTIONS.complete.permission, ApproveBody);
  move('reject', ACTIONS.reject.permission, RejectBody);
  move('cancel', ACTIONS.cancel.permission);
}

function receiveRoute(app: App, platform: Platform): void {
  const { db, clock } = platform;
  const idempotency = createIdempotency(platform);
  app.post(
    '/returns/:id/receive/',
    {
      config: { access: staff(ACTIONS.receive.permission) },
      schema: {
        tags,
        summary: 'Receive a return, all of it or what arrived: it becomes received',
        headers: IdempotencyHeaders,
        params: ReturnParams,
        body: ReceiveBody,
        response: { 200: ReturnAnswer },
      },
    },
    (request, reply) => {
      const caller = staffOf(request);
      const { body, params } = request;
      const { line_items, rest = 'announced' as const } = body ?? {};
      const receipt = line_items && { line_items, rest };
      return idempotency.run(request, reply, keyScope(caller), settle =>
        atomically(db, async tx => {
          const row = await receiveReturn(tx, caller, params.id, receipt, clock.now());
          return settle(tx, 200, await presentReturn(tx, row));
        }),
      );
    },
  );
}

function completeRoute(app: App, platform: Platform): void {
  const idempotency = createIdempotency(platform);
  app.post(
    '/returns/:id/complete/',
    {
      config: { access: staff(ACTIONS.complete.permission) },
      schema: {
        tags,
        summary: 'Complete a return: refund the money and restock the goods',
        headers: IdempotencyHeaders,
        params: ReturnParams,
        body: CompleteBody,
        response: { 200: ReturnAnswer },
      },
    },
    (request, reply) => {
      const caller = staffOf(request);
      const completion = {
        refundTo: request.body?.refund_to ?? 'original',
        restock: request.body?.restock ?? true,
        approvalRequestId: request.body?.approval_request_id,
        shiftId: request.body?.shift_id,
      };
      return idempotency.run(request, reply, keyScope(caller), settle =>
        completeReturn(platform, caller, request.params.id, completion, settle),
      );
    },
  );
}

function idIn(cursor: string | undefined): string | undefined {
  const [id] = decodeCursor(cursor, 1) ?? [];
  if (id === undefined || (typeof id === 'string' && isUuid(id))) return id;
  throw invalidField('cursor', 'This cursor is not valid here.', 'INVALID_CURSOR');
}

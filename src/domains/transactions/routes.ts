import { atomically } from '../../platform/database/tx.js';
import { forbidden } from '../../platform/http/failure.js';
import { IdempotencyHeaders } from '../../platform/http/headers.js';
import { createIdempotency } from '../../platform/http/idempotency.js';
import { decodeCursor, page } from '../../platform/http/paginate.js';
import { Type } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { can, keyScope, staff, staffOf } from '../access/index.js';
import { addLines } from './add-lines.js';
import { attachCustomer } from './attach-customer.js';
import { voidSale } from './ending/void-sale.js';
import { presentLine } from './present.js';
import { readSale, visibleSale } from './read-sale.js';
import { listLines, lockSale } from './repository.js';
import { openSale } from './ring-up/open-sale.js';
import { listScope } from './sale-list/list-scope.js';
import { saleListRoutes } from './sale-list/routes.js';
import {
  ChangeBody,
  LineAnswer,
  LinesBody,
  LinesQuery,
  NotesBody,
  OpenBody,
  SaleAnswer,
  SaleParams,
  VoidAnswer,
  VoidBody,
} from './schemas.js';
import { writeNotes } from './write-notes.js';

/** Two paths for the same collection. */
const PATHS = ['/transactions/', '/sale-transactions/'] as const;

export function routes(app: App, platform: Platform): void {
  for (const path of PATHS) {
    saleListRoutes(app, platform, path);
    readRoute(app, platform, path);
    writeRoutes(app, platform, path);
    changeRoute(app, platform, path);
    addLinesRoute(app, platform, path);
    voidRoute(app, platform, path);
  }
  lineRoute(app, platform);
}

const tags = ['Transactions'];

function readRoute(app: App, platform: Platform, path: string): void {
  const { db } = platform;
  app.get(
    `${path}:transactionId/`,
    {
      config: { access: staff('sale.read') },
      schema: {
        tags,
        summary: 'A sale with its lines and payments',
        params: SaleParams,
        response: { 200: SaleAnswer },
      },
    },
    async request => {
      const caller = staffOf(request);
      const sale = await visibleSale(db, caller, request.params.transactionId);
      return readSale(db, caller, sale);
    },
  );
}

function writeRoutes(app: App, platform: Platform, path: string): void {
  const { db, clock } = platform;
  const idempotency = createIdempotency(platform);

  app.post(
    path,
    {
      config: { access: staff('sale.create') },
      schema: {
        tags,
        summary: 'Open an empty sale',
        headers: IdempotencyHeaders,
        body: OpenBody,
        response: { 201: SaleAnswer },
      },
    },
    (request, reply) => {
      const caller = staffOf(request);
      return idempotency.run(request, reply, keyScope(caller), settle =>
        atomically(db, async tx => {
          const id = await openSale(tx, caller, request.body, clock.now());
          const sale = await lockSale(tx, id);
          if (sale === undefined) throw new Error('the new sale is missing');
          return settle(tx, 201, await readSale(tx, caller, sale));
        }),
      );
    },
  );

  app.put(
    `${path}:transactionId/`,
    {
      config: { access: staff('sale.notes') },
      schema: {
        tags,
        summary: 'Write the staff notes of a sale',
        params: SaleParams,
        body: NotesBody,
        response: { 200: SaleAnswer },
      },
    },
    async request => {
      const { transactionId } = request.params;
      const caller = staffOf(request);
      const { notes } = request.body;
      const sale = await atomically(db, tx => writeNotes(tx, caller, transactionId, notes));
      return readSale(db, caller, sale);
    },
  );
}

function changeRoute(app: App, platform: Platform, path: string): void {
  const { db } = platform;
  app.patch(
    `${path}:transactionId/`,
    {
      config: { access: staff('sale.create') },
      // Cashiers attach customers; all other changes need the right to write notes.
      preValidation: async request => {
        const attaches = isObject(request.body) && 'customer_id' in request.body;
        const isNotes = !attaches || 'notes' in (request.body as object);
        if (isNotes && !can(staffOf(request), 'sale.notes')) {
          throw forbidden('Your role does not allow this.', 'PERMISSION_DENIED');
        }
      },
      schema: {
        tags,
        summary: 'Write the staff notes of a sale, or attach a customer to it',
        description: 'Attaching a customer changes neither prices nor tax.',
        params: SaleParams,
        body: ChangeBody,
        response: { 200: SaleAnswer },
      },
    },
    async request => {
      const { transactionId } = request.params;
      const caller = staffOf(request);
      const { notes, customer_id: customerId } = request.body;
      const sale = await atomically(db, async tx => {
        const noted = await writeNotes(tx, caller, transactionId, notes);
        return customerId === undefined
          ? noted
          : attachCustomer(tx, platform, caller, transactionId, customerId);
      });
      return readSale(db, caller, sale);
    },
  );
}

const isObject = (body: unknown): body is object => typeof body === 'object' && body !== null;

function addLinesRoute(app: App, platform: Platform, path: string): void {
  const { db } = platform;
  const idempotency = createIdempotency(platform);
  app.post(
    `${path}:transactionId/line-items/`,
    {
      config: { access: staff('sale.create') },
      schema: {
        tags,
        summary: 'Add lines to a sale that was opened empty and is not paid',
        description: 'Prices and tax are those of the catalogue and the store.',
        headers: IdempotencyHeaders,
        params: SaleParams,
        body: LinesBody,
        response: { 201: SaleAnswer },
      },
    },
    (request, reply) => {
      const caller = staffOf(request);
      const { transactionId } = request.params as { transactionId: string };
      return idempotency.run(request, reply, keyScope(caller), settle =>
        atomically(db, async tx => {
          const sale = await addLines(platform, tx, caller, transactionId, request.body);
          return settle(tx, 201, await readSale(tx, caller, sale));
        }),
      );
    },
  );
}

function voidRoute(app: App, platform: Platform, path: string): void {
  const idempotency = createIdempotency(platform);
  app.post(
    `${path}:transactionId/void/`,
    {
      config: { access: staff('sale.create') },
      schema: {
        tags,
        summary: 'Void a sale: restock its lines and refund every payment',
        headers: IdempotencyHeaders,
        params: SaleParams,
        body: VoidBody,
        response: { 200: VoidAnswer },
      },
    },
    (request, reply) => {
      const caller = staffOf(request);
      const { reason, approval_request_id: approvalRequestId, shift_id: shiftId } = request.body;
      const sale = request.params.transactionId;
      return idempotency.run(request, reply, keyScope(caller), async () => ({
        status: 200,
        body: await voidSale(platform, caller, { sale, reason, approvalRequestId, shiftId }),
      }));
    },
  );
}

function lineRoute(app: App, platform: Platform): void {
  const { db } = platform;
  app.get(
    '/line-items/',
    {
      config: { access: staff('sale.read') },
      schema: {
        tags,
        summary: 'Lines of one sale or of all',
        querystring: LinesQuery,
        response: { 200: Type.Array(LineAnswer) },
      },
    },
    async (request, reply) => {
      const caller = staffOf(request);
      const { transaction, limit = 50, cursor } = request.query;
      const sale =
        transaction === undefined ? undefined : await visibleSale(db, caller, transaction);
      const [saleId, position] = decodeCursor(cursor, 2) ?? [];
      const after =
        position === undefined ? undefined : { saleId: String(saleId), position: Number(position) };
      const stores = await listScope(db, caller, undefined);
      const rows = await listLines(db, { stores, saleId: sale?.id }, after, limit + 1);
      return page(request, reply, rows, limit, row => [row.transaction_id, row.position]).map(row =>
        presentLine(row, row.transaction_number),
      );
    },
  );
}

import { atomically } from '../../platform/database/tx.js';
import { invalidField } from '../../platform/http/failure.js';
import { IdempotencyHeaders } from '../../platform/http/headers.js';
import { createIdempotency } from '../../platform/http/idempotency.js';
import { DEFAULT_LIMIT, decodeCursor, page } from '../../platform/http/paginate.js';
import { Type } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import { isUuid } from '../../platform/ids.js';
import type { Platform } from '../../platform/platform.js';
import { keyScope, staff, staffOf } from '../access/index.js';
import { cancelFulfillment } from './cancel-fulfillment.js';
import { changeFulfillment } from './change-fulfillment.js';
import { countOpen, findFulfillments, visibleFulfillment } from './find-fulfillment.js';
import { moveFulfillment } from './move-fulfillment.js';
import { openFulfillment } from './open-fulfillment.js';
import { paperRoutes } from './papers/routes.js';
import { presentFulfillment, presentFulfillments } from './present.js';
import { previewCancellation } from './preview-cancellation.js';
import {
  CancelAnswer,
  CancelBody,
  ChangeBody,
  CountAnswer,
  CountQuery,
  FulfillmentAnswer,
  FulfillmentParams,
  FulfillmentQuery,
  OpenBody,
  PreviewAnswer,
  ShipBody,
  ShipmentParams,
  TrackingBody,
} from './schemas.js';
import { shipItems } from './ship-items.js';
import { trackShipment } from './track-shipment.js';

const tags = ['Fulfillments'];
const params = FulfillmentParams;
const response = { 200: FulfillmentAnswer };
const read = { config: { access: staff('sale.read') } };
const handle = { config: { access: staff('fulfillment.handle') } };

export function routes(app: App, platform: Platform): void {
  readRoutes(app, platform);
  writeRoutes(app, platform);
  moveRoutes(app, platform);
  cancelRoutes(app, platform);
  shipRoute(app, platform);
  trackRoute(app, platform);
  paperRoutes(app, platform);
}

function readRoutes(app: App, { db }: Platform): void {
  app.get(
    '/fulfillments/',
    {
      ...read,
      schema: {
        tags,
        summary: 'Fulfillments of the stores you may see, newest first unless ordered otherwise',
        querystring: FulfillmentQuery,
        response: { 200: Type.Array(FulfillmentAnswer) },
      },
    },
    async (request, reply) => {
      const { limit = DEFAULT_LIMIT, cursor } = request.query;
      const caller = staffOf(request);
      const rows = await findFulfillments(db, caller, request.query, idIn(cursor), limit + 1);
      return presentFulfillments(
        db,
        page(request, reply, rows, limit, row => [row.id]),
      );
    },
  );

  app.get(
    '/fulfillments/counts/',
    {
      ...read,
      schema: {
        tags,
        summary: 'How many fulfillments are open, by status',
        querystring: CountQuery,
        response: { 200: CountAnswer },
      },
    },
    request => countOpen(db, staffOf(request), request.query.store),
  );

  app.get(
    '/fulfillments/:id/',
    { ...read, schema: { tags, summary: 'A fulfillment with its shipments', params, response } },
    async request =>
      presentFulfillment(db, await visibleFulfillment(db, staffOf(request), request.params.id)),
  );
}

function writeRoutes(app: App, { db, clock }: Platform): void {
  app.post(
    '/fulfillments/',
    {
      ...handle,
      schema: {
        tags,
        summary: 'Create a fulfillment for a sale',
        body: OpenBody,
        response: { 201: FulfillmentAnswer },
      },
    },
    async (request, reply) => {
      const opened = await atomically(db, async tx =>
        presentFulfillment(
          tx,
          await openFulfillment(tx, staffOf(request), request.body, clock.now()),
        ),
      );
      return reply.code(201).send(opened);
    },
  );

  app.patch(
    '/fulfillments/:id/',
    {
      ...handle,
      schema: {
        tags,
        summary: 'Change the scheduled day or the notes',
        params,
        body: ChangeBody,
        response,
      },
    },
    request =>
      atomically(db, async tx => {
        const { id } = request.params;
        const caller = staffOf(request);
        const row = await changeFulfillment(tx, caller, id, request.body, clock.now());
        return presentFulfillment(tx, row);
      }),
  );
}

const SUMMARIES = {
  process: 'Start picking the items',
  'mark-ready': 'Mark as ready for pickup; notifies the customer once',
  'picked-up': 'Mark as picked up by the customer',
  deliver: 'Mark as delivered',
} as const;

function moveRoutes(app: App, platform: Platform): void {
  const { db } = platform;
  for (const action of Object.keys(SUMMARIES) as (keyof typeof SUMMARIES)[]) {
    app.post(
      `/fulfillments/:id/${action}/`,
      { ...handle, schema: { tags, summary: SUMMARIES[action], params, response } },
      request =>
        atomically(db, async tx => {
          const { id } = request.params as { id: string };
          const row = await moveFulfillment(tx, platform, staffOf(request), id, action);
          return presentFulfillment(tx, row);
        }),
    );
  }
}

function cancelRoutes(app: App, platform: Platform): void {
  const { db } = platform;
  const idempotency = createIdempotency(platform);

  app.get(
    '/fulfillments/:id/cancellation/',
    {
      ...read,
      schema: {
        tags,
        summary: 'What a cancel would take back and refund now',
        params,
        response: { 200: PreviewAnswer },
      },
    },
    async request =>
      previewCancellation(db, await visibleFulfillment(db, staffOf(request), request.params.id)),
  );

  app.post(
    '/fulfillments/:id/cancel/',
    {
      ...handle,
      schema: {
        tags,
        summary: 'Cancel what has not left: refunds it, puts it back in stock, mails the customer',
        headers: IdempotencyHeaders,
        params,
        body: CancelBody,
        response: { 200: CancelAnswer },
      },
    },
    (request, reply) => {
      const caller = staffOf(request);
      const { body } = request;
      const cancel = {
        reason: body?.reason ?? 'Cancelled',
        refund: body?.refund ?? true,
        restock: body?.restock ?? true,
        items: body?.items,
        approvalRequestId: body?.approval_request_id,
        shiftId: body?.shift_id,
      };
      return idempotency.run(request, reply, keyScope(caller), settle =>
        cancelFulfillment(platform, caller, request.params.id, cancel, settle),
      );
    },
  );
}

function shipRoute(app: App, platform: Platform): void {
  const { db } = platform;
  const idempotency = createIdempotency(platform);
  app.post(
    '/fulfillments/:id/ship/',
    {
      ...handle,
      schema: {
        tags,
        summary: 'Ship all remaining items or some of them; mails the tracking number',
        headers: IdempotencyHeaders,
        params,
        body: ShipBody,
        response,
      },
    },
    (request, reply) => {
      const caller = staffOf(request);
      const { body, params: of } = request;
      const parcel = {
        carrierName: body?.carrier_name?.trim() ?? '',
        trackingNumber: body?.tracking_number?.trim() ?? '',
        items: body?.items,
      };
      return idempotency.run(request, reply, keyScope(caller), settle =>
        atomically(db, async tx => {
          const row = await shipItems(tx, platform, caller, of.id, parcel);
          return settle(tx, 200, await presentFulfillment(tx, row));
        }),
      );
    },
  );
}

function trackRoute(app: App, platform: Platform): void {
  const { db } = platform;
  app.patch(
    '/fulfillments/:id/shipments/:shipment_id/',
    {
      ...handle,
      schema: {
        tags,
        summary: 'Enter or correct the tracking number of a parcel; mails it to the customer',
        params: ShipmentParams,
        body: TrackingBody,
        response,
      },
    },
    request =>
      atomically(db, async tx => {
        const { id, shipment_id: shipmentId } = request.params;
        const ref = { id, shipmentId };
        const row = await trackShipment(tx, platform, staffOf(request), ref, request.body);
        return presentFulfillment(tx, row);
      }),
  );
}

function idIn(cursor: string | undefined): string | undefined {
  const [id] = decodeCursor(cursor, 1) ?? [];
  if (id === undefined || (typeof id === 'string' && isUuid(id))) return id;
  throw invalidField('cursor', 'This cursor is not valid here.', 'INVALID_CURSOR');
}

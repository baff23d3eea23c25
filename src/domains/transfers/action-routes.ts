import type { FastifyReply, FastifyRequest } from 'fastify';
import { atomically, type Tx } from '../../platform/database/tx.js';
import { IdempotencyHeaders } from '../../platform/http/headers.js';
import { createIdempotency } from '../../platform/http/idempotency.js';
import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { keyScope, type Staff, staff, staffOf } from '../access/index.js';
import { cancelTransfer } from './cancel-transfer.js';
import { dispatchTransfer } from './dispatch-transfer.js';
import { packTransfer } from './pack-transfer.js';
import { presentTransfer } from './present.js';
import { receiveTransfer } from './receive-transfer.js';
import type { Transfer } from './repository.js';
import { requestTransfer } from './request-transfer.js';
import {
  CancelBody,
  PackBody,
  ReceiveBody,
  TransferAnswer,
  TransferBody,
  TransferParams,
} from './schemas.js';

const tags = ['Transfers'];
const path = '/transfers/';
const one = `${path}:id/`;
const params = TransferParams;
const response = { 200: TransferAnswer };
/** Managers request and cancel; people who handle deliveries pack and receive. */
const plan = { config: { access: staff('stock.transfer') } };
const handle = { config: { access: staff('delivery.manage') } };

type Step = (tx: Tx, caller: Staff) => Promise<Transfer>;

export function actionRoutes(app: App, platform: Platform): void {
  const run = createRunner(platform);
  planRoutes(app, platform, run);
  sendingRoutes(app, platform, run);
  receiveRoute(app, platform, run);
}

/** Runs a step once per `Idempotency-Key` and answers with the transfer. */
function createRunner(platform: Platform) {
  const idempotency = createIdempotency(platform);
  return (request: FastifyRequest, reply: FastifyReply, status: number, step: Step) => {
    const caller = staffOf(request);
    return idempotency.run(request, reply, keyScope(caller), settle =>
      atomically(platform.db, async tx =>
        settle(tx, status, presentTransfer(await step(tx, caller))),
      ),
    );
  };
}
type Runner = ReturnType<typeof createRunner>;

function planRoutes(app: App, { clock }: Platform, run: Runner): void {
  app.post(
    path,
    {
      ...plan,
      schema: {
        tags,
        summary: 'Request a transfer between two stores, one of which is yours',
        headers: IdempotencyHeaders,
        body: TransferBody,
        response: { 201: TransferAnswer },
      },
    },
    (request, reply) =>
      run(request, reply, 201, (tx, caller) =>
        requestTransfer(tx, caller, request.body, clock.now()),
      ),
  );

  app.post(
    `${one}cancel/`,
    {
      ...plan,
      schema: {
        tags,
        summary: 'Cancel a transfer that has not been sent',
        headers: IdempotencyHeaders,
        params,
        body: CancelBody,
        response,
      },
    },
    (request, reply) =>
      run(request, reply, 200, (tx, caller) =>
        cancelTransfer(tx, caller, request.params.id, request.body.reason, clock.now()),
      ),
  );
}

function sendingRoutes(app: App, { clock }: Platform, run: Runner): void {
  app.post(
    `${one}pack/`,
    {
      ...handle,
      schema: {
        tags,
        summary: 'Pack a transfer at the sending store; without lines, as requested',
        headers: IdempotencyHeaders,
        params,
        body: PackBody,
        response,
      },
    },
    (request, reply) =>
      run(request, reply, 200, (tx, caller) =>
        packTransfer(tx, caller, request.params.id, request.body ?? {}, clock.now()),
      ),
  );

  app.post(
    `${one}dispatch/`,
    {
      ...handle,
      schema: {
        tags,
        summary: 'Send a packed transfer; its goods leave the stock',
        headers: IdempotencyHeaders,
        params,
        response,
      },
    },
    (request, reply) =>
      run(request, reply, 200, (tx, caller) =>
        dispatchTransfer(tx, caller, request.params.id, clock.now()),
      ),
  );
}

function receiveRoute(app: App, { clock }: Platform, run: Runner): void {
  app.post(
    `${one}receive/`,
    {
      ...handle,
      schema: {
        tags,
        summary: 'Receive a transfer into stock; without lines, as packed',
        headers: IdempotencyHeaders,
        params,
        body: ReceiveBody,
        response,
      },
    },
    (request, reply) =>
      run(request, reply, 200, (tx, caller) =>
        receiveTransfer(tx, caller, request.params.id, request.body ?? {}, clock.now()),
      ),
  );
}

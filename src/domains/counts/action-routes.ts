import type { FastifyReply, FastifyRequest } from 'fastify';
import { atomically, type Tx } from '../../platform/database/tx.js';
import { IdempotencyHeaders } from '../../platform/http/headers.js';
import { createIdempotency } from '../../platform/http/idempotency.js';
import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { keyScope, type Staff, staff, staffOf } from '../access/index.js';
import { approveCount } from './approve-count.js';
import { enterQuantity } from './enter-quantity.js';
import { cancelCount, recountLines, submitCount } from './move-count.js';
import { presentCount, presentLine } from './present.js';
import {
  CountAnswer,
  CountBody,
  CountParams,
  EntryBody,
  LineAnswer,
  ReasonBody,
  RecountBody,
} from './schemas.js';
import { startCount } from './start-count.js';

const tags = ['Stock counts'];
const path = '/stock-counts/';
const one = `${path}:id/`;
const params = CountParams;
const response = { 200: CountAnswer };
const counting = { config: { access: staff('stock.count') } };
const deciding = { config: { access: staff('stock.adjust') } };

export function actionRoutes(app: App, platform: Platform): void {
  const run = createRunner(platform);
  countingRoutes(app, platform, run);
  roundRoutes(app, platform, run);
  endRoutes(app, platform, run);
}

/** Runs a step once per `Idempotency-Key`. */
function createRunner(platform: Platform) {
  const idempotency = createIdempotency(platform);
  return <T>(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    step: (tx: Tx, caller: Staff) => Promise<T>,
  ): Promise<T> => {
    const caller = staffOf(request);
    return idempotency.run(request, reply, keyScope(caller), settle =>
      atomically(platform.db, async tx => settle(tx, status, await step(tx, caller))),
    );
  };
}
type Runner = ReturnType<typeof createRunner>;

function countingRoutes(app: App, { clock }: Platform, run: Runner): void {
  app.post(
    path,
    {
      ...counting,
      schema: {
        tags,
        summary: 'Start a stock count of a store, a category or a zone',
        headers: IdempotencyHeaders,
        body: CountBody,
        response: { 201: CountAnswer },
      },
    },
    (request, reply) =>
      run(request, reply, 201, async (tx, caller) =>
        presentCount(await startCount(tx, caller, request.body, clock.now())),
      ),
  );

  app.post(
    `${one}entries/`,
    {
      ...counting,
      schema: {
        tags,
        summary: 'Enter what you counted of one variant',
        headers: IdempotencyHeaders,
        params,
        body: EntryBody,
        response: { 200: LineAnswer },
      },
    },
    (request, reply) =>
      run(request, reply, 200, async (tx, caller) => {
        const { count, line } = await enterQuantity(tx, caller, request.params.id, request.body);
        return presentLine(count, line);
      }),
  );
}

function roundRoutes(app: App, { clock }: Platform, run: Runner): void {
  app.post(
    `${one}submit/`,
    {
      ...counting,
      schema: { tags, summary: 'End the counting', headers: IdempotencyHeaders, params, response },
    },
    (request, reply) =>
      run(request, reply, 200, async (tx, caller) =>
        presentCount(await submitCount(tx, caller, request.params.id, clock.now())),
      ),
  );

  app.post(
    `${one}recount/`,
    {
      ...counting,
      schema: {
        tags,
        summary: 'Count lines again',
        headers: IdempotencyHeaders,
        params,
        body: RecountBody,
        response,
      },
    },
    (request, reply) =>
      run(request, reply, 200, async (tx, caller) =>
        presentCount(await recountLines(tx, caller, request.params.id, request.body ?? {})),
      ),
  );
}

function endRoutes(app: App, { clock }: Platform, run: Runner): void {
  app.post(
    `${one}approve/`,
    {
      ...deciding,
      schema: {
        tags,
        summary: 'Approve a stock count and add its differences to stock',
        headers: IdempotencyHeaders,
        params,
        body: ReasonBody,
        response,
      },
    },
    (request, reply) =>
      run(request, reply, 200, async (tx, caller) => {
        const { reason } = request.body;
        return presentCount(await approveCount(tx, caller, request.params.id, reason, clock.now()));
      }),
  );

  app.post(
    `${one}cancel/`,
    {
      ...counting,
      schema: {
        tags,
        summary: 'Cancel a stock count; stock stays as it is',
        headers: IdempotencyHeaders,
        params,
        body: ReasonBody,
        response,
      },
    },
    (request, reply) =>
      run(request, reply, 200, async (tx, caller) => {
        const { reason } = request.body;
        return presentCount(await cancelCount(tx, caller, request.params.id, reason, clock.now()));
      }),
  );
}

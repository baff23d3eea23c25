import type { FastifyReply, FastifyRequest } from 'fastify';
import { probe, signature } from '../../platform/http/access.js';
import { parseJsonInSteps } from '../../platform/http/json.js';
import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { MILLISECONDS_BASE64URL } from '../../platform/webhooks/signature.js';
import { isSigned } from '../../platform/webhooks/verify.js';
import { connectorFor } from './connectors/registry.js';
import { type ContentDocument, isObject, isUnpublished } from './documents/document.js';
import {
  createReceiver,
  type Delivery,
  type Receipt,
  type Receive,
} from './inbound/receive-webhook.js';
import { Accessible, webhookAnswers } from './schemas.js';

const PATH = '/integrations/cms-webhook/';
const tags = ['Webhook receivers'];
const MAX_LENGTH = 255;

export function webhookRoutes(app: App, platform: Platform): void {
  app.get(
    PATH,
    {
      config: { access: probe },
      schema: {
        tags,
        summary: 'Check that the receiver is reachable',
        response: { 200: Accessible },
      },
    },
    async () => ({
      status: 'ok' as const,
      message: 'The content webhook receiver is reachable',
      endpoint: PATH,
      methods: ['GET', 'POST'],
    }),
  );

  const receive = createReceiver(platform);
  app.post(
    PATH,
    {
      config: { access: signature },
      schema: { tags, summary: 'Receive a changed document', response: webhookAnswers },
    },
    (request, reply) => answerWebhook(platform, receive, request, reply),
  );
}

/** Checks in the documented order: JSON, dataset, signature, document. */
async function answerWebhook(
  platform: Platform,
  receive: Receive,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { config, clock } = platform;
  const refuse = (status: number, error: string) => reply.code(status).send({ error });
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  let payload: unknown;
  try {
    payload = await parseJsonInSteps(body, 'partner');
  } catch {
    return refuse(400, 'Invalid JSON payload');
  }
  const { cmsDataset, cmsAllowCrossEnvironment, cmsSecret: secret } = config.webhooks;
  if (!cmsAllowCrossEnvironment && headerOf(request, 'cms-dataset') !== cmsDataset) {
    return refuse(400, 'Dataset environment mismatch');
  }
  const header = headerOf(request, 'cms-webhook-signature');
  if (!isSigned({ secret, header, body, now: clock.now() }, MILLISECONDS_BASE64URL)) {
    return refuse(401, 'Invalid webhook signature');
  }
  const delivery = deliveryOf(platform, request, payload);
  if (delivery === undefined) return refuse(400, 'Invalid JSON payload');
  try {
    return answer(reply, delivery.document, await receive(delivery));
  } catch (error) {
    request.log.error({ err: error }, 'queueing a content webhook failed');
    return reply.code(500).send({
      status: 'error',
      message: 'Failed to queue webhook for buffered processing',
      error: 'The queue is not available.',
    });
  }
}

/** Undefined when the payload is not a document with an id and a type. */
function deliveryOf(
  platform: Platform,
  request: FastifyRequest,
  payload: unknown,
): Delivery | undefined {
  if (!isObject(payload)) return undefined;
  const { _id: id, _type: type } = payload;
  const rev = payload._rev ?? '';
  // A draft is skipped later, so it needs no type.
  const isNamed = isName(id) && (isName(type) || (isUnpublished(id) && type === undefined));
  if (!isNamed || typeof rev !== 'string' || rev.length > MAX_LENGTH) return undefined;
  // The signature does not cover headers, so the header counts only if the deletion is verifiable.
  const isChecked = connectorFor(platform).storeReceived === undefined;
  const isDelete =
    payload._operation === 'delete' ||
    payload._deleted === true ||
    (isChecked && headerOf(request, 'cms-operation') === 'delete');
  return {
    document: { ...payload, _id: id, _type: type ?? '', _rev: rev } as ContentDocument,
    operation: isDelete ? 'delete' : 'save',
    transactionId: headerOf(request, 'cms-transaction-id'),
  };
}

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= MAX_LENGTH;

/** Undefined also for a header that was sent twice. */
function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}

function answer(reply: FastifyReply, document: ContentDocument, receipt: Receipt): FastifyReply {
  const about = { document_type: document._type, sanity_id: document._id };
  switch (receipt.status) {
    case 'skipped':
      return reply.code(200).send({
        status: 'skipped',
        message: 'Nothing to do for this document',
        ...about,
        reason: receipt.reason,
        ...(receipt.detectionMethod && { detection_method: receipt.detectionMethod }),
      });
    case 'duplicate':
      return reply.code(200).send({
        status: 'duplicate',
        message: 'This webhook was received before',
        webhook_signature: receipt.signature,
      });
    case 'accepted':
      return reply.code(202).send({
        status: 'accepted',
        message: 'Webhook queued for processing',
        task_id: receipt.taskId,
        webhook_signature: receipt.signature,
        ...about,
        processing_path: 'redis_buffered',
      });
  }
}

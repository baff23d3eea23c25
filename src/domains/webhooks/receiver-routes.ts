import type { FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseUnavailable } from '../../platform/database/connect.js';
import { probe, signature } from '../../platform/http/access.js';
import { parseJsonInSteps } from '../../platform/http/json.js';
import { Params, Text } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import {
  type ProcessorType,
  parseProcessorType,
  settingsOf,
  webhookOf,
} from '../payments/index.js';
import { type Receipt, receiveEvent } from './receive-event.js';
import { bindTransmission } from './repository.js';
import { Accessible, receipts } from './schemas.js';

const tags = ['Webhook receivers'];
const PRIMARY = '/payments/webhook/primary/';
const MAX_LENGTH = 255;

const MESSAGES: Record<Exclude<Receipt['status'], 'error'>, string> = {
  success: 'Webhook processed',
  duplicate: 'Event already processed',
  processing: 'Event is being processed',
};

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

export function receiverRoutes(app: App, platform: Platform): void {
  app.get(
    PRIMARY,
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
      message: 'The payment webhook receiver is reachable',
      endpoint: PRIMARY,
      methods: ['GET', 'POST'],
    }),
  );

  app.post(
    PRIMARY,
    {
      config: { access: signature },
      schema: { tags, summary: 'Receive an event of the primary processor', response: receipts },
    },
    (request, reply) => receive(platform, 'primary', request, reply),
  );

  app.post(
    '/payments/webhook/:processor_type/',
    {
      config: { access: signature },
      schema: {
        tags,
        summary: 'Receive an event of the named processor',
        params: Params({ processor_type: Text(300) }),
        response: receipts,
      },
    },
    (request, reply) =>
      receive(platform, parseProcessorType(request.params.processor_type), request, reply),
  );
}

/** Checks in the documented order: JSON, signature, id and type, then the ledger. */
async function receive(
  platform: Platform,
  processor: ProcessorType | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const refuse = (status: number, error: string) => reply.code(status).send({ error });
  if (processor === undefined) return refuse(404, 'Unknown processor type');
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  let payload: unknown;
  try {
    payload = await parseJsonInSteps(body, 'partner');
  } catch {
    return refuse(400, 'Invalid JSON payload');
  }
  const webhook = webhookOf(processor);
  const context = {
    platform,
    settings: settingsOf(platform, processor),
    bindTransmission: (id: string, digest: Buffer) =>
      bindTransmission(platform.db, id, digest, platform.clock.now()),
  };
  if (!(await webhook.isGenuine(context, { headers: request.headers, body }))) {
    return refuse(401, 'Invalid webhook signature');
  }
  const { id, type } = webhook.identify(payload);
  if (!isText(id) || id.length > MAX_LENGTH || !isText(type)) {
    return refuse(400, 'Missing event ID or type');
  }
  // No handled type is longer; the stored payload has the full text.
  const eventType = type.slice(0, MAX_LENGTH);
  const event = { processor, eventId: id, eventType, payload };
  const receipt = await receiveEvent(platform, event).catch((error: unknown): Receipt => {
    // The sender gets the usual 503 and redelivers the event.
    if (isDatabaseUnavailable(error)) throw error;
    request.log.error({ err: error }, 'storing a webhook event failed');
    return { status: 'error', error: 'The event could not be stored.' };
  });
  return answer(reply, receipt, id, type);
}

function answer(reply: FastifyReply, receipt: Receipt, id: string, type: string): FastifyReply {
  if (receipt.status === 'error') {
    return reply.code(500).send({
      status: 'error',
      message: 'Failed to process webhook',
      event_id: id,
      error: receipt.error,
    });
  }
  return reply.code(200).send({
    status: receipt.status,
    message: MESSAGES[receipt.status],
    event_id: id,
    ...(receipt.status === 'success' && { event_type: type, result: receipt.result }),
  });
}

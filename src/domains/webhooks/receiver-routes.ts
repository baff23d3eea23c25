import type { FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseUnavailable } from '../../platform/database/connect.js';
import { probe, signature } from '../../platform/http/access.js';
import { parseJson } from '../../platform/http/json.js';
import { Params, Text } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { type Receipt, receiveEvent } from './receive-event.js';
import { Accessible, receipts } from './schemas.js';
import { senderNamed } from './senders/registry.js';
import type { Sender } from './senders/sender.js';

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
        summary: 'Whether the receiver can be reached',
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
      schema: { tags, summary: 'Events of the card processor', response: receipts },
    },
    (request, reply) => receive(platform, senderNamed('primary'), request, reply),
  );

  app.post(
    '/payments/webhook/:processor_type/',
    {
      config: { access: signature },
      schema: {
        tags,
        summary: 'Events of any processor',
        params: Params({ processor_type: Text(300) }),
        response: receipts,
      },
    },
    (request, reply) =>
      receive(platform, senderNamed(request.params.processor_type), request, reply),
  );
}

/** In the order the senders were promised: JSON, signature, id and type, then the ledger. */
async function receive(
  platform: Platform,
  sender: Sender | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const refuse = (status: number, error: string) => reply.code(status).send({ error });
  if (sender === undefined) return refuse(404, 'Unknown processor type');
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  let payload: unknown;
  try {
    payload = parseJson(body, 'partner');
  } catch {
    return refuse(400, 'Invalid JSON payload');
  }
  if (!(await sender.isGenuine(platform, { headers: request.headers, body }))) {
    return refuse(401, 'Invalid webhook signature');
  }
  const { id, type } = sender.identify(payload);
  if (!isText(id) || id.length > MAX_LENGTH || !isText(type)) {
    return refuse(400, 'Missing event ID or type');
  }
  // No handler has a name that long; what the sender said stays in the payload.
  const eventType = type.slice(0, MAX_LENGTH);
  const event = { processor: sender.processor, eventId: id, eventType, payload };
  const receipt = await receiveEvent(platform, event).catch((error: unknown): Receipt => {
    // Nothing is known to be wrong with the event: like everybody else its sender tries again.
    if (isDatabaseUnavailable(error)) throw error;
    request.log.error({ err: error }, 'an event could not be taken');
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

import { events } from './domains/event-map.js';
import { BasketFrame } from './domains/hardware/index.js';
import {
  CatalogFrame,
  ErrorFrame,
  eventFrame,
  HelloFrame,
  liveDataOf,
  PingMessage,
  PongFrame,
  ResetFrame,
  ResumeMessage,
} from './domains/realtime/index.js';
import {
  TEST_EVENT,
  TestData,
  WebhookHeaders,
  webhookBody,
} from './domains/subscriptions/index.js';
import { anybody } from './platform/http/access.js';
import { type TSchema, Type } from './platform/http/schemas.js';
import type { App } from './platform/http/server.js';
import { VERSION } from './platform/version.js';
import type { EventDefinition } from './platform/work/events/define-event.js';

type Ref = { $ref: string };
type Message = { name: string; summary: string; payload: TSchema; headers?: TSchema };
type Messages = Record<string, Message>;

const FROM_SERVICE: Messages = {
  hello: {
    name: 'hello',
    summary: 'The first frame: the number of the last event of the store.',
    payload: HelloFrame,
  },
  reset: {
    name: 'reset',
    summary: 'The requested events are no longer kept; load the state again over HTTP.',
    payload: ResetFrame,
  },
  catalog: {
    name: 'catalog',
    summary: 'To tills: articles, prices, promotions or rates have changed.',
    payload: CatalogFrame,
  },
  pong: { name: 'pong', summary: 'The answer to a ping.', payload: PongFrame },
  error: { name: 'error', summary: 'The message was not understood.', payload: ErrorFrame },
};

const FROM_CLIENT: Messages = {
  ping: { name: 'ping', summary: 'Asks for a pong.', payload: PingMessage },
  resume: {
    name: 'resume',
    summary: 'Asks for all events after a number, then live events.',
    payload: ResumeMessage,
  },
};

const TO_DISPLAY: Messages = {
  basket: {
    name: 'basket',
    summary: 'What the customer sees now; the first frame shows the sale that is in progress.',
    payload: BasketFrame,
  },
};

const schemaRef = (name: string): TSchema => Type.Unsafe({ $ref: `#/components/schemas/${name}` });

function socketMessage(definition: EventDefinition): Message {
  const data = liveDataOf(definition);
  const shown = data === definition.schema ? schemaRef(definition.event) : data;
  const payload = eventFrame(definition.event, shown);
  return { name: definition.event, summary: definition.summary, payload };
}

const webhookMessage = (name: string, summary: string, data: TSchema): Message => ({
  name,
  summary,
  payload: webhookBody(name, data),
  headers: WebhookHeaders,
});

const named = (prefix: string, messages: readonly Message[]): Messages =>
  Object.fromEntries(messages.map(message => [`${prefix}.${message.name}`, message]));

const LIVE = named('live', events.filter(({ live }) => live).map(socketMessage));
const WEBHOOKS = named('webhook', [
  ...events
    .filter(({ webhook }) => webhook)
    .map(({ event, summary }) => webhookMessage(event, summary, schemaRef(event))),
  webhookMessage(TEST_EVENT, 'Sent on request, to see whether deliveries arrive.', TestData),
]);

const refsTo = (base: string, messages: Messages): Ref[] =>
  Object.keys(messages).map(key => ({ $ref: `${base}/messages/${key}` }));

const referred = (messages: Messages): Record<string, Ref> =>
  Object.fromEntries(
    Object.keys(messages).map(key => [key, { $ref: `#/components/messages/${key}` }]),
  );

/** A WebSocket path carries every live event of a store, and control messages both ways. */
const socketChannel = (address: string, description: string, parameter: string, what: string) => ({
  address,
  description,
  servers: [{ $ref: '#/servers/service' }],
  parameters: { [parameter]: { description: what } },
  messages: referred({ ...FROM_SERVICE, ...LIVE, ...FROM_CLIENT }),
  bindings: {
    ws: {
      query: {
        type: 'object',
        properties: {
          token: { type: 'string', description: 'The token of the login.' },
          after_seq: { type: 'integer', minimum: 0, description: 'Resumes after this event.' },
        },
      },
    },
  },
});

const operation = (action: 'send' | 'receive', channel: string, messages: Messages) => ({
  action,
  channel: { $ref: `#/channels/${channel}` },
  messages: refsTo(`#/channels/${channel}`, messages),
});

/** The AsyncAPI document: every event that leaves the service, generated from the event map. */
export const asyncApi = () => ({
  asyncapi: '3.0.0',
  info: {
    title: 'Tillhouse events',
    version: VERSION,
    description:
      'Live events over WebSocket and webhooks to other systems. Amounts are decimal strings, times are UTC. Receivers ignore events and fields that they do not know.',
  },
  defaultContentType: 'application/json',
  servers: {
    service: {
      host: '{host}',
      protocol: 'wss',
      description: 'The service itself.',
      variables: { host: { default: '127.0.0.1:8080' } },
    },
    receiver: {
      host: '{host}',
      protocol: 'https',
      description: 'The address of a registered webhook endpoint.',
      variables: { host: { default: 'example.com' } },
    },
  },
  channels: {
    terminal: socketChannel(
      '/ws/pos-gateway/terminal/{terminal_id}/',
      'For the login of exactly this till.',
      'terminal_id',
      'The id of the till, such as T-001.',
    ),
    manager: socketChannel(
      '/ws/pos-gateway/manager/{store_id}/',
      'For supervisors, managers and admins of the store.',
      'store_id',
      'The UUID, code or content id of the store.',
    ),
    display: {
      address: '/ws/pos-gateway/display/',
      description: 'For a customer display that is paired with a till.',
      servers: [{ $ref: '#/servers/service' }],
      messages: referred(TO_DISPLAY),
      bindings: {
        ws: {
          query: {
            type: 'object',
            properties: { token: { type: 'string', description: 'The token of the display.' } },
          },
        },
      },
    },
    webhooks: {
      address: null,
      description: 'One POST per event to each endpoint registered under /webhook-endpoints/.',
      servers: [{ $ref: '#/servers/receiver' }],
      messages: referred(WEBHOOKS),
      bindings: { http: {} },
    },
  },
  operations: {
    sendToTerminal: operation('send', 'terminal', { ...FROM_SERVICE, ...LIVE }),
    receiveFromTerminal: operation('receive', 'terminal', FROM_CLIENT),
    sendToManager: operation('send', 'manager', { ...FROM_SERVICE, ...LIVE }),
    receiveFromManager: operation('receive', 'manager', FROM_CLIENT),
    sendToDisplay: operation('send', 'display', TO_DISPLAY),
    deliverWebhook: operation('send', 'webhooks', WEBHOOKS),
  },
  components: {
    messages: { ...FROM_SERVICE, ...TO_DISPLAY, ...LIVE, ...WEBHOOKS, ...FROM_CLIENT },
    schemas: Object.fromEntries(
      events
        .filter(({ live, webhook }) => live || webhook)
        .map(({ event, schema }) => [event, schema]),
    ),
  },
});

/** Public like `/openapi.json`. */
export function serveAsyncApi(app: App): void {
  const document = JSON.stringify(asyncApi());
  app.get(
    '/asyncapi.json',
    { config: { access: anybody }, schema: { hide: true } },
    async (_request, reply) => {
      reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8');
      return reply.send(document);
    },
  );
}

import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  LogController,
  type RawReplyDefaultExpression,
  type RawRequestDefaultExpression,
  type RawServerDefault,
} from 'fastify';
import type { Config } from '../../config.js';
import { maskCardsInText } from '../cards/numbers.js';
import { newId } from '../ids.js';
import type { Log } from '../log.js';
import { loggablePath, maskCards, type Source } from '../redact.js';
import type { Tracing } from '../tracing/span.js';
import { answerClientError } from './client-error.js';
import { officeEnvelope, sendFailure } from './envelope.js';
import { Failure } from './failure.js';
import { keepReceived } from './idempotency-rules.js';
import { parseJson, parseJsonInSteps } from './json.js';
import { installMethodNotAllowed } from './method-not-allowed.js';
import { requestLog } from './request-log.js';
import { traceRequests } from './trace-requests.js';
import { installValidation } from './validation.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the answer is about, for the request's line in the log. */
    logSubject: string | null;
  }
}

/** Fastify with TypeBox types; every `routes.ts` registers on it. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

export const BODY_LIMIT_BYTES = 1_048_576;

/** 200 entries with 250 lines each are refused by size before they reach this. */
const MAX_JOURNAL_VALUES = 100_000;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is a batch of a till's journal: it may be longer, and no card number refuses it. */
    isJournal?: boolean;
  }
}
/** Card numbers are searched in steps from here on. */
const LONG_BODY = 32_768;
/** The headers must arrive within half of the request timeout. */
const HEADERS_SHARE = 2;
/** Timeout checks per request timeout; with Node's default of 30 s a request could take twice as long. */
const CHECKS_PER_TIMEOUT = 6;
const KEEP_ALIVE_MS = 72_000;
/** No id in a path is longer. */
const MAX_PARAM_LENGTH = 300;

const SANE_REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/;

/** The id is logged and sent back, so it must not carry a card number. */
const isSaneRequestId = (sent: string | string[] | undefined): sent is string =>
  typeof sent === 'string' && SANE_REQUEST_ID.test(sent) && maskCardsInText(sent) === sent;

const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
};

export function createServer(config: Config, log: Log, tracing?: Tracing): App {
  const app = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: requestLog,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: config.requestTimeoutMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    http: {
      headersTimeout: Math.floor(config.requestTimeoutMs / HEADERS_SHARE),
      connectionsCheckingInterval: Math.floor(config.requestTimeoutMs / CHECKS_PER_TIMEOUT),
    },
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    genReqId: request => {
      const sent = request.headers['x-request-id'];
      return isSaneRequestId(sent) ? sent : newId();
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAM_LENGTH },
    frameworkErrors: (error, request, reply) => {
      sendFailure(officeEnvelope, error, request, reply);
    },
    clientErrorHandler: answerClientError,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
  }).withTypeProvider<TypeBoxTypeProvider>();

  if (tracing) traceRequests(app, tracing, config.trustProxy);
  installParsers(app);
  refuseWhileClosing(app);
  maskQueries(app);
  installValidation(app);
  installHeaders(app, config);
  installAccessLog(app, log);
  app.register(cookie);
  if (config.corsOrigins.length > 0) {
    app.register(cors, {
      origin: config.corsOrigins,
      credentials: true,
      exposedHeaders: [
        'etag',
        'link',
        'x-request-id',
        'retry-after',
        'idempotent-replayed',
        'x-device-token',
      ],
    });
  }
  installMethodNotAllowed(app);
  app.setErrorHandler((error, request, reply) =>
    sendFailure(officeEnvelope, error, request, reply),
  );
  return app;
}

function installParsers(app: App): void {
  app.decorateRequest('receivedBody', null);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    // An empty body counts as no body: actions such as logout are sent without one.
    if (body.length === 0) return done(null, undefined);
    const { isJournal } = request.routeOptions.config;
    const limits: [Source?, number?] = isJournal ? ['journal', MAX_JOURNAL_VALUES] : [];
    const take = (value: unknown): void => {
      keepReceived(request, value);
      done(null, value);
    };
    const refuse = (error: Failure): void => done(error, undefined);
    if (body.length > LONG_BODY) {
      parseJsonInSteps(body as Buffer, ...limits)
        .then(take)
        .catch(refuse);
      return;
    }
    try {
      take(parseJson(body as Buffer, ...limits));
    } catch (error) {
      refuse(error as Failure);
    }
  });
}

/** A node that shuts down refuses new requests on open connections; the next node takes them. */
function refuseWhileClosing(app: App): void {
  let isClosing = false;
  app.addHook('preClose', done => {
    isClosing = true;
    done();
  });
  app.addHook('onRequest', (_request, reply, done) => {
    if (!isClosing) return done();
    reply.header('connection', 'close');
    const extra = { retryAfterSeconds: 1 };
    done(new Failure('unavailable', 'SHUTTING_DOWN', 'This node is shutting down.', extra));
  });
}

function maskQueries(app: App): void {
  app.addHook('onRequest', (request, _reply, done) => {
    try {
      maskCards(request.query);
      done();
    } catch (error) {
      done(error as Failure);
    }
  });
}

/** Webhook signatures cover the raw bytes, so the body is not parsed, whatever its content type. */
export function takeRawBodies(area: FastifyInstance): void {
  area.removeAllContentTypeParsers();
  area.addHook('onRequest', (request, _reply, done) => {
    request.raw.headers['content-type'] = 'application/octet-stream';
    done();
  });
  area.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES },
    (_request, body, done) => done(null, body),
  );
}

function installHeaders(app: App, config: Config): void {
  const headers: Record<string, string> = config.publicUrl.startsWith('https:')
    ? { ...SECURITY_HEADERS, 'strict-transport-security': 'max-age=31536000' }
    : SECURITY_HEADERS;
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers);
    reply.header('x-request-id', request.id);
    done();
  });
}

/** One line per request, with the path but without the query, which may hold tokens. */
function installAccessLog(app: App, log: Log): void {
  app.decorateRequest('logSubject', null);
  app.addHook('onResponse', (request, reply, done) => {
    if (!log.isLevelEnabled('info')) return done();
    request.log.info(
      {
        method: request.method,
        path: loggablePath(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...(request.logSubject !== null && { subject: request.logSubject }),
      },
      'request',
    );
    done();
  });
}

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import websocket from '@fastify/websocket';
import type { RouteOptions } from 'fastify';
import { serveAsyncApi } from './asyncapi.js';
import type { Config } from './config.js';
import {
  actorOf,
  countRefusedSignatures,
  createGuard,
  hideCosts,
  mayAlsoCall,
} from './domains/access/index.js';
import { agents } from './domains/agents/index.js';
import { analytics } from './domains/analytics/index.js';
import { createApprovals } from './domains/approvals/index.js';
import { audit, shownInLog } from './domains/audit/index.js';
import { catalog } from './domains/catalog/index.js';
import { checks } from './domains/checks/index.js';
import { collections } from './domains/collections/index.js';
import { compliance } from './domains/compliance/index.js';
import { content } from './domains/content/index.js';
import { counts } from './domains/counts/index.js';
import { customers } from './domains/customers/index.js';
import { AREAS, type Area, type Domain } from './domains/domain.js';
import { drawer } from './domains/drawer/index.js';
import { exchanges } from './domains/exchanges/index.js';
import { fiscal } from './domains/fiscal/index.js';
import { fulfillments } from './domains/fulfillments/index.js';
import { hardware } from './domains/hardware/index.js';
import { inventory } from './domains/inventory/index.js';
import { layaways } from './domains/layaways/index.js';
import { loyalty } from './domains/loyalty/index.js';
import { mcp } from './domains/mcp/index.js';
import { media } from './domains/media/index.js';
import { noteSales, ops } from './domains/ops/index.js';
import { payments, processorSecretHeaders } from './domains/payments/index.js';
import { createAuthenticate, createRecognizeDevice, people } from './domains/people/index.js';
import { pos } from './domains/pos/index.js';
import { prices } from './domains/prices/index.js';
import { procurement } from './domains/procurement/index.js';
import { promotions } from './domains/promotions/index.js';
import { quotes } from './domains/quotes/index.js';
import { realtime } from './domains/realtime/index.js';
import { receipts } from './domains/receipts/index.js';
import { reconciliation } from './domains/reconciliation/index.js';
import { returns } from './domains/returns/index.js';
import { reviews } from './domains/reviews/index.js';
import { setup } from './domains/setup/index.js';
import { shifts } from './domains/shifts/index.js';
import { spreadsheets } from './domains/spreadsheets/index.js';
import { storedValue } from './domains/stored-value/index.js';
import { storefront } from './domains/storefront/index.js';
import { stores } from './domains/stores/index.js';
import { subscriptions } from './domains/subscriptions/index.js';
import { suppliers } from './domains/suppliers/index.js';
import { tasks } from './domains/tasks/index.js';
import { findNamedSale, transactions } from './domains/transactions/index.js';
import { transfers } from './domains/transfers/index.js';
import { webhooks } from './domains/webhooks/index.js';
import { zones } from './domains/zones/index.js';
import { installAudit } from './platform/audit/install-audit.js';
import { createBus } from './platform/bus/index.js';
import { type Cache, createCache } from './platform/cache/index.js';
import { type Clock, SECOND_MS, systemClock } from './platform/clock.js';
import { connect } from './platform/database/connect.js';
import { createLeaderLock } from './platform/database/leader-lock.js';
import { migrate } from './platform/database/migrate.js';
import { refusePooler, warnWithoutLimits } from './platform/database/pooler.js';
import { createFileStore } from './platform/files/index.js';
import { installGuard } from './platform/http/access.js';
import {
  type Envelope,
  installEnvelope,
  officeEnvelope,
  successEnvelope,
} from './platform/http/envelope.js';
import { createLimits, type Limits } from './platform/http/limits.js';
import { installOpenApi, serveOpenApi } from './platform/http/openapi.js';
import { changedAnswers, installEtags } from './platform/http/records/install-etags.js';
import { RecordRoutes } from './platform/http/records/record-routes.js';
import { type App, createServer, takeRawBodies } from './platform/http/server.js';
import { refuseUnknownQueries } from './platform/http/strict-queries.js';
import { migrateQueue, startWorker } from './platform/jobs/worker.js';
import { type Log, redacting } from './platform/log.js';
import { deliverEarlierMail, mailQueue } from './platform/mail/deliver-mails.js';
import {
  countAddressBlocks,
  countUnreplicated,
  createMetrics,
  type Metrics,
  measurePool,
  measureRequests,
} from './platform/metrics.js';
import { countRequests, createPacing } from './platform/pacing.js';
import type { Platform } from './platform/platform.js';
import { createReferenceData } from './platform/reference-data/index.js';
import { startTracing } from './platform/tracing/start.js';
import { startDispatcher } from './platform/work/consumers/dispatcher.js';
import { startSequencer } from './platform/work/events/sequencer.js';
import { startQueues } from './platform/work/queues/run-queue.js';
import { servePages } from './screens.js';

const approvals = createApprovals(findNamedSale);

/** Every domain, lowest tier first: each may use those above it in this list, never those below. */
const domains: readonly Domain[] = [
  stores,
  people,
  approvals,
  media,
  catalog,
  inventory,
  suppliers,
  prices,
  spreadsheets,
  storedValue,
  payments,
  fiscal,
  shifts,
  tasks,
  collections,
  procurement,
  transfers,
  zones,
  counts,
  drawer,
  promotions,
  compliance,
  transactions,
  reconciliation,
  checks,
  returns,
  fulfillments,
  receipts,
  hardware,
  quotes,
  loyalty,
  reviews,
  pos,
  layaways,
  exchanges,
  storefront,
  agents,
  webhooks,
  content,
  analytics,
  subscriptions,
  customers,
  audit,
  setup,
  ops,
  realtime,
  mcp,
];

/** Background work of all domains; any node can run it. */
export const work = {
  consumers: domains.flatMap(domain => domain.consumers ?? []),
  queues: [...domains.flatMap(domain => domain.queues ?? []), mailQueue],
  jobs: [deliverEarlierMail, ...domains.flatMap(domain => domain.jobs ?? [])],
  schedules: domains.flatMap(domain => domain.schedules ?? []),
};

const envelopes: Partial<Record<Area, Envelope>> = {
  office: officeEnvelope,
  till: successEnvelope,
  shop: successEnvelope,
};

/** Areas whose records have ETags and whose changes are in the audit log, with their answer to 412. */
const audited: Partial<Record<Area, object>> = {
  office: changedAnswers.office,
  till: changedAnswers.success,
};

/**
 * Health checks, sockets, pages, documents, signed webhooks and reads of the shop: their callers add
 * parameters of their own, such as the tracking tags of a link.
 */
function takesAnyQuery({ method, url, config, schema }: RouteOptions): boolean {
  const access = config?.access;
  const isRead = [method].flat().every(one => one === 'GET' || one === 'HEAD');
  return (
    access?.kind === 'signature' ||
    (access?.kind === 'public' && access.probe === true) ||
    url === '/metrics/' ||
    url === '/auth/oidc/callback/' ||
    (isRead && (schema?.hide === true || url.startsWith('/web-commerce/')))
  );
}

/** Clients send only pings and resume messages, which are far smaller. */
const MAX_FRAME_BYTES = 16_384;

/** Held by the node that dispatches events to consumers and works on exclusive queues. */
const BACKGROUND_LOCK = 7_411_503;

/** Reports on the main database have few connections of their own, so that they never take a till's. */
const REPORT_CONNECTIONS = 3;
const ASIDE_CONNECTIONS = 2;

export type Service = {
  app: App;
  platform: Platform;
  /** Numbers committed events and dispatches them; for tests that must not wait for a poll. */
  settleEvents(): Promise<void>;
  close(): Promise<void>;
};

export type ServiceOptions = {
  config: Config;
  databaseUrl: string;
  log: Log;
  clock?: Clock;
  /** Off for a database that certainly has every migration, such as the clone of a migrated one. */
  migrates?: boolean;
  /** Off in tests that count statements or move the clock. */
  background?: boolean;
  /** Off in a tool that only writes records, perhaps without the secrets of the service. */
  startsDomains?: boolean;
  /** Off where another service numbers the events. */
  numbersEvents?: boolean;
  /** Sees the server before its routes are declared; tests hook in here. */
  onApp?: (app: App) => void;
};

/** Connects all parts of the service; the caller starts to listen. */
export async function createService(options: ServiceOptions): Promise<Service> {
  const { config, databaseUrl } = options;
  const log = redacting(options.log, processorSecretHeaders);
  // A session of its own, where `databaseUrl` leads to a pooler.
  const directUrl = config.databaseDirectUrl ?? databaseUrl;
  if (config.databasePooler === 'none') await refusePooler(databaseUrl);
  if (options.migrates !== false) {
    await migrate(directUrl, log, { baseCurrency: config.baseCurrency });
    await migrateQueue(directUrl, log);
  }
  const metrics = createMetrics();
  const tracing = config.tracing && (await startTracing(config.tracing, log));
  const pooler = config.databasePooler;
  const onUnreplicated = countUnreplicated(metrics);
  const toPrimary = { log, pooler, onUnreplicated };
  const main = connect(databaseUrl, { poolSize: config.databasePoolSize, ...toPrimary });
  const aside = connect(databaseUrl, { poolSize: ASIDE_CONNECTIONS, ...toPrimary });
  if (pooler === 'transaction') await warnWithoutLimits(main.db, log);
  const reports = connect(config.replicaUrl ?? databaseUrl, {
    poolSize: config.replicaUrl ? config.databasePoolSize : REPORT_CONNECTIONS,
    log,
    customPlans: true,
    ...(config.replicaUrl === undefined ? { pooler } : { listAttrs: 'any' }),
  });
  const { redisUrl, redisSentinels } = config;
  const cache = createCache({ redisUrl, redisSentinels, log });
  const bus = createBus({ redisUrl, redisSentinels, log });
  const clock = options.clock ?? systemClock;
  const platform: Platform = {
    config,
    log,
    clock,
    db: main.db,
    aside: aside.db,
    replica: reports.db,
    cache,
    bus,
    files: createFileStore(config),
    limits: limitsOf(config, cache, log, metrics),
    metrics,
    pacing: createPacing(),
    referenceData: createReferenceData(main.db),
    work,
    tracing,
  };

  measurePool(main.pool, metrics);
  const app = await assemble(platform, options.onApp);

  const sequencer = options.numbersEvents === false ? undefined : startSequencer(platform);
  const runsBackgroundWork = options.background !== false;
  const leader = createLeaderLock(directUrl, BACKGROUND_LOCK);
  const dispatcher = runsBackgroundWork
    ? await startDispatcher(platform, work.consumers, leader)
    : undefined;
  const queues = runsBackgroundWork ? startQueues(platform, work.queues, leader) : undefined;
  const worker = runsBackgroundWork ? await startWorker(platform, directUrl, work) : undefined;
  const stops: (() => Promise<void>)[] = [];
  const starting = options.startsDomains === false ? [] : domains;
  for (const domain of starting) if (domain.start) stops.push(await domain.start(platform));

  return {
    app,
    platform,
    settleEvents: async () => {
      await sequencer?.drain();
      await dispatcher?.drain();
    },
    close: async () => {
      for (const stop of stops) await stop();
      await app.close();
      await dispatcher?.stop();
      await queues?.stop();
      await leader.end();
      await worker?.stop();
      await sequencer?.stop();
      await Promise.all([bus, cache, main, aside, reports].map(part => part.close()));
      await tracing?.close();
    },
  };
}

function limitsOf(config: Config, cache: Cache, log: Log, metrics: Metrics): Limits {
  const count = countAddressBlocks(metrics);
  return createLimits(cache, log, {
    flood: {
      max: config.floodLimit,
      windowMs: SECOND_MS,
      blockMs: config.floodBlockSeconds * SECOND_MS,
    },
    onBlock: block => {
      log.warn(block, 'an address is blocked');
      count(block);
    },
  });
}

/** Declares every route in its area. Runs no query. */
async function assemble(platform: Platform, onApp?: (app: App) => void): Promise<App> {
  const app = createServer(platform.config, platform.log, platform.tracing);
  measureRequests(app, platform.metrics);
  countRequests(app, platform.pacing);
  app.decorateRequest('principal', null);
  onApp?.(app);
  installOpenApi(app);
  await app.register(websocket, { options: { maxPayload: MAX_FRAME_BYTES } });
  app.register(async scope => {
    installGuard(
      scope,
      createGuard(platform, createAuthenticate(platform), createRecognizeDevice(platform)),
    );
    countRefusedSignatures(scope, platform);
    refuseUnknownQueries(scope, takesAnyQuery);
    noteSales(scope);
    hideCosts(scope);
    const records = new RecordRoutes(mayAlsoCall);
    for (const area of AREAS) {
      scope.register(async part => {
        const envelope = envelopes[area];
        if (envelope) installEnvelope(part, envelope);
        const changed = audited[area];
        if (changed) {
          installEtags(part, records, changed);
          installAudit(part, { platform, records, actorOf, show: shownInLog(platform.config) });
        }
        if (area === 'webhook') takeRawBodies(part);
        for (const { name, routes } of domains) {
          part.register(async own => {
            own.addHook('onRoute', route => {
              route.config = { ...route.config, domain: name };
            });
            routes?.[area]?.(own.withTypeProvider<TypeBoxTypeProvider>(), platform);
          });
        }
      });
    }
    scope.register(async pages => servePages(pages, platform));
    serveOpenApi(scope.withTypeProvider<TypeBoxTypeProvider>());
    serveAsyncApi(scope.withTypeProvider<TypeBoxTypeProvider>());
  });
  await app.ready();
  return app;
}

/** The OpenAPI document of the service, made without a database. */
export async function describeApi(config: Config, log: Log): Promise<object> {
  const { db, close } = connect('postgres://nowhere', { poolSize: 1, log });
  const cache = createCache({ log });
  const bus = createBus({ log });
  const app = await assemble({
    config,
    log,
    clock: systemClock,
    db,
    aside: db,
    replica: db,
    cache,
    bus,
    files: createFileStore(config),
    limits: createLimits(cache, log),
    metrics: createMetrics(),
    pacing: createPacing(),
    referenceData: createReferenceData(db),
    work,
  });
  try {
    return app.swagger();
  } finally {
    await app.close();
    await Promise.all([bus.close(), cache.close(), close()]);
  }
}

import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { collectDefaultMetrics } from 'prom-client';
import { createService, type Service } from './app.js';
import { type Config, loadConfig } from './config.js';
import { createProcessors, processorSettings } from './domains/payments/index.js';
import { makeSetupLink } from './domains/people/index.js';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from './platform/database/embedded/index.js';
import { requireFreePort } from './platform/free-port.js';
import { createLog, type Log } from './platform/log.js';
import { surviveUncaughtErrors } from './platform/uncaught-errors.js';
import { productionWarnings } from './production-warnings.js';
import { seedDemo, seedHistory } from './seed/demo.js';
import { seedShopHome } from './seed/shop-home.js';
import { welcome } from './welcome.js';

/**
 * On a machine with much memory V8 lets the heap grow to several times the live data before it
 * collects garbage. Collecting after 25 % growth keeps the process small at no measurable cost.
 */
setFlagsFromString('--heap-growing-percent=25');

/** A graceful shutdown must finish within this time. */
const CLOSE_WITHIN_MS = 10_000;
const REPEATED_SIGNAL_MS = 1_000;

async function main(): Promise<void> {
  const startedAt = Date.now();
  const config = loadConfig(process.env, processorSettings);
  const log = createLog(config.logLevel, undefined, config.tracing !== undefined);
  await requireFreePort(config);
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbeddedPostgres({ dataDir: config.dataDir, log });
  let service: Service | undefined;
  const shutDown = onSignals(log, async () => {
    await service?.close();
    await embedded?.stop();
  });
  try {
    service = await start(config, log, embedded);
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
  const seconds = ((Date.now() - startedAt) / 1_000).toFixed(1);
  const bound = service.app.server.address() as AddressInfo;
  const setupLink = await makeSetupLink(service.platform);
  const isEmbedded = embedded !== undefined;
  process.stdout.write(welcome(config, { seconds, embedded: isEmbedded, bound, setupLink }));
  const { metrics } = service.platform;
  collectDefaultMetrics({ register: metrics });
  surviveUncaughtErrors({ log, metrics, restart: () => shutDown('too many uncaught errors', 1) });
  await service.app.compileAhead();
}

async function start(
  config: Config,
  log: Log,
  embedded: EmbeddedPostgres | undefined,
): Promise<Service> {
  const databaseUrl = config.databaseUrl ?? embedded?.url ?? '';
  const service = await createService({ config, databaseUrl, log });
  try {
    createProcessors(service.platform);
    if (config.demoData) {
      log.info({}, 'adding the demo data that is not there yet');
      await seedDemo(service.platform);
      await seedHistory(service.platform);
    }
    for (const warning of await productionWarnings(service.platform)) log.warn({}, warning);
    await service.app.listen({ host: config.host, port: config.port });
    if (config.demoData) addShopHome(service, log);
    return service;
  } catch (error) {
    await service.close();
    throw error;
  }
}

/** Beside the first requests, because drawing and encoding its picture takes seconds. */
function addShopHome({ platform }: Service, log: Log): void {
  seedShopHome(platform).catch((error: unknown) =>
    log.warn({ err: error }, 'the demo home page was not added; the next start tries again'),
  );
}

/** Closes gracefully on a signal; a second signal or ten seconds end the process at once. */
function onSignals(
  log: Log,
  close: () => Promise<void>,
): (cause: string, exitCode: number) => void {
  let closingSince = 0;
  const end = (signal: string, exitCode: number): void => {
    // One Ctrl-C may arrive twice: from the terminal, and forwarded by npm or tsx.
    if (closingSince > 0 && Date.now() - closingSince < REPEATED_SIGNAL_MS) return;
    if (closingSince > 0) process.exit(1);
    closingSince = Date.now();
    log.info({ signal }, 'shutting down');
    setTimeout(() => {
      log.error({}, 'shutdown took too long');
      process.exit(1);
    }, CLOSE_WITHIN_MS).unref();
    close().then(
      () => process.exit(exitCode),
      error => {
        log.error({ err: error }, 'shutdown failed');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => end(signal, 0));
  return end;
}

main().catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`Tillhouse did not start. ${message}\n`);
  process.exit(1);
});

import { createService } from '../src/app.js';
import { loadConfig } from '../src/config.js';
import { processorSettings } from '../src/domains/payments/index.js';
import { startEmbeddedPostgres } from '../src/platform/database/embedded/index.js';
import { createLog } from '../src/platform/log.js';
import { seedDemo, seedHistory } from '../src/seed/demo.js';

/** Writes the demo shop into the configured database; a second run changes nothing. */
const config = loadConfig(process.env, processorSettings);
const log = createLog('warn');
const embedded = config.databaseUrl
  ? undefined
  : await startEmbeddedPostgres({ dataDir: config.dataDir, log });
const service = await createService({
  config,
  databaseUrl: config.databaseUrl ?? embedded?.url ?? '',
  log,
  background: false,
});
await seedDemo(service.platform);
await seedHistory(service.platform);
await service.close();
await embedded?.stop();
console.log('The demo data is in place.');

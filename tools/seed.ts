import { createService } from '../src/app.js';
import { loadConfig } from '../src/config.js';
import { processorSettings } from '../src/domains/payments/index.js';
import { createLog } from '../src/platform/log.js';
import { seedDemo, seedHistory } from '../src/seed/demo.js';
import { seedShopHome } from '../src/seed/shop-home.js';
import { openDatabase } from './support/open-database.js';

/** Writes the demo shop into the configured database; a second run changes nothing. */
async function seed(): Promise<void> {
  const config = loadConfig(process.env, processorSettings);
  if (config.production) throw new Error('NODE_ENV is production.');
  const log = createLog('warn');
  const database = await openDatabase(config, log);
  try {
    const databaseUrl = database.url;
    const service = await createService({ config, databaseUrl, log, background: false });
    await seedDemo(service.platform)
      .then(() => seedHistory(service.platform))
      .then(() => seedShopHome(service.platform))
      .finally(() => service.close());
  } finally {
    await database.close();
  }
}

try {
  await seed();
  console.log('The demo data is in place.');
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  console.error(`No demo data was written. ${reason}`);
  process.exitCode = 1;
}

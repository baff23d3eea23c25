import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { createService } from '../../src/app.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { migrateQueue } from '../../src/platform/jobs/worker.js';
import { createLog } from '../../src/platform/log.js';
import { seedDemo } from '../../src/seed/demo.js';
import { cheapenDemoLogins } from './cheap-logins.js';
import { testConfig } from './config.js';
import { startTestPostgres } from './postgres.js';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

export const TEMPLATE = 'tillhouse_template';
export const DEMO_TEMPLATE = 'tillhouse_demo_template';

/** One PostgreSQL per suite of a run, with an empty and a demo template that test files clone. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres();
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`create database ${TEMPLATE}`);
  const log = createLog('silent');
  const template = databaseUrl(postgres.url, TEMPLATE);
  await migrate(template, log);
  await migrateQueue(template, log);
  await client.query(`create database ${DEMO_TEMPLATE} template ${TEMPLATE}`);
  await client.end();
  await seed(databaseUrl(postgres.url, DEMO_TEMPLATE));
  project.provide('postgresUrl', postgres.url);
  return () => postgres.stop();
}

async function seed(url: string): Promise<void> {
  const service = await createService({
    config: testConfig(),
    databaseUrl: url,
    log: createLog('silent'),
    background: false,
  });
  await seedDemo(service.platform);
  // Most tests sell at any price; test/pos/policy.test.ts has the policy of the demo.
  await service.platform.db.updateTable('stores').set({ approval_policy: '{}' }).execute();
  await cheapenDemoLogins(service.platform);
  await service.settleEvents();
  await service.close();
}

/** The same server, another database. */
export function databaseUrl(url: string, name: string): string {
  return url.replace(/^(postgres(?:ql)?:\/\/[^/]*\/)[^?]*/, `$1${name}`);
}

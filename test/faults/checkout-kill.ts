import { rm } from 'node:fs/promises';
import { connect } from '../../src/platform/database/connect.js';
import { type Db, statement } from '../../src/platform/database/tx.js';
import { createLog } from '../../src/platform/log.js';
import { crowd, type Front } from '../storefront/checkout-shoppers.js';
import { makeTempFolder } from '../support/postgres.js';
import { freePort, type ServiceProcess, startService } from '../support/process.js';
import { compareRecords, type RecordsReport, stockShelf } from './checkout-records.js';
import { order, pause } from './clients.js';
import { expireLeases, expireUncertainChargeDelays, makeSchedulesDue } from './expire-leases.js';

export type KillReport = RecordsReport & { kills: number; checkouts: number; acknowledged: number };

const SKU = 'KILLED';
const CONCURRENCY = 8;

/**
 * Shoppers order through the API of a service process that is repeatedly killed with SIGKILL. Each
 * shopper retries under one idempotency key, as a page does. Afterwards all records are compared.
 */
export async function killWhileOrdering(
  databaseUrl: string,
  { checkouts, kills }: { checkouts: number; kills: number },
): Promise<KillReport> {
  const dataDir = await makeTempFolder();
  const env = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    SECRET_KEY: 'a-secret-for-tests-only-0123456789',
    PORT: String(await freePort()),
  };
  const { db, close } = connect(databaseUrl, { poolSize: 2, log: createLog('silent') });
  const stock = Math.ceil(checkouts * 0.8);
  await stockShelf(db, SKU, stock);
  const people = await crowd({ platform: { db } } as Front, checkouts, [[SKU, 1]]);
  let service: ServiceProcess = await startService(env);
  const acknowledged = new Set<string>();
  let answered = 0;
  const line = [...people];
  const worker = async (): Promise<void> => {
    for (let person = line.shift(); person !== undefined; person = line.shift()) {
      if (await order({ url: () => service.url }, person)) acknowledged.add(person.id);
      answered += 1;
    }
  };
  try {
    const shoppers = Array.from({ length: CONCURRENCY }, worker);
    for (let kill = 1; kill <= kills; kill += 1) {
      const target = Math.floor((checkouts * kill) / (kills + 1));
      while (answered < target) await pause(2);
      await pause(Math.random() * 30);
      await service.kill();
      await expireLeases(db);
      service = await startService(env);
    }
    await Promise.all(shoppers);
    await settled(db);
    const ids = people.map(({ id }) => id);
    const report = await compareRecords(db, { checkouts: ids, acknowledged, sku: SKU, stock });
    return { kills, checkouts, acknowledged: acknowledged.size, ...report };
  } finally {
    await service.kill();
    await close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Waits until the running service has recovered the attempts of the killed ones. */
async function settled(db: Db): Promise<void> {
  for (let round = 0; round < 60; round += 1) {
    await expireLeases(db);
    await expireUncertainChargeDelays(db);
    await makeSchedulesDue(db);
    const [open] = await statement<{ n: number }>(
      db,
      `select (select count(*) from checkout_sessions
                 where status in ('payment_processing', 'payment_requires_action'))::int
            + (select count(*) from uncertain_charges where outcome is null)::int
            + (select count(*) from refunds where status <> 'succeeded')::int as n`,
    );
    if (open?.n === 0) return;
    await pause(1_000);
  }
}

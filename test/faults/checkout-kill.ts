import { rm } from 'node:fs/promises';
import { createService } from '../../src/app.js';
import { connect } from '../../src/platform/database/connect.js';
import { type Db, statement } from '../../src/platform/database/tx.js';
import { createLog } from '../../src/platform/log.js';
import { seedDemo } from '../../src/seed/demo.js';
import { crowd, FORM, type Front } from '../storefront/checkout-shoppers.js';
import { testConfig } from '../support/config.js';
import { makeTempFolder, startTestPostgres } from '../support/postgres.js';
import { callService, freePort, type ServiceProcess, startService } from '../support/process.js';
import { compareBooks, stockShelf, type Verdict } from './checkout-books.js';

export type KillReport = Verdict & { kills: number; checkouts: number; acknowledged: number };

const SKU = 'KILLED';
const AT_ONCE = 8;

type Person = Awaited<ReturnType<typeof crowd>>[number];

/**
 * Shoppers order through the API of a service in a process of its own that is killed with SIGKILL
 * again and again. They insist, as a page does, under one key each. Afterwards all books are
 * compared.
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
  const shopOn = async (): Promise<void> => {
    for (let person = line.shift(); person !== undefined; person = line.shift()) {
      if (await order(() => service.url, person)) acknowledged.add(person.id);
      answered += 1;
    }
  };
  try {
    const shoppers = Array.from({ length: AT_ONCE }, shopOn);
    for (let kill = 1; kill <= kills; kill += 1) {
      const target = Math.floor((checkouts * kill) / (kills + 1));
      while (answered < target) await pause(2);
      await pause(Math.random() * 30);
      await service.kill();
      await passTime(db);
      service = await startService(env);
    }
    await Promise.all(shoppers);
    await settled(db);
    const ids = people.map(({ id }) => id);
    const verdict = await compareBooks(db, { checkouts: ids, acknowledged, sku: SKU, stock });
    return { kills, checkouts, acknowledged: acknowledged.size, ...verdict };
  } finally {
    await service.kill();
    await close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms));

/** True once the order is acknowledged, false once it is refused for good. */
async function order(url: () => string, { visit, id }: Person): Promise<boolean> {
  const token = id.charCodeAt(id.length - 1) % 3 === 0 ? 'tok_challenge' : 'tok_ok';
  const complete = () =>
    insist(url, '/web-commerce/checkout/complete/', visit.token, `complete-${id}`, {
      checkout_session_id: id,
      payment_method_id: 'card',
      payment_data: { token },
      checkout_form_data: FORM,
    });
  const reply = await complete();
  if (reply.status !== 200) return false;
  if (reply.body.receipt_token !== undefined) return true;
  const confirmed = await insist(url, '/payments/confirm/', visit.token, `confirm-${id}`, {
    checkout_session_id: id,
  });
  return confirmed.status === 200;
}

/** Asks until it hears an answer: the key makes that safe. */
async function insist(url: () => string, path: string, token: string, key: string, body: object) {
  for (;;) {
    try {
      const answer = await callService(url(), 'POST', path, {
        body,
        headers: { 'x-cart-session-token': token, 'idempotency-key': key },
      });
      if (answer.status < 500 && answer.status !== 409) return answer;
    } catch {
      // The service is down: it will be back.
    }
    await pause(50);
  }
}

/** As if a minute had passed since the kill: nobody holds anything any more. */
async function passTime(db: Db): Promise<void> {
  const past = `now() - interval '1 second'`;
  await statement(
    db,
    `update idempotency_keys set lease_until = ${past} where response_status is null`,
  );
  await statement(
    db,
    `update checkout_sessions set lease_until = ${past} where lease_until is not null`,
  );
  await statement(
    db,
    `update refunds set next_attempt_at = ${past}, lease_until = null where status <> 'succeeded'`,
  );
}

/** Waits until the running service has resolved by itself what the dead ones left. */
async function settled(db: Db): Promise<void> {
  for (let round = 0; round < 30; round += 1) {
    await passTime(db);
    await statement(
      db,
      `update doubtful_charges set next_look_at = now(), sent_at = now() - interval '11 minutes'
       where outcome is null`,
    );
    const [open] = await statement<{ n: number }>(
      db,
      `select (select count(*) from checkout_sessions
                 where status in ('payment_processing', 'payment_requires_action'))::int
            + (select count(*) from doubtful_charges where outcome is null)::int
            + (select count(*) from refunds where status <> 'succeeded')::int as n`,
    );
    if (open?.n === 0) return;
    await pause(1_000);
  }
}

if (process.argv[1]?.endsWith('checkout-kill.ts')) {
  const kills = Number(process.argv[2] ?? 50);
  const checkouts = Number(process.argv[3] ?? kills * 20);
  const postgres = await startTestPostgres();
  try {
    const service = await createService({
      config: testConfig(),
      databaseUrl: postgres.url,
      log: createLog('silent'),
      background: false,
    });
    await seedDemo(service.platform);
    await service.close();
    const report = await killWhileOrdering(postgres.url, { checkouts, kills });
    console.log(report);
    process.exitCode = report.wrong.length === 0 ? 0 : 1;
  } finally {
    await postgres.stop();
  }
}

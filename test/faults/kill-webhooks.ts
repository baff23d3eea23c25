import { rm } from 'node:fs/promises';
import pg from 'pg';
import { connect } from '../../src/platform/database/connect.js';
import { type Db, statement } from '../../src/platform/database/tx.js';
import { createLog } from '../../src/platform/log.js';
import { makeTempFolder } from '../support/postgres.js';
import { callService, freePort, type ServiceProcess, startService } from '../support/process.js';
import { openTill, PRIMARY_SECRET, pause, paymentEvent, saleOf, sign } from './clients.js';
import { expireLeases, makeSchedulesDue } from './expire-leases.js';

export type WebhookKillReport = {
  kills: number;
  /** Signed events of the processor and of the content system. */
  events: number;
  documents: number;
  /** How many of these were stored but not processed at the moment of a kill. */
  caughtEvents: number;
  caughtDocuments: number;
  /** Not processed, or without their effect, at the end: must be empty. */
  lost: string[];
};

const CMS_SECRET = 'cms-secret-for-kills';
const PER_KILL = 3;

/**
 * The processor and the content system send events while processing is blocked. The service is
 * killed between receipt and processing. Afterwards every event must be processed, although each
 * was sent once only. Unless `patient`, leases and schedules are moved forward in the database.
 */
export async function killWebhooks(
  databaseUrl: string,
  { kills, patient }: { kills: number; patient: boolean },
): Promise<WebhookKillReport> {
  const dataDir = await makeTempFolder();
  const env = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    SECRET_KEY: 'a-secret-for-tests-only-0123456789',
    PORT: String(await freePort()),
    PRIMARY_WEBHOOK_SECRET: PRIMARY_SECRET,
    CMS_WEBHOOK_SECRET: CMS_SECRET,
  };
  const { db, close } = connect(databaseUrl, { poolSize: 3, log: createLog('silent') });
  await installGate(db);
  let service: ServiceProcess = await startService(env);
  const intents: string[] = [];
  const documents: string[] = [];
  let [caughtEvents, caughtDocuments] = [0, 0];
  try {
    const { token } = await openTill(service.url, 'T-001');
    for (let kill = 1; kill <= kills; kill += 1) {
      const names = Array.from({ length: PER_KILL }, (_, n) => `${kill}-${n}`);
      for (const name of names) await payByCard(service.url, token, `pi_${name}`);
      intents.push(...names.map(name => `pi_${name}`));
      documents.push(...names.map(name => `brand-${name}`));
      await whileLocked(databaseUrl, async () => {
        for (const name of names) void sendPaymentEvent(service.url, name).catch(() => undefined);
        for (const name of names) await sendBrandWebhook(service.url, name);
        const caught = await untilStored(db, intents.length, documents.length);
        caughtEvents += caught.events;
        caughtDocuments += caught.documents;
        await service.kill();
      });
      service = await startService(env);
    }
    const lost = await untilHandled(db, intents, documents, patient);
    return {
      kills,
      events: intents.length,
      documents: documents.length,
      caughtEvents,
      caughtDocuments,
      lost,
    };
  } finally {
    await service.kill();
    await close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function payByCard(url: string, token: string, intent: string): Promise<void> {
  const created = await callService(url, 'POST', '/pos/transactions/create/', {
    token,
    body: saleOf('MUG-WHITE'),
  });
  const paid = await callService(url, 'POST', '/payments/payments/', {
    token,
    body: {
      transaction: created.body.transaction.transaction_id,
      payment_method: 'card',
      amount: '13.53',
      status: 'succeeded',
      processor_transaction_id: intent,
    },
  });
  if (paid.status !== 201) throw new Error(`the payment answered ${paid.status}`);
}

/** Gets no answer: the service is killed first. */
const sendPaymentEvent = (url: string, name: string) =>
  callService(url, 'POST', '/payments/webhook/primary/', paymentEvent(`evt_${name}`, `pi_${name}`));

async function sendBrandWebhook(url: string, name: string): Promise<void> {
  const body = { _id: `brand-${name}`, _type: 'brand', _rev: `rev-${name}`, name: `Brand ${name}` };
  const time = Date.now();
  const digest = sign(CMS_SECRET, time, body).toString('base64url');
  const headers = {
    'cms-dataset': 'production',
    'cms-webhook-signature': `t=${time},v1=${digest}`,
  };
  const answer = await callService(url, 'POST', '/integrations/cms-webhook/', { body, headers });
  if (answer.status !== 202) throw new Error(`the content webhook answered ${answer.status}`);
}

const GATE = 4_711;

/** Processing ends with a write to one of these tables; a trigger blocks it there. */
async function installGate(db: Db): Promise<void> {
  await statement(
    db,
    `create function wait_at_gate() returns trigger language plpgsql as $$
     begin
       perform pg_advisory_xact_lock_shared(${GATE});
       return new;
     end $$`,
  );
  for (const table of ['payments', 'brands']) {
    await statement(
      db,
      `create trigger gate before insert or update on ${table}
       for each row execute function wait_at_gate()`,
    );
  }
}

async function whileLocked(databaseUrl: string, work: () => Promise<void>): Promise<void> {
  const gateHolder = new pg.Client({ connectionString: databaseUrl });
  await gateHolder.connect();
  try {
    await gateHolder.query('select pg_advisory_lock($1)', [GATE]);
    await work();
  } finally {
    await gateHolder.end();
  }
}

type Caught = { events: number; documents: number };

/** Waits until everything sent so far is stored; returns how much of it is not processed yet. */
async function untilStored(db: Db, events: number, documents: number): Promise<Caught> {
  for (;;) {
    const [row] = await statement<Caught & { stored: number; queued: number }>(
      db,
      `select (select count(*) from webhook_events)::int as stored,
              (select count(*) from content_inbound_events)::int as queued,
              (select count(*) from webhook_events where status = 'pending'
                and event_id like $1)::int as events,
              (select count(*) from content_inbound_events where status = 'pending'
                and document_id like $2)::int as documents`,
      [`evt_${events / PER_KILL}-%`, `brand-${documents / PER_KILL}-%`],
    );
    if (row && row.stored >= events && row.queued >= documents) return row;
    await pause(10);
  }
}

const OUTCOME_WAIT_MS = 200_000;

/** Waits until the running service has finished the work of the killed ones; returns the rest. */
async function untilHandled(
  db: Db,
  intents: readonly string[],
  documents: readonly string[],
  patient: boolean,
): Promise<string[]> {
  const end = Date.now() + OUTCOME_WAIT_MS;
  for (;;) {
    if (!patient) {
      await expireLeases(db);
      await makeSchedulesDue(db);
    }
    const handled = await statement<{ name: string }>(
      db,
      `select p.processor_transaction_id as name from payments p join webhook_events e
         on e.payment_id = p.id and e.status = 'processed' and e.attempts >= 1
       where p.verification = 'confirmed'
       union all
       select sanity_id from brands b join content_inbound_events i on i.document_id = b.sanity_id
       where i.status = 'processed' and b.name = 'Brand ' || substr(sanity_id, 7)`,
    );
    const names = new Set(handled.map(({ name }) => name));
    const lost = [...intents, ...documents].filter(name => !names.has(name));
    if (lost.length === 0 || Date.now() > end) return lost;
    await pause(1_000);
  }
}

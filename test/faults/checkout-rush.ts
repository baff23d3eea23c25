import { rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { createService } from '../../src/app.js';
import { connect } from '../../src/platform/database/connect.js';
import { createLog } from '../../src/platform/log.js';
import { seedDemo } from '../../src/seed/demo.js';
import { crowd, FORM, type Front } from '../storefront/checkout-shoppers.js';
import { testConfig } from '../support/config.js';
import { makeTempFolder, startTestPostgres } from '../support/postgres.js';
import { freePort, startService } from '../support/process.js';
import { compareRecords, stockShelf } from './checkout-records.js';

const SKU = 'RUSH';
const SOCKETS = 200;

/** Ten thousand shoppers order a hundred units over HTTP at the same time. */
async function rush(databaseUrl: string, shoppers: number, stock: number) {
  const dataDir = await makeTempFolder();
  const { db, close } = connect(databaseUrl, { poolSize: 2, log: createLog('silent') });
  await stockShelf(db, SKU, stock);
  const people: Awaited<ReturnType<typeof crowd>> = [];
  while (people.length < shoppers) {
    const size = Math.min(1_000, shoppers - people.length);
    people.push(...(await crowd({ platform: { db } } as Front, size, [[SKU, 1]])));
  }
  const service = await startService({
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    SECRET_KEY: 'a-secret-for-tests-only-0123456789',
    PORT: String(await freePort()),
  });
  const agent = new Agent({ keepAlive: true, maxSockets: SOCKETS });
  const answers: Record<string, number> = {};
  const times: number[] = [];
  const acknowledged = new Set<string>();
  const startedAt = performance.now();
  try {
    await Promise.all(
      people.map(async ({ visit, id }) => {
        const { status, code, ms } = await post(`${service.url}/web-commerce/checkout/complete/`, {
          agent,
          token: visit.token,
          body: {
            checkout_session_id: id,
            payment_method_id: 'card',
            payment_data: { token: 'tok_ok' },
            checkout_form_data: FORM,
          },
        });
        const name = `${status} ${code}`.trim();
        answers[name] = (answers[name] ?? 0) + 1;
        times.push(ms);
        if (status === 200) acknowledged.add(id);
      }),
    );
    const seconds = (performance.now() - startedAt) / 1_000;
    const checkouts = people.map(({ id }) => id);
    const records = await compareRecords(db, { checkouts, acknowledged, sku: SKU, stock });
    times.sort((a, b) => a - b);
    const at = (part: number): number => Math.round(times[Math.floor(times.length * part)] ?? 0);
    return { shoppers, stock, seconds, answers, p50: at(0.5), p99: at(0.99), ...records };
  } finally {
    agent.destroy();
    await service.stop();
    await close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

type Post = { agent: Agent; token: string; body: object };

/** Measures from the moment the request has a socket. */
function post(url: string, { agent, token, body }: Post) {
  return new Promise<{ status: number; code: string; ms: number }>((resolve, reject) => {
    const text = JSON.stringify(body);
    let startedAt = performance.now();
    const call = request(url, {
      method: 'POST',
      agent,
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
        'x-cart-session-token': token,
      },
    });
    call.on('socket', () => {
      startedAt = performance.now();
    });
    call.on('error', reject);
    call.on('response', response => {
      let answer = '';
      response.on('data', chunk => {
        answer += chunk;
      });
      response.on('end', () => {
        const { code = '' } = JSON.parse(answer) as { code?: string };
        resolve({ status: response.statusCode ?? 0, code, ms: performance.now() - startedAt });
      });
    });
    call.end(text);
  });
}

const shoppers = Number(process.argv[2] ?? 10_000);
const stock = Number(process.argv[3] ?? 100);
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
  const report = await rush(postgres.url, shoppers, stock);
  console.log(report);
  process.exitCode = report.wrong.length === 0 && report.placed === stock ? 0 : 1;
} finally {
  await postgres.stop();
}

import pg from 'pg';
import { createService, type Service } from '../../src/app.js';
import type { Clock } from '../../src/platform/clock.js';
import { createLog } from '../../src/platform/log.js';
import { seedDemo } from '../../src/seed/demo.js';
import type { Front } from '../storefront/checkout-shoppers.js';
import { testConfig } from '../support/config.js';
import { databaseUrl } from '../support/global-setup.js';
import { startTestPostgres } from '../support/postgres.js';
import type { CallOptions } from '../support/service.js';

export type Node = Front & Pick<Service, 'close' | 'settleEvents'>;

/** A service in this process, so that the test controls its clock and its processor. */
export async function openNode(
  url: string,
  options: { clock?: Clock; background?: boolean } = {},
): Promise<Node> {
  const service = await createService({
    config: testConfig(),
    databaseUrl: url,
    log: createLog('silent'),
    background: false,
    ...options,
  });
  const { platform, settleEvents, close } = service;
  return {
    platform,
    settleEvents,
    close,
    call: async (method: string, path: string, { token, body, headers }: CallOptions = {}) => {
      const answer = await service.app.inject({
        method: method as 'POST',
        url: path,
        headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
        ...(body === undefined ? {} : { payload: body as object }),
      });
      return {
        status: answer.statusCode,
        body: answer.json(),
        headers: answer.headers,
        text: answer.body,
      };
    },
  };
}

const TEMPLATE = 'faults_template';

/** A temporary PostgreSQL server; each round gets a copy of one demo shop. */
export async function withDemoCopies<T>(
  work: (copy: (name: string) => Promise<string>) => Promise<T>,
): Promise<T> {
  const postgres = await startTestPostgres();
  const admin = new pg.Client({ connectionString: postgres.url });
  await admin.connect();
  try {
    await admin.query(`create database ${TEMPLATE}`);
    const node = await openNode(databaseUrl(postgres.url, TEMPLATE));
    await seedDemo(node.platform);
    await node.settleEvents();
    await node.close();
    return await work(async name => {
      await admin.query(`create database ${name} template ${TEMPLATE} strategy file_copy`);
      return databaseUrl(postgres.url, name);
    });
  } finally {
    await admin.end();
    await postgres.stop();
  }
}

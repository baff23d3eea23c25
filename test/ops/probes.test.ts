import { expect, it } from 'vitest';
import { createService } from '../../src/app.js';
import { statement } from '../../src/platform/database/tx.js';
import { createLog } from '../../src/platform/log.js';
import { seedDemo, seedHistory } from '../../src/seed/demo.js';
import { testConfig } from '../support/config.js';
import { cloneDatabase, openShop } from '../support/service.js';
import { socketOf, startTcpProxy, throughProxy } from '../support/tcp-proxy.js';

it('a node without Redis stays ready, because it still sells', async () => {
  const shop = await openShop({ background: false, env: { REDIS_URL: 'redis://127.0.0.1:1' } });
  const ready = await shop.call('GET', '/readyz');
  expect(ready).toMatchObject({
    status: 200,
    body: { status: 'ready', checks: { database: true, cache: false } },
  });
  await shop.close();
});

it('a node without its database is alive, but not ready', async () => {
  const database = await cloneDatabase();
  const proxy = await startTcpProxy(() => socketOf(database.url));
  const service = await createService({
    config: testConfig(),
    databaseUrl: throughProxy(database.url, proxy.port),
    log: createLog('silent'),
    background: false,
    numbersEvents: false,
  });
  const answer = async (path: string) => {
    const { statusCode, body } = await service.app.inject({ url: path });
    return { status: statusCode, body: JSON.parse(body) };
  };
  expect(await answer('/readyz?node=1')).toMatchObject({ status: 200 });
  proxy.shut();
  await expect.poll(async () => (await answer('/readyz')).status).toBe(503);
  expect((await answer('/readyz')).body).toEqual({
    status: 'not_ready',
    checks: { database: false, cache: true },
  });
  expect(await answer('/livez')).toEqual({ status: 200, body: { status: 'alive' } });
  proxy.open();
  await expect.poll(async () => (await answer('/readyz')).status).toBe(200);
  await service.close();
  await proxy.close();
  await database.drop();
});

it('demo data stays out of production, and of a database with stores or users of its own', async () => {
  const shop = await openShop({ background: false, demo: false });
  const live = { ...shop.platform, config: { ...shop.platform.config, production: true } };
  await expect(seedDemo(live)).rejects.toThrow('NODE_ENV is production');
  await expect(seedHistory(live)).rejects.toThrow('NODE_ENV is production');
  await statement(
    shop.platform.db,
    `insert into stores (id, code, name) values (gen_random_uuid(), 'OWN', 'A shop of its own')`,
  );
  await expect(seedDemo(shop.platform)).rejects.toThrow('the demo data was not written');
  const users = await statement(shop.platform.db, 'select from users');
  expect(users).toEqual([]);
  await shop.close();
});

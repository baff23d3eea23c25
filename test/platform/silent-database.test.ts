import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import {
  type Connection,
  connect,
  isDatabaseUnavailable,
} from '../../src/platform/database/connect.js';
import { inSnapshot, statement } from '../../src/platform/database/tx.js';
import { asFailure } from '../../src/platform/http/envelope.js';
import { createLog } from '../../src/platform/log.js';
import { socketOf, startTcpProxy, type TcpProxy, throughProxy } from '../support/tcp-proxy.js';

let proxy: TcpProxy;
let connection: Connection;

beforeAll(async () => {
  const url = inject('postgresUrl');
  proxy = await startTcpProxy(() => socketOf(url));
  connection = connect(throughProxy(url, proxy.port), {
    poolSize: 1,
    log: createLog('silent'),
    responseTimeoutMs: 1_500,
  });
});
afterAll(async () => {
  await connection.close();
  await proxy.close();
});

const ask = () => statement<{ n: number }>(connection.db, 'select 1 as n');

it('times out on an unresponsive database, and continues with a new connection', async () => {
  expect(await ask()).toEqual([{ n: 1 }]);
  proxy.abandon();
  const error = await ask().catch((problem: unknown) => problem);
  expect(isDatabaseUnavailable(error)).toBe(true);
  expect(await ask()).toEqual([{ n: 1 }]);
});

it('waits for statements that may take longer', async () => {
  const slept = inSnapshot(connection.db, reader =>
    statement<{ n: number }>(reader, 'select 1 as n from pg_sleep(2)'),
  );
  expect(await slept).toEqual([{ n: 1 }]);
  const error = await statement(connection.db, 'select pg_sleep(10)').catch(
    (problem: unknown) => problem,
  );
  expect(isDatabaseUnavailable(error)).toBe(true);
});

it.each(['53100', '53200'])('treats a database without free space as unavailable (%s)', state => {
  const error = Object.assign(new Error('could not extend file'), { code: state });
  expect(asFailure(error)).toMatchObject({ kind: 'unavailable', code: 'DATABASE_UNAVAILABLE' });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { levelsOutOfBalance } from '../../src/domains/inventory/index.js';
import { connect } from '../../src/platform/database/connect.js';
import { statement } from '../../src/platform/database/tx.js';
import { createLog } from '../../src/platform/log.js';
import { type Balancer, startBalancer } from '../../tools/cluster/balancer.js';
import { testConfig } from '../support/config.js';
import { DEMO_TEMPLATE } from '../support/global-setup.js';
import { callService, freePort, type ServiceProcess, startService } from '../support/process.js';
import { redisOrSkip, startRedis } from '../support/redis.js';
import { cloneDatabase } from '../support/service.js';

const skip = !(await redisOrSkip());
const SALES = 60;
const TILLS = 4;

describe.skipIf(skip)('two nodes behind a load balancer', () => {
  let redis: Awaited<ReturnType<typeof startRedis>>;
  let database: Awaited<ReturnType<typeof cloneDatabase>>;
  let nodes: ServiceProcess[];
  let balancer: Balancer;
  let connection: ReturnType<typeof connect>;
  let url: string;
  let atFirst: number;
  let environments: Record<string, string>[];

  beforeAll(async () => {
    redis = await startRedis();
    database = await cloneDatabase(DEMO_TEMPLATE);
    const ports = [await freePort(), await freePort()];
    environments = ports.map(port => ({
      DATABASE_URL: database.url,
      REDIS_URL: redis.url,
      PORT: String(port),
      // The template's PINs are hashed with this secret.
      SECRET_KEY: testConfig().secretKey,
    }));
    nodes = await Promise.all(environments.map(startService));
    balancer = await startBalancer(ports);
    url = `http://127.0.0.1:${balancer.port}`;
    connection = connect(database.url, { poolSize: 2, log: createLog('silent') });
    atFirst = await shelf();
  });
  afterAll(async () => {
    await balancer.close();
    await Promise.all(nodes.map(node => node.stop()));
    await connection.close();
    await database.drop();
    await redis.stop();
  });

  const logIn = async (terminal: string): Promise<string> => {
    const body = {
      employee_id: 'EMP001',
      pin_code: '1234',
      store_id: 'DOWNTOWN',
      terminal_id: terminal,
    };
    return (await callService(url, 'POST', '/pos/auth/terminal-login/', { body })).body.token;
  };

  /**
   * Retries until there is an answer, on either node; the key makes that safe. Busy is an answer.
   */
  const retryUntilAnswered = async (path: string, token: string, key: string, body: object) => {
    for (;;) {
      try {
        const options = { token, body, headers: { 'idempotency-key': key, connection: 'close' } };
        const answer = await callService(url, 'POST', path, options);
        if (answer.status < 500) return answer;
      } catch {
        // The node died during the request.
      }
      await new Promise(resolve => setTimeout(resolve, 50));
    }
  };

  /** Null if the key's holder died with its node: the key is free again after a minute. */
  const sell = async (token: string, key: string): Promise<string | null> => {
    const created = await retryUntilAnswered('/pos/transactions/create/', token, `c-${key}`, {
      store_id: 'DOWNTOWN',
      employee_id: 'EMP001',
      line_items: [{ sku: 'MUG-BLACK', quantity: 1, unit_price: '12.50', subtotal: '12.50' }],
      subtotal: '12.50',
      tax_amount: '1.03',
      total_amount: '13.53',
    });
    if (created.status === 409) return null;
    expect(created.status).toBe(201);
    const id = created.body.transaction.transaction_id as string;
    const paid = await retryUntilAnswered(`/pos/transactions/${id}/payment/`, token, `p-${key}`, {
      payment_method_id: 'cash',
      tendered_amount: '20.00',
    });
    if (paid.status === 409) return null;
    expect(paid.status).toBe(202);
    return id;
  };

  it('execute one key once, whichever node receives it', async () => {
    const token = await logIn('T-C0');
    const ids = await Promise.all(Array.from({ length: 10 }, () => sell(token, 'same')));
    expect(new Set(ids.filter(id => id !== null)).size).toBe(1);
  });

  it('send a till the sales made on the other node', async () => {
    const token = await logIn('T-C9');
    const [one, two] = nodes as [ServiceProcess, ServiceProcess];
    const listeners = await Promise.all(
      [one, two].map(node => listen(`${node.url}/ws/pos-gateway/terminal/T-C9/?token=${token}`)),
    );
    const id = await sell(token, 'listeners');
    for (const { messages } of listeners) {
      await expect.poll(() => messages.some(text => text.includes(String(id)))).toBe(true);
    }
    // One of these nodes is killed later, which would break the sockets.
    for (const { socket } of listeners) socket.close();
  });

  it('lose and duplicate nothing when one of them is killed and restarted', async () => {
    const acknowledged = new Set<string>();
    const tokens = await Promise.all(Array.from({ length: TILLS }, (_, n) => logIn(`T-D${n}`)));
    const selling = tokens.map(async (token, till) => {
      for (let n = 0; acknowledged.size < SALES; n += 1) {
        const id = await sell(token, `${till}-${n}`);
        if (id !== null) acknowledged.add(id);
      }
    });
    await expect.poll(() => acknowledged.size).toBeGreaterThan(SALES / 3);
    await nodes[0]?.kill();
    nodes[0] = await startService(environments[0] ?? {});
    await Promise.all(selling);
    const rows = await statement<{ status: string; n: number }>(
      connection.db,
      `select status, count(*)::int as n from transactions where transaction_number = any($1)
       group by status`,
      [[...acknowledged]],
    );
    expect(rows).toEqual([{ status: 'completed', n: acknowledged.size }]);
    const sold = () =>
      statement<{ n: number }>(
        connection.db,
        `select count(*)::int as n from transactions where status = 'completed' and terminal_id ~ '^T-[CD]'`,
      );
    await expect.poll(async () => atFirst - (await shelf()) - ((await sold())[0]?.n ?? 0)).toBe(0);
    expect(await levelsOutOfBalance(connection.db)).toEqual([]);
  });

  const shelf = async (): Promise<number> => {
    const [row] = await statement<{ on_hand: number }>(
      connection.db,
      `select on_hand from inventory_levels l join product_variants v on v.id = l.variant_id
       join stores s on s.id = l.store_id where sku = 'MUG-BLACK' and code = 'DOWNTOWN'`,
    );
    return row?.on_hand ?? 0;
  };
});

async function listen(address: string) {
  const messages: string[] = [];
  const socket = new WebSocket(address.replace('http', 'ws'));
  socket.on('message', text => messages.push(String(text)));
  await expect.poll(() => messages.length).toBeGreaterThan(0);
  return { socket, messages };
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/index.js';
import { requireFreePort } from '../../src/platform/free-port.js';
import { createLog } from '../../src/platform/log.js';
import { projectRoot } from '../../src/platform/root.js';
import { startBalancer } from './balancer.js';
import { startHaCluster } from './ha/index.js';

const FIRST_NODE_PORT = 8_081;
const REDIS_PORT = 8_079;

type Stops = (() => Promise<unknown>)[];

/**
 * `npm run cluster -- 3` starts three nodes on one PostgreSQL and one Redis behind one address; with
 * `--ha` the database and Redis fail over.
 */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { ha: { type: 'boolean', default: false } },
  });
  const count = Number(positionals[0] ?? 2);
  if (!Number.isInteger(count) || count < 2 || count > 16) {
    throw new Error('Give the number of nodes, 2 to 16: npm run cluster -- 2');
  }
  if (values.ha) refuseOwnServers();
  const port = Number(process.env.PORT ?? 8_080);
  const ports = Array.from({ length: count }, (_, n) => FIRST_NODE_PORT + n);
  const isRedisStarted = !values.ha && !process.env.REDIS_URL;
  await requireFreePorts([port, ...ports, ...(isRedisStarted ? [REDIS_PORT] : [])]);

  const started: Stops = [];
  let closing = false;
  const close = async (code: number): Promise<void> => {
    if (closing) return;
    closing = true;
    for (const stop of started.reverse()) await stop();
    process.exit(code);
  };
  process.on('SIGINT', () => void close(0));
  process.on('SIGTERM', () => void close(0));
  try {
    const servers = await (values.ha ? startFailingOver(started) : startServers(started));
    await startNodes(port, ports, servers, started);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    await close(1);
  }
}

function refuseOwnServers(): void {
  const set = ['DATABASE_URL', 'REDIS_URL'].filter(name => process.env[name]);
  if (set.length === 0) return;
  throw new Error(`--ha starts servers of its own; unset ${set.join(' and ')}.`);
}

/** What the nodes need to know about the servers behind them. */
type Servers = Record<string, string | undefined> & { DATA_DIR: string; DEMO_DATA: string };

/** Patroni, etcd, HAProxy, PgBouncer and Sentinel, with data that is removed at the end. */
async function startFailingOver(started: Stops): Promise<Servers> {
  console.log('Starting PostgreSQL twice with Patroni, etcd, HAProxy, PgBouncer, and Redis …');
  const cluster = await startHaCluster();
  started.push(() => cluster.stop());
  for (const node of cluster.nodes) {
    const role = (await node.isPrimary()) ? 'primary' : 'standby';
    console.log(
      `  PostgreSQL ${node.name} (${role}) at port ${node.postgresPort}: process ${node.postmasterPid()}, Patroni ${node.patroniPid()} at http://127.0.0.1:${node.restPort}/cluster`,
    );
  }
  console.log(`  Logs and data, removed at the end: ${cluster.folder}`);
  return {
    DATA_DIR: resolve(process.env.DATA_DIR ?? '.data/cluster'),
    DATABASE_URL: cluster.databaseUrl,
    DATABASE_POOLER: 'transaction',
    DATABASE_DIRECT_URL: cluster.directUrl,
    REDIS_URL: cluster.redis.url,
    REDIS_SENTINELS: cluster.redis.sentinels,
    DEMO_DATA: process.env.DEMO_DATA ?? String(process.env.NODE_ENV !== 'production'),
  };
}

/** Each part that runs adds how it is stopped. */
async function startServers(started: Stops): Promise<Servers> {
  const dataDir = resolve(process.env.DATA_DIR ?? '.data/cluster');
  const postgres = process.env.DATABASE_URL
    ? undefined
    : await startEmbeddedPostgres({ dataDir, log: createLog('warn') });
  if (postgres) started.push(() => postgres.stop());
  const isProduction = process.env.NODE_ENV === 'production';
  const redis = process.env.REDIS_URL ? undefined : await startRedis();
  if (redis) started.push(() => end(redis));
  return {
    DATA_DIR: dataDir,
    DATABASE_URL: process.env.DATABASE_URL ?? postgres?.url,
    REDIS_URL: process.env.REDIS_URL ?? `redis://127.0.0.1:${REDIS_PORT}`,
    DEMO_DATA: process.env.DEMO_DATA ?? String(postgres !== undefined && !isProduction),
  };
}

async function startNodes(
  port: number,
  ports: readonly number[],
  servers: Servers,
  started: Stops,
): Promise<void> {
  const env = {
    ...process.env,
    ...servers,
    PUBLIC_URL: process.env.PUBLIC_URL ?? `http://127.0.0.1:${port}`,
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
  };
  const nodes: ChildProcess[] = [];
  started.push(() => Promise.all(nodes.map(end)));
  // One after the other: the first node migrates and seeds.
  for (const nodePort of ports) {
    const node = spawnNode(nodePort, env);
    nodes.push(node);
    await isReady(node);
  }
  const balancer = await startBalancer(ports, { port });
  started.push(() => balancer.close());
  console.log(
    `\n  ${nodes.length} nodes at ports ${ports.join(', ')} behind http://127.0.0.1:${port}`,
  );
  console.log('  Try it: kill -9 one of them, or the primary database, and keep selling.\n');
  nodes.forEach((node, n) => {
    console.log(`  node at ${ports[n]}: process ${node.pid}`);
    node.once('exit', code => console.log(`  node at ${ports[n]} ended (${code ?? 'killed'})`));
  });
}

/** Before anything runs, so that nothing has to be stopped again. */
async function requireFreePorts(ports: readonly number[]): Promise<void> {
  for (const port of ports) {
    await requireFreePort({ host: '127.0.0.1', port }).catch(() => {
      throw new Error(`Port ${port} is in use; the cluster needs ${ports.join(', ')}.`);
    });
  }
}

async function end(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return;
  process.kill('SIGTERM');
  await once(process, 'exit');
}

function spawnNode(port: number, env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, [join(projectRoot, 'tools/start.mjs')], {
    env: { ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function isReady(node: ChildProcess): Promise<void> {
  await new Promise<void>((done, failed) => {
    let printed = '';
    node.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.includes('is ready after')) done();
    });
    node.once('exit', () => failed(new Error(`A node did not start:\n${printed}`)));
  });
}

async function startRedis(): Promise<ChildProcess> {
  const settings = ['--port', String(REDIS_PORT), '--bind', '127.0.0.1', '--save', ''];
  const redis = spawn('redis-server', settings, { stdio: 'ignore' });
  await once(redis, 'spawn').catch(() => {
    throw new Error('redis-server is not installed; install it or set REDIS_URL.');
  });
  return redis;
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});

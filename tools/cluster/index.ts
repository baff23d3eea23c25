import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/index.js';
import { createLog } from '../../src/platform/log.js';
import { projectRoot } from '../../src/platform/root.js';
import { startBalancer } from './balancer.js';

const FIRST_NODE_PORT = 8_081;
const REDIS_PORT = 8_079;

/** `npm run cluster -- 3` starts three nodes on one PostgreSQL and one Redis behind one address. */
async function main(): Promise<void> {
  const count = Number(process.argv[2] ?? 2);
  if (!Number.isInteger(count) || count < 2 || count > 16) {
    throw new Error('Give the number of nodes, 2 to 16: npm run cluster -- 2');
  }
  const port = Number(process.env.PORT ?? 8_080);
  const dataDir = resolve(process.env.DATA_DIR ?? '.data/cluster');
  const postgres = process.env.DATABASE_URL
    ? undefined
    : await startEmbeddedPostgres({ dataDir, log: createLog('warn') });
  const isProduction = process.env.NODE_ENV === 'production';
  const redis = process.env.REDIS_URL ? undefined : startRedis();
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    DATABASE_URL: process.env.DATABASE_URL ?? postgres?.url,
    REDIS_URL: process.env.REDIS_URL ?? `redis://127.0.0.1:${REDIS_PORT}`,
    DEMO_DATA: process.env.DEMO_DATA ?? String(postgres !== undefined && !isProduction),
    PUBLIC_URL: process.env.PUBLIC_URL ?? `http://127.0.0.1:${port}`,
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
  };
  const ports = Array.from({ length: count }, (_, n) => FIRST_NODE_PORT + n);
  const nodes: ChildProcess[] = [];
  // One after the other: the first node migrates and seeds.
  for (const nodePort of ports) nodes.push(await startNode(nodePort, env));
  const balancer = await startBalancer(ports, { port });
  console.log(`\n  ${count} nodes at ports ${ports.join(', ')} behind http://127.0.0.1:${port}`);
  console.log('  Try it: kill -9 one of them and keep selling.\n');
  nodes.forEach((node, n) => {
    console.log(`  node at ${ports[n]}: process ${node.pid}`);
    node.once('exit', code => console.log(`  node at ${ports[n]} ended (${code ?? 'killed'})`));
  });

  let closing = false;
  const close = async (): Promise<void> => {
    if (closing) return;
    closing = true;
    await balancer.close();
    const running = nodes.filter(node => node.exitCode === null && node.signalCode === null);
    await Promise.all(
      running.map(async node => {
        node.kill('SIGTERM');
        await once(node, 'exit');
      }),
    );
    redis?.kill('SIGTERM');
    await postgres?.stop();
    process.exit(0);
  };
  process.on('SIGINT', () => void close());
  process.on('SIGTERM', () => void close());
}

async function startNode(port: number, env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const node = spawn(process.execPath, [join(projectRoot, 'tools/start.mjs')], {
    env: { ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((done, failed) => {
    let printed = '';
    node.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.includes('is ready after')) done();
    });
    node.once('exit', () => failed(new Error(`A node did not start:\n${printed}`)));
  });
  return node;
}

function startRedis(): ChildProcess {
  const settings = ['--port', String(REDIS_PORT), '--bind', '127.0.0.1', '--save', ''];
  const redis = spawn('redis-server', settings, { stdio: 'ignore' });
  redis.once('error', () => {
    console.error('redis-server is not installed; install it or set REDIS_URL.');
    process.exit(1);
  });
  return redis;
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DATABASE, type Endpoint, type Instance, SUPERUSER } from './instance.js';
import { createLauncher } from './launcher.js';
import { forceStop, isPostmaster, type Postmaster, readPostmaster, signal } from './postmaster.js';

const POLL_MS = 20;
const ANSWER_TIMEOUT_MS = 2_000;
/** A server in crash recovery may take this long, as long as it answers that it is starting. */
const RECOVERY_LIMIT_MS = 600_000;
const SILENCE_LIMIT_MS = { orphan: 5_000, launched: 30_000, stopping: 15_000 };
const SLOW_STOP_MS = 3_000;

export type Reached = { client: pg.Client; pid: number; endpoint: Endpoint; adopted: boolean };

/** Adopts the server that already runs on this cluster, or starts one, and connects to it. */
export async function reachServer(
  instance: Instance,
  preferred: Endpoint | undefined,
  ending: AbortSignal,
): Promise<Reached> {
  const launcher = createLauncher(instance, preferred);
  const startedAt = Date.now();
  let lastSignAt = startedAt;
  for (; Date.now() - startedAt < RECOVERY_LIMIT_MS; await sleep(POLL_MS)) {
    if (ending.aborted) {
      await launcher.cancel();
      ending.throwIfAborted();
    }
    const found = await readPostmaster(instance.cluster.dataFolder);
    const answer = found?.endpoint ? await tryConnect(instance, found.endpoint) : 'silent';
    if (found?.endpoint && answer instanceof pg.Client) {
      const { pid, endpoint } = found;
      return { client: answer, pid, endpoint, adopted: !launcher.started(pid) };
    }
    if (found && answer === 'busy') {
      lastSignAt = Date.now();
      await finishShutdown(instance, found, Date.now() - startedAt);
    } else if (found && (await isPostmaster(found.pid, instance.cluster.dataFolder))) {
      await stopIfSilent(instance, found, Date.now() - lastSignAt, launcher.isRunning());
    } else if (await launcher.tryStart(found)) {
      lastSignAt = Date.now();
    }
  }
  throw new Error(`PostgreSQL was not ready in time; see ${instance.logFile}.`);
}

/** A smart shutdown (SIGTERM) waits for all sessions to end, possibly forever; INT ends them. */
async function finishShutdown(
  instance: Instance,
  found: Postmaster,
  waitedMs: number,
): Promise<void> {
  if (found.stopping && waitedMs > SLOW_STOP_MS) await signal(instance, found.pid, 'INT');
}

async function stopIfSilent(
  instance: Instance,
  found: Postmaster,
  silentMs: number,
  launched: boolean,
) {
  const kind = found.stopping ? 'stopping' : launched ? 'launched' : 'orphan';
  if (silentMs <= SILENCE_LIMIT_MS[kind]) return;
  instance.log.warn({ pid: found.pid }, 'PostgreSQL does not answer; stopping it');
  await forceStop(instance, found.pid);
}

/** A server without a free connection slot counts as busy, so that load does not get it stopped. */
async function tryConnect(
  instance: Instance,
  endpoint: Endpoint,
): Promise<pg.Client | 'busy' | 'silent'> {
  const client = newClient(instance, endpoint, DATABASE);
  try {
    await client.connect();
    return client;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) return 'silent';
    if (error.code === '3D000') {
      await createDatabase(instance, endpoint);
      return 'busy';
    }
    if (error.code?.startsWith('57P') || error.code === '53300') return 'busy';
    throw new Error(
      `PostgreSQL in ${instance.cluster.folder} refused the connection: ${error.message}.`,
      {
        cause: error,
      },
    );
  }
}

function newClient(instance: Instance, { host, port }: Endpoint, database: string): pg.Client {
  const client = new pg.Client({
    host,
    port,
    database,
    user: SUPERUSER,
    password: instance.cluster.password,
    ssl: false,
    connectionTimeoutMillis: ANSWER_TIMEOUT_MS,
    application_name: `tillhouse-lock pid=${process.pid}`,
  });
  // The supervisor watches 'end'; an 'error' event without a listener would end the process.
  client.on('error', () => {});
  return client;
}

async function createDatabase(instance: Instance, endpoint: Endpoint): Promise<void> {
  const client = newClient(instance, endpoint, 'postgres');
  try {
    await client.connect();
    await client.query(`CREATE DATABASE ${DATABASE}`);
  } catch (error) {
    const { code } = error as { code?: string };
    const alreadyExists = code === '42P04' || code === '23505';
    if (!alreadyExists && !code?.startsWith('57P')) throw error;
  } finally {
    await client.end();
  }
}

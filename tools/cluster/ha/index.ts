import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { accountFor } from '../../../src/platform/database/embedded/account.js';
import { freePort } from '../../support/free-port.js';
import { type HaNode, startNode } from './node.js';
import { type Place, startPart, waitFor } from './part.js';
import { findPrograms, type Programs } from './programs.js';
import { type HaRedis, startHaRedis } from './redis.js';
import { haproxyFile, pgbouncerFile, type Secrets } from './settings.js';

export type { HaNode } from './node.js';

/** Connections between the parts that a test may interrupt. */
export type Link = { from: 'etcd' | 'postgres' | 'rest'; node: number };

export type HaOptions = {
  /** A folder that every account can enter; the data is in a new one below it. */
  parent?: string;
  /** Returns the port through which the others reach this one. */
  relay?: (link: Link, port: number) => Promise<number>;
};

export type HaCluster = {
  /** Through PgBouncer in transaction mode and HAProxy. */
  databaseUrl: string;
  /** PostgreSQL itself, at whichever host is the primary. */
  directUrl: string;
  folder: string;
  nodes: HaNode[];
  redis: HaRedis;
  primary(): Promise<HaNode | undefined>;
  /** Waits until a primary has a standby that every commit waits for. */
  whole(): Promise<HaNode>;
  /** Makes the standby the primary, as an operator does before maintenance. */
  switchOver(): Promise<void>;
  stop(): Promise<void>;
};

const NODES = ['db1', 'db2'];
const WITHIN_MS = 180_000;
const SERVICE = 'tillhouse';

/** PostgreSQL twice, run by Patroni with etcd, behind HAProxy and PgBouncer, and Redis with Sentinel. */
export async function startHaCluster(options: HaOptions = {}): Promise<HaCluster> {
  const programs = await findPrograms();
  const folder = await mkdtemp(join(options.parent ?? tmpdir(), 'tillhouse-ha-'));
  const stops: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  const stop = async (): Promise<void> => {
    for (const each of stops.splice(0).reverse()) await each();
  };
  try {
    await chmod(folder, 0o700);
    const account = await accountFor(folder);
    if (account) await chown(folder, account.uid, account.gid);
    return await start(programs, { folder, account }, options, stops, stop);
  } catch (error) {
    const message = `${(error as Error).message}\n${await lastLines(folder)}`;
    await stop();
    throw new Error(message, { cause: error });
  }
}

const LINES_PER_LOG = 5;

async function lastLines(folder: string): Promise<string> {
  const logs = (await readdir(folder)).filter(name => name.endsWith('.log'));
  const ends = await Promise.all(
    logs.map(async name => {
      const lines = (await readFile(join(folder, name), 'utf8')).trimEnd().split('\n');
      return [`${name}:`, ...lines.slice(-LINES_PER_LOG)].join('\n  ');
    }),
  );
  return ends.join('\n');
}

async function start(
  programs: Programs,
  place: Place,
  { relay = async (_link, port) => port }: HaOptions,
  stops: (() => Promise<unknown>)[],
  stop: () => Promise<void>,
): Promise<HaCluster> {
  const { folder } = place;
  const secrets: Secrets = { superuser: secret(), replication: secret(), service: secret() };
  const etcdPort = await startEtcd(programs, place, stops);
  const nodes: HaNode[] = [];
  for (const [node, name] of NODES.entries()) {
    const [postgres, rest] = [await freePort(), await freePort()];
    const settings = {
      name,
      folder,
      binaries: programs.postgres,
      secrets,
      postgres: { port: postgres, advertised: await relay({ from: 'postgres', node }, postgres) },
      rest: { port: rest, advertised: await relay({ from: 'rest', node }, rest) },
      etcdPort: await relay({ from: 'etcd', node }, etcdPort),
    };
    const started = await startNode(settings, programs, place);
    stops.push(() => started.stop());
    nodes.push(started);
    // The first one creates the database cluster, the others copy it.
    if (node === 0)
      await waitFor('creating the database cluster', WITHIN_MS, () => primaryOf(nodes));
  }
  await createDatabase(nodes[0]?.postgresPort ?? 0, secrets);
  const port = await startProxies(programs, place, { nodes, etcdPort, secrets, stops });
  const redis = await startHaRedis(programs['redis-server'], place);
  stops.push(() => redis.stop());
  const login = `postgres://${SERVICE}:${secrets.service}@`;
  const hosts = nodes.map(node => `127.0.0.1:${node.postgresPort}`).join(',');
  const cluster: HaCluster = {
    databaseUrl: `${login}127.0.0.1:${port}/${SERVICE}`,
    directUrl: `${login}${hosts}/${SERVICE}?target_session_attrs=read-write`,
    folder,
    nodes,
    redis,
    primary: () => primaryOf(nodes),
    whole: () => waitFor('a primary with its standby', WITHIN_MS, () => wholeOf(nodes)),
    switchOver: () => switchOver(nodes),
    stop,
  };
  await cluster.whole();
  return cluster;
}

const secret = (): string => randomBytes(18).toString('hex');

async function startEtcd(
  programs: Programs,
  place: Place,
  stops: (() => Promise<unknown>)[],
): Promise<number> {
  const [client, peer] = [await freePort(), await freePort()];
  const clientUrl = `http://127.0.0.1:${client}`;
  const peerUrl = `http://127.0.0.1:${peer}`;
  const folders = ['--data-dir', join(place.folder, 'etcd'), '--name', 'etcd1'];
  const clients = ['--listen-client-urls', clientUrl, '--advertise-client-urls', clientUrl];
  const peers = ['--listen-peer-urls', peerUrl, '--initial-advertise-peer-urls', peerUrl];
  const part = await startPart(
    'etcd',
    programs.etcd,
    [...folders, ...clients, ...peers, '--initial-cluster', `etcd1=${peerUrl}`, '--enable-v2'],
    // On these processors etcd starts only when asked to; elsewhere the variable has no effect.
    { ...place, env: { ETCD_UNSUPPORTED_ARCH: process.arch } },
  );
  stops.push(() => part.stop());
  await waitFor('starting etcd', WITHIN_MS, async () => {
    const answer = await fetch(`${clientUrl}/health`);
    return answer.ok ? true : undefined;
  });
  return client;
}

type ProxyTargets = {
  nodes: HaNode[];
  etcdPort: number;
  secrets: Secrets;
  stops: (() => Promise<unknown>)[];
};

/** Returns the port of PgBouncer. */
async function startProxies(
  programs: Programs,
  place: Place,
  { nodes, etcdPort, secrets, stops }: ProxyTargets,
): Promise<number> {
  const { folder } = place;
  const [haproxyPort, port] = [await freePort(), await freePort()];
  const haproxyConfig = join(folder, 'haproxy.cfg');
  const pgbouncerConfig = join(folder, 'pgbouncer.ini');
  await writeFile(haproxyConfig, haproxyFile(haproxyPort, etcdPort, nodes));
  await writeFile(pgbouncerConfig, pgbouncerFile(folder, port, haproxyPort));
  await writeFile(join(folder, 'users.txt'), `"${SERVICE}" "${secrets.service}"\n`);
  const haproxy = await startPart('haproxy', programs.haproxy, ['-db', '-f', haproxyConfig], place);
  stops.push(() => haproxy.stop('SIGKILL'));
  const pgbouncer = await startPart('pgbouncer', programs.pgbouncer, [pgbouncerConfig], place);
  stops.push(() => pgbouncer.stop('SIGKILL'));
  return port;
}

/** The limits that the service otherwise sets in each session, which the pooler does not pass on. */
async function createDatabase(port: number, secrets: Secrets): Promise<void> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password: secrets.superuser,
    database: 'postgres',
  });
  await client.connect();
  try {
    await client.query(`create role ${SERVICE} login password '${secrets.service}'`);
    for (const setting of ['statement_timeout', 'idle_in_transaction_session_timeout']) {
      await client.query(`alter role ${SERVICE} set ${setting} = '30s'`);
    }
    await client.query(`create database ${SERVICE} owner ${SERVICE}`);
  } finally {
    await client.end();
  }
}

async function primaryOf(nodes: readonly HaNode[]): Promise<HaNode | undefined> {
  const answers = await Promise.all(nodes.map(node => node.isPrimary()));
  return nodes.find((_, at) => answers[at]);
}

type Member = { name: string; role: string; state: string };

async function wholeOf(nodes: readonly HaNode[]): Promise<HaNode | undefined> {
  const primary = await primaryOf(nodes);
  if (primary === undefined) return undefined;
  const answer = await fetch(`http://127.0.0.1:${primary.restPort}/cluster`, {
    signal: AbortSignal.timeout(2_000),
  });
  const { members } = (await answer.json()) as { members: Member[] };
  const isStandby = ({ role, state }: Member): boolean =>
    role === 'sync_standby' && ['running', 'streaming'].includes(state);
  return members.some(isStandby) ? primary : undefined;
}

async function switchOver(nodes: readonly HaNode[]): Promise<void> {
  const primary = await primaryOf(nodes);
  if (primary === undefined) throw new Error('there is no primary to switch over from');
  const answer = await fetch(`http://127.0.0.1:${primary.restPort}/switchover`, {
    method: 'POST',
    body: JSON.stringify({ leader: primary.name }),
    signal: AbortSignal.timeout(60_000),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`Patroni refused to switch over: ${text}`);
}

import { chown, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canWriteIn } from './account.js';
import { DATABASE, type Endpoint, type Instance, SUPERUSER } from './instance.js';

/** Part of the socket's file name; differs from 5432, which the machine's own server may use. */
const SOCKET_PORT = 54329;
/** The kernel's limit is 104 bytes on macOS and 108 on Linux. */
const SOCKET_PATH_LIMIT_BYTES = 100;

export async function chooseEndpoint({ cluster, account }: Instance): Promise<Endpoint> {
  if (process.platform === 'win32') return { host: '127.0.0.1', port: await freePort() };
  const inside = join(cluster.folder, 'socket');
  const pathLength = Buffer.byteLength(join(inside, `.s.PGSQL.${SOCKET_PORT}`));
  if (pathLength <= SOCKET_PATH_LIMIT_BYTES) return { host: inside, port: SOCKET_PORT };
  for (const parent of [tmpdir(), '/tmp']) {
    const folder = await mkdtemp(join(parent, 'tillhouse-'));
    if (account) await chown(folder, account.uid, account.gid);
    if (await canWriteIn(folder, account)) return { host: folder, port: SOCKET_PORT };
    await rm(folder, { recursive: true });
  }
  throw new Error('There is no temporary folder that PostgreSQL can use for its socket.');
}

/** Removes the socket folder made outside the cluster when the cluster's path was too long. */
export async function removeEndpoint(instance: Instance, { host }: Endpoint): Promise<void> {
  const outside = host.startsWith('/') && host !== join(instance.cluster.folder, 'socket');
  if (outside) await rm(host, { recursive: true, force: true });
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** A unix socket goes into the query string, so that `new URL` can parse the result. */
export function urlOf({ cluster }: Pick<Instance, 'cluster'>, { host, port }: Endpoint): string {
  const authority = `${SUPERUSER}:${cluster.password}`;
  if (!host.startsWith('/')) return `postgres://${authority}@${host}:${port}/${DATABASE}`;
  const query = `host=${encodeURIComponent(host)}&port=${port}&sslmode=disable`;
  return `postgres://${authority}@localhost/${DATABASE}?${query}`;
}

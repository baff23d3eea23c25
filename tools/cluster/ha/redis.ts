import { chown, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../../support/free-port.js';
import { type Part, type Place, startPart } from './part.js';
import { REDIS_NAME, sentinelFile } from './settings.js';

const SENTINELS = 3;

export type HaRedis = {
  /** For REDIS_URL and REDIS_SENTINELS. */
  url: string;
  sentinels: string;
  servers: { port: number; pid(): number; start(): Promise<void> }[];
  sentinelPorts: number[];
  stop(): Promise<void>;
};

/** A primary, a replica and three Sentinels that promote the replica when two of them agree. */
export async function startHaRedis(program: string, place: Place): Promise<HaRedis> {
  const parts = new Set<Part>();
  const start = async (name: string, args: string[]): Promise<Part> => {
    const part = await startPart(name, program, args, place);
    parts.add(part);
    return part;
  };
  const ports = [await freePort(), await freePort()];
  const servers = [];
  for (const [at, port] of ports.entries()) {
    const settings = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', place.folder];
    const unsaved = ['--save', '', '--appendonly', 'no', '--dbfilename', `redis-${at}.rdb`];
    const replica = at === 0 ? [] : ['--replicaof', '127.0.0.1', `${ports[0]}`];
    const name = `redis-${at + 1}`;
    let part = await start(name, [...settings, ...unsaved, ...replica]);
    servers.push({
      port,
      pid: () => part.pid,
      // Sentinel makes it a replica of the primary that it has chosen since.
      start: async () => {
        parts.delete(part);
        part = await start(name, [...settings, ...unsaved]);
      },
    });
  }
  const sentinelPorts: number[] = [];
  for (let n = 1; n <= SENTINELS; n += 1) {
    const port = await freePort();
    sentinelPorts.push(port);
    const file = join(place.folder, `sentinel-${n}.conf`);
    await writeFile(file, sentinelFile(port, ports[0] ?? 0));
    // Sentinels write down whom they have chosen.
    if (place.account) await chown(file, place.account.uid, place.account.gid);
    await start(`sentinel-${n}`, [file, '--sentinel']);
  }
  return {
    url: `redis://${REDIS_NAME}`,
    sentinels: sentinelPorts.map(port => `127.0.0.1:${port}`).join(','),
    servers,
    sentinelPorts,
    stop: async () => {
      await Promise.all([...parts].map(part => part.stop('SIGKILL')));
    },
  };
}

import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { killOnExit, type Part, type Place, startPart } from './part.js';
import type { Programs } from './programs.js';
import { type PatroniSettings, patroniFile } from './settings.js';

/** A PostgreSQL with the Patroni that runs it. */
export type HaNode = {
  name: string;
  postgresPort: number;
  restPort: number;
  patroniPid(): number;
  /** Undefined while PostgreSQL does not run. */
  postmasterPid(): number | undefined;
  /** Starts Patroni again after it ended. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Whether Patroni says that this is the primary; false also if it does not answer. */
  isPrimary(): Promise<boolean>;
};

const ANSWER_WITHIN_MS = 1_000;

export async function startNode(
  settings: PatroniSettings,
  programs: Programs,
  place: Place,
): Promise<HaNode> {
  const { name, folder } = settings;
  const file = join(folder, `${name}.yml`);
  await writeFile(file, patroniFile(settings));
  const data = join(folder, name);
  const begin = (): Promise<Part> =>
    startPart(`patroni-${name}`, programs.patroni, [file], {
      ...place,
      env: { PGTZ: 'UTC', PATH: '/usr/bin:/bin' },
    });
  let patroni = await begin();
  const killPostgres = (): void => {
    const pid = runningPostmaster(data);
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
  };
  const kill = killOnExit(killPostgres);
  return {
    name,
    postgresPort: settings.postgres.port,
    restPort: settings.rest.port,
    patroniPid: () => patroni.pid,
    postmasterPid: () => runningPostmaster(data),
    start: async () => {
      await patroni.stop('SIGKILL');
      patroni = await begin();
    },
    stop: async () => {
      await patroni.stop();
      killPostgres();
      kill.forget();
    },
    isPrimary: async () => {
      const answer = await fetch(`http://127.0.0.1:${settings.rest.port}/primary`, {
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      }).catch(() => undefined);
      // An answer that is not read ends in a stack trace in Patroni's log.
      await answer?.text().catch(() => undefined);
      return answer?.status === 200;
    },
  };
}

/** PostgreSQL leaves its file behind when it is killed, and its number may be another process now. */
function runningPostmaster(data: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return command.some(argument => argument.includes(data)) ? pid : undefined;
  } catch {
    return undefined;
  }
}

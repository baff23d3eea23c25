import { readFile, rm } from 'node:fs/promises';
import { run } from './account.js';
import type { Instance } from './instance.js';
import { isPostmaster } from './postmaster.js';

const END_PROCESSES_IN_FOLDER = `
  for process in /proc/[0-9]*; do
    [ "$(readlink "$process/cwd" 2>/dev/null)" = "$0" ] || continue
    pid=$(basename "$process")
    kill -QUIT "$pid" && echo "$pid"
  done
  true`;

/**
 * A session that runs a query does not notice that its server was killed, and holds the shared
 * memory. The search runs as the account, because others may not read /proc/PID/cwd, not even root.
 */
export async function endOrphans(instance: Instance): Promise<void> {
  if (process.platform !== 'linux') return;
  const args = ['-c', END_PROCESSES_IN_FOLDER, instance.cluster.dataFolder];
  const pids = (await run('/bin/sh', args, instance.account)).trim();
  if (pids) instance.log.warn({ pids }, 'ended orphaned processes of a killed PostgreSQL');
}

/**
 * PostgreSQL ignores the lock file of a dead process, but not one whose pid now belongs to another
 * program or to a zombie, which is common after a reboot.
 */
export async function removeStaleLock(
  instance: Instance,
  lockFile: string,
  seenPid?: number,
): Promise<void> {
  const pid = Number.parseInt(await readFile(lockFile, 'utf8').catch(() => ''), 10);
  if (!(pid > 0) || (seenPid !== undefined && pid !== seenPid)) return;
  if (!isAlive(pid) || (await isPostmaster(pid, instance.cluster.dataFolder))) return;
  instance.log.warn({ lockFile, pid }, 'removing a lock file whose pid belongs to another program');
  await rm(lockFile, { force: true });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

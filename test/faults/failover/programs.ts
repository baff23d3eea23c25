import { findPrograms, HA_PROGRAMS } from '../../../tools/cluster/ha/programs.js';
import { findProgram, skipLoudly } from '../../support/debian.js';

/** Root installs what is missing; another account gets the command that does. */
export async function installPrograms(): Promise<void> {
  if (process.getuid?.() === 0) {
    for (const program of HA_PROGRAMS) await findProgram(program);
    await findProgram({ command: 'pg_createcluster', debianPackage: 'postgresql-15' });
  }
  await findPrograms();
}

/** Whether the programs are available; see `programOrSkip`. */
export const failoverOrSkip = (): Promise<boolean> =>
  skipLoudly('FAIL-OVER TESTS', installPrograms);

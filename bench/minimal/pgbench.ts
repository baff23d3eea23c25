import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from '../../test/support/debian.js';

/** Debian keeps one folder per version; /usr/bin/pgbench is a wrapper that may find none. */
const DEBIAN = '/usr/lib/postgresql';

function installed(): string | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : [];
  return versions
    .sort((a, b) => Number(b) - Number(a))
    .map(version => join(DEBIAN, version, 'bin', 'pgbench'))
    .find(existsSync);
}

/** Root installs it if it is missing; without it a warning is printed. */
export async function findPgbench(): Promise<string | undefined> {
  const known = installed();
  if (known) return known;
  try {
    const found = await findProgram({ command: 'pgbench', debianPackage: 'postgresql' });
    return installed() ?? found;
  } catch (error) {
    const reason = `NO MAIN RATIO: the minimal shop was left out: ${(error as Error).message}`;
    console.warn(`\n${'!'.repeat(reason.length)}\n${reason}\n${'!'.repeat(reason.length)}\n`);
    return undefined;
  }
}

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrate } from '../src/platform/database/migrate.js';
import { createLog } from '../src/platform/log.js';
import { projectRoot } from '../src/platform/root.js';
import { startTestPostgres } from '../test/support/postgres.js';

/**
 * Writes src/platform/database/tables.ts from the tables of a freshly migrated database. With
 * `--verify` it only says whether the file is current, and throws if it is not.
 */
export function generateTables(url: string, ...options: string[]): void {
  const args = [
    '--dialect=postgres',
    `--url=${url}`,
    '--date-parser=string',
    `--type-mapping=${JSON.stringify({ int8: 'number' })}`,
    '--exclude-pattern=graphile_worker.*',
    '--out-file=src/platform/database/tables.ts',
    ...options,
  ];
  const generator = join(projectRoot, 'node_modules/kysely-codegen/dist/cli/bin.js');
  execFileSync(process.execPath, [generator, ...args], { cwd: projectRoot, stdio: 'inherit' });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const postgres = await startTestPostgres();
  try {
    await migrate(postgres.url, createLog('silent'));
    generateTables(postgres.url, ...process.argv.slice(2));
  } finally {
    await postgres.stop();
  }
}

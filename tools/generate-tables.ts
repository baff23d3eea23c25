import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrate } from '../src/platform/database/migrate.js';
import { createLog } from '../src/platform/log.js';
import { projectRoot } from '../src/platform/root.js';
import { startTestPostgres } from '../test/support/postgres.js';

const FILE = 'src/platform/database/tables.ts';

/**
 * Generates the table types from a freshly migrated database. `--verify` only compares. Returns
 * false if the types differ or the generator failed.
 */
export function generateTables(url: string, ...more: string[]): boolean {
  const args = [
    '--dialect=postgres',
    `--url=${url}`,
    '--date-parser=string',
    `--type-mapping=${JSON.stringify({ int8: 'number' })}`,
    '--exclude-pattern=graphile_worker.*',
    `--out-file=${FILE}`,
    ...more,
  ];
  const generator = join(projectRoot, 'node_modules/kysely-codegen/dist/cli/bin.js');
  const options = { cwd: projectRoot, stdio: 'inherit' } as const;
  return spawnSync(process.execPath, [generator, ...args], options).status === 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const postgres = await startTestPostgres();
  try {
    await migrate(postgres.url, createLog('silent'));
    if (!generateTables(postgres.url, ...process.argv.slice(2))) {
      console.error(`${FILE} is not current.`);
      process.exitCode = 1;
    }
  } finally {
    await postgres.stop();
  }
}

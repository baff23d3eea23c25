import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { migrate } from '../src/platform/database/migrate.js';
import { createLog } from '../src/platform/log.js';
import { projectRoot } from '../src/platform/root.js';
import { startTestPostgres } from '../test/support/postgres.js';

/**
 * Writes src/platform/database/tables.ts from a freshly migrated database. With `--verify` it
 * only says whether the file is current (exit code 1 if not).
 */
const postgres = await startTestPostgres();
try {
  await migrate(postgres.url, createLog('silent'));
  execFileSync(
    process.execPath,
    [
      join(projectRoot, 'node_modules/kysely-codegen/dist/cli/bin.js'),
      '--dialect=postgres',
      `--url=${postgres.url}`,
      '--date-parser=string',
      `--type-mapping=${JSON.stringify({ int8: 'number' })}`,
      '--out-file=src/platform/database/tables.ts',
      ...process.argv.slice(2),
    ],
    { cwd: projectRoot, stdio: 'inherit' },
  );
} finally {
  await postgres.stop();
}

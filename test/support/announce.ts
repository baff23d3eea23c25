import os from 'node:os';
import { type Db, statement } from '../../src/platform/database/tx.js';
import { VERSION } from '../../src/platform/version.js';

/** Prints a result with the date, versions and core count, ready to paste into the docs. */
export async function announce(db: Db, result: string): Promise<void> {
  const [row] = await statement<{ version: string }>(
    db,
    `select current_setting('server_version') as version`,
  );
  const environment = [
    new Date().toISOString().slice(0, 10),
    `Tillhouse ${VERSION}`,
    `Node ${process.versions.node}`,
    `PostgreSQL ${row?.version}`,
    `${os.availableParallelism()} cores`,
  ];
  process.stdout.write(`${result}\n(${environment.join(', ')})\n`);
}

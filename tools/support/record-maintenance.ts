import type { Config } from '../../src/config.js';
import { connect } from '../../src/platform/database/connect.js';
import type { Log } from '../../src/platform/log.js';
import { type Maintenance, recordRun } from '../../src/platform/maintenance/repository.js';
import { openDatabase } from './open-database.js';

/**
 * Writes the time of a success into the service's database, where the metrics read it. The work is
 * done by then, so a database that cannot take the row is only a warning.
 */
export async function recordMaintenance(
  config: Config,
  log: Log,
  name: Maintenance,
  detail: string,
): Promise<void> {
  const database = await openDatabase(config, log);
  const { db, close } = connect(database.url, { poolSize: 1, log });
  try {
    await recordRun(db, { name, at: new Date(), detail });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    console.error(`The time of the ${name.replace('_', ' ')} could not be recorded: ${reason}`);
  } finally {
    await close();
    await database.close();
  }
}

import { sqlState, type Tx } from '../../platform/database/tx.js';
import { conflict } from '../../platform/http/failure.js';
import { record } from '../../platform/work/events/outbox.js';
import type { Staff } from '../access/index.js';
import { parLevelDeleted, zoneDeleted } from './events.js';
import { visibleParLevel, visibleZone } from './find-zone.js';
import { deleteParLevel } from './par-repository.js';
import { deleteZone } from './repository.js';

const FOREIGN_KEY_VIOLATION = '23503';

/** Answers 409 `IN_USE` if the zone has par levels. */
export async function removeZone(tx: Tx, caller: Staff, id: string): Promise<void> {
  const zone = await visibleZone(tx, caller, id);
  try {
    await deleteZone(tx, zone.id);
  } catch (error) {
    if (sqlState(error) !== FOREIGN_KEY_VIOLATION) throw error;
    throw conflict('IN_USE', 'This zone has par levels; set is_active to false instead.');
  }
  await record(tx, zoneDeleted(zone));
}

export async function removeParLevel(tx: Tx, caller: Staff, id: string): Promise<void> {
  const level = await visibleParLevel(tx, caller, id);
  await deleteParLevel(tx, level.id);
  await record(tx, parLevelDeleted(level));
}

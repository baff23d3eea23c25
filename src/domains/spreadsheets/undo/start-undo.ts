import { atomically } from '../../../platform/database/tx.js';
import { conflict } from '../../../platform/http/failure.js';
import { addJobs } from '../../../platform/jobs/add-jobs.js';
import type { Platform } from '../../../platform/platform.js';
import { maySee, type Staff, storeScope } from '../../access/index.js';
import { visibleImport } from '../imports/read-import.js';
import { QUEUE } from '../imports/start-import.js';
import { type Import, importById } from '../repository.js';
import { requireKind } from '../require-kind.js';
import { claimUndo } from './repository.js';

export const UNDO_JOB = 'spreadsheets:undo';

/** Queues the undo of a finished import, once. */
export async function startUndo({ db }: Platform, caller: Staff, id: string): Promise<Import> {
  const file = await visibleImport(db, caller, id);
  requireKind(caller, file.kind);
  checkReach(caller, file);
  await atomically(db, async tx => {
    if (!(await claimUndo(tx, id))) throw refusalOf((await importById(tx, id)) ?? file);
    const payload = { import_id: id, actor_id: caller.userId };
    await addJobs(tx, [{ name: UNDO_JOB, payload, queue: QUEUE }]);
  });
  return (await importById(db, id)) ?? file;
}

/** A person who has lost access to a store since cannot move its stock any more. */
function checkReach(caller: Staff, { store_ids: stores }: Import): void {
  if (storeScope(caller) === undefined || stores?.every(store => maySee(caller, store))) return;
  throw conflict('IMPORT_OUT_OF_REACH', 'The import changed stores that you do not manage.');
}

function refusalOf({ dry_run: isDry, finished_at: finishedAt }: Import) {
  if (isDry) return conflict('IMPORT_WAS_DRY_RUN', 'A dry run changed nothing.');
  if (finishedAt === null) {
    return conflict('IMPORT_RUNNING', 'The import is still running; undo it when it has finished.');
  }
  return conflict('IMPORT_UNDONE', 'The import was undone before.');
}

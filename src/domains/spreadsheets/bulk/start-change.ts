import type { Tx } from '../../../platform/database/tx.js';
import { conflict, invalidField } from '../../../platform/http/failure.js';
import { newId } from '../../../platform/ids.js';
import { addJobs } from '../../../platform/jobs/add-jobs.js';
import type { Platform } from '../../../platform/platform.js';
import { type Staff, storeScope } from '../../access/index.js';
import { MAX_RECORDS } from '../csv.js';
import { IMPORT_JOB, QUEUE } from '../imports/start-import.js';
import { type Import, importById, insertImport } from '../repository.js';
import { countMatched } from './find-matching.js';
import type { BulkRequest } from './request.js';

/** Queues the change; its rows are written when the job starts. */
export async function startChange(
  tx: Tx,
  { clock }: Platform,
  caller: Staff,
  request: BulkRequest,
): Promise<Import> {
  const now = clock.now();
  const { expected } = request;
  const matched = await countMatched(tx, request, now);
  if (expected !== undefined && expected !== matched) {
    throw conflict('MATCHES_CHANGED', 'The filter matches another number by now.', { matched });
  }
  if (matched > MAX_RECORDS) {
    throw invalidField('filter', `At most ${MAX_RECORDS} records are changed at a time.`);
  }
  const id = newId();
  await insertImport(tx, {
    id,
    kind: 'bulk_change',
    fileName: '',
    dryRun: false,
    requestedBy: caller.userId,
    storeIds: storeScope(caller),
    locations: {},
    notes: [],
    content: '',
    request,
    now,
  });
  await addJobs(tx, [{ name: IMPORT_JOB, payload: { import_id: id }, queue: QUEUE }]);
  const started = await importById(tx, id);
  if (started === undefined) throw new Error('a new change cannot be read');
  return started;
}

import type { Reader } from '../../platform/database/tx.js';
import { notFound } from '../../platform/http/failure.js';
import { type Staff, storeScope } from '../access/index.js';
import { type Import, importById, type RowOutcome, rowCounts } from './repository.js';
import type { ImportStatus } from './sheet.js';

/** Visible to the uploader and to staff with access to all stores. */
export async function visibleImport(reader: Reader, caller: Staff, id: string): Promise<Import> {
  const found = await importById(reader, id);
  const isOwn = found?.requested_by === caller.userId;
  if (found === undefined || !(isOwn || storeScope(caller) === undefined)) throw notFound('Import');
  return found;
}

export async function presentImport(reader: Reader, file: Import, report: readonly RowOutcome[]) {
  const counts = await rowCounts(reader, file.id);
  const of = (action: RowOutcome['action']): number => counts.get(action) ?? 0;
  return {
    id: file.id,
    kind: file.kind,
    status: file.status as ImportStatus,
    dry_run: file.dry_run,
    progress: file.progress,
    rows: [...counts.values()].reduce((sum, n) => sum + n, 0),
    created: of('created'),
    updated: of('updated'),
    unchanged: of('unchanged'),
    refused: of('refused'),
    error: file.error,
    created_at: file.created_at.toISOString(),
    started_at: file.started_at?.toISOString() ?? null,
    finished_at: file.finished_at?.toISOString() ?? null,
    report: [...report],
  };
}

import type { Reader } from '../../../platform/database/tx.js';
import { notFound } from '../../../platform/http/failure.js';
import { type Staff, storeScope } from '../../access/index.js';
import { presentRequest } from '../bulk/request.js';
import { type Import, importById, type ReportLine, rowCounts } from '../repository.js';
import type { ImportStatus } from '../sheets/sheet.js';
import { undoCounts } from '../undo/repository.js';
import { pictureCounts } from './picture-repository.js';

/** Visible to the uploader and to staff with access to all stores. */
export async function visibleImport(reader: Reader, caller: Staff, id: string): Promise<Import> {
  const found = await importById(reader, id);
  const isOwn = found?.requested_by === caller.userId;
  if (found === undefined || !(isOwn || storeScope(caller) === undefined)) throw notFound('Import');
  return found;
}

/** An import as a line of the list. */
export async function presentListed(reader: Reader, file: Import) {
  const counts = file.counts ?? (await rowCounts(reader, file.id));
  const { created = 0, updated = 0, unchanged = 0, refused = 0 } = counts;
  return {
    id: file.id,
    kind: file.kind,
    file_name: file.file_name,
    request: file.request && presentRequest(file.request),
    status: file.status as ImportStatus,
    dry_run: file.dry_run,
    progress: file.progress,
    rows: created + updated + unchanged + refused,
    created,
    updated,
    unchanged,
    refused,
    error: file.error,
    notes: file.notes,
    undo_status: file.undo_status as ImportStatus | null,
    created_at: file.created_at.toISOString(),
    started_at: file.started_at?.toISOString() ?? null,
    finished_at: file.finished_at?.toISOString() ?? null,
  };
}

export async function presentImport(reader: Reader, file: Import, report: readonly ReportLine[]) {
  const { undo_status: undoStatus, ...listed } = await presentListed(reader, file);
  const undo = undoStatus && {
    status: undoStatus,
    ...(await undoCounts(reader, file.id)),
    finished_at: file.undo_finished_at?.toISOString() ?? null,
  };
  const pictures = await pictureCounts(reader, file.id);
  return { ...listed, undo_status: undoStatus, pictures, undo, report: [...report] };
}

import { answer, type paths, type Tillhouse } from '@tillhouse/client';
import type { ItemOf } from '../../types.js';

export type ListedImport = ItemOf<'/imports/'>;
export type ImportStatus = ListedImport['status'];
export type Import =
  paths['/imports/{id}/']['get']['responses'][200]['content']['application/json'];
export type ReportLine = Import['report'][number];
export type Kept = NonNullable<ReportLine['kept']>[number];

export const listImports = (api: Tillhouse, cursor: string | undefined) =>
  api.GET('/imports/', { params: { query: { cursor, limit: 20 } } });

/** Rows with an error, or after an undo those of which something stays. */
export const readImport = (
  api: Tillhouse,
  id: string,
  rows: { errors?: true; kept?: true },
): Promise<Import> =>
  answer(api.GET('/imports/{id}/', { params: { path: { id }, query: { ...rows, limit: 50 } } }));

export function sendFile(
  api: Tillhouse,
  file: File,
  { isDry, store }: { isDry: boolean; store: string | undefined },
): Promise<Import> {
  const form = new FormData();
  form.append('dry_run', String(isDry));
  if (store !== undefined) form.append('store', store);
  form.append('file', file);
  // The types know a file only as text; the serializer sends the form itself.
  return answer(api.POST('/imports/', { body: { file: '' }, bodySerializer: () => form }));
}

export const undoImport = (api: Tillhouse, id: string): Promise<Import> =>
  answer(api.POST('/imports/{id}/undo/', { params: { path: { id } } }));

export const isOver = (status: ImportStatus | null): boolean =>
  status === 'completed' || status === 'failed';

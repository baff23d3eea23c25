import { answer, nextCursor, type paths, type Tillhouse } from '@tillhouse/client';
import { saveFile } from '../../../shared/save-file.js';
import type { ItemOf } from '../../types.js';

export type ListedImport = ItemOf<'/imports/'>;
export type ImportStatus = ListedImport['status'];
export type Import =
  paths['/imports/{id}/']['get']['responses'][200]['content']['application/json'];
export type ReportLine = Import['report'][number];
export type Kept = NonNullable<ReportLine['kept']>[number];

export const listImports = (api: Tillhouse, cursor: string | undefined) =>
  api.GET('/imports/', { params: { query: { cursor, limit: 20 } } });

/** Where a report continues. It lists the rows with errors, or the rows that an undo kept. */
export type ReportCursor = { cursor: string; isKept: boolean };
export type ReportPage = { file: Import; next: ReportCursor | undefined };

/** A page of the rows with errors, or after an undo of the rows that it did not take back whole. */
export async function readReport(
  api: Tillhouse,
  id: string,
  after: ReportCursor | undefined,
): Promise<ReportPage> {
  const read = async (isKept: boolean): Promise<ReportPage> => {
    const query = { ...(isKept ? { kept: true } : { errors: true }), cursor: after?.cursor };
    const { data, response } = await api.GET('/imports/{id}/', {
      params: { path: { id }, query: { ...query, limit: 50 } },
    });
    const cursor = nextCursor(response.headers.get('link'));
    return { file: data as Import, next: cursor === undefined ? undefined : { cursor, isKept } };
  };
  if (after !== undefined) return read(after.isKept);
  const first = await read(false);
  return first.file.undo === null ? first : read(true);
}

/** Downloads all errors of an import as a CSV file. */
export const saveErrors = (api: Tillhouse, id: string): Promise<void> =>
  saveFile(
    api.GET('/imports/{id}/errors/', { params: { path: { id } }, parseAs: 'blob' }),
    'import-errors.csv',
  );

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

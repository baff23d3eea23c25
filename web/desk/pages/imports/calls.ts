import { answer, type Tillhouse } from '@tillhouse/client';

export type ImportStatus = 'queued' | 'running' | 'completed' | 'failed';
export type ImportKind =
  | 'products'
  | 'inventory_levels'
  | 'prices'
  | 'shopify'
  | 'woocommerce'
  | 'square';
export type KeptReason = 'changed' | 'in_use' | 'archived' | 'stock_used' | 'refused';
export type Kept = { record: string; key: string; reason: KeptReason; fields: string[] };

export type ListedImport = {
  id: string;
  kind: ImportKind;
  file_name: string;
  status: ImportStatus;
  dry_run: boolean;
  progress: number;
  rows: number;
  created: number;
  updated: number;
  unchanged: number;
  refused: number;
  error: string | null;
  notes: string[];
  undo_status: ImportStatus | null;
  created_at: string;
};

export type ReportLine = {
  row: number;
  key: string;
  errors: Record<string, string[]>;
  kept: Kept[] | null;
};

export type Import = ListedImport & {
  pictures: { total: number; done: number; failed: number };
  undo: { status: ImportStatus; rows: number; undone: number; kept: number } | null;
  report: ReportLine[];
};

type Call = <Data>(path: string, options: object) => Promise<{ data?: Data; response: Response }>;

/** Of a method of the client, for routes and fields that its types do not have. */
const untyped = (method: unknown): Call => method as Call;

export const listImports = (
  api: Tillhouse,
  cursor: string | undefined,
): Promise<{ data?: ListedImport[]; response: Response }> =>
  untyped(api.GET)('/imports/', { params: { query: { cursor, limit: 20 } } });

/** Rows with an error, or after an undo those of which something stays. */
export const readImport = (
  api: Tillhouse,
  id: string,
  rows: { errors?: true; kept?: true },
): Promise<Import> =>
  answer(
    untyped(api.GET)('/imports/{id}/', {
      params: { path: { id }, query: { ...rows, limit: 50 } },
    }),
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
  return answer(untyped(api.POST)('/imports/', { body: form, bodySerializer: () => form }));
}

export const undoImport = (api: Tillhouse, id: string): Promise<Import> =>
  answer(untyped(api.POST)('/imports/{id}/undo/', { params: { path: { id } } }));

export const isOver = (status: ImportStatus | null): boolean =>
  status === 'completed' || status === 'failed';

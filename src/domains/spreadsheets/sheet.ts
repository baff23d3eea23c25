import type { Db, Tx } from '../../platform/database/tx.js';
import type { PutAction } from '../catalog/index.js';
import type { Column } from './cells.js';

export const IMPORT_KINDS = ['products', 'inventory_levels'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

export const IMPORT_STATUSES = ['queued', 'running', 'completed', 'failed'] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

export type Values = ReadonlyMap<string, unknown>;

/** Whose file it is, and which stores it may touch. */
export type Sender = { userId: string | null; storeIds: readonly string[] | undefined };

/** One kind of spreadsheet: how its rows are read, named, put into the shop and written out. */
export type Sheet = {
  columns: readonly Column[];
  required: readonly string[];
  /** What makes a row its own; two rows with one key are one too many. */
  keyOf(values: Values): string;
  /** What rows may share and must then agree in, such as the product of several variants. */
  shared?: { keyOf(values: Values): string; columns: readonly string[] };
  put(tx: Tx, values: Values, sender: Sender): Promise<PutAction>;
  /** Names of fields as the domain tells them, and the columns they stand in. */
  fieldColumns: ReadonlyMap<string, string>;
  rows(db: Db, sender: Sender): AsyncGenerator<string[]>;
};

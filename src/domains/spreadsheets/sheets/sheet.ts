import type { Db, Tx } from '../../../platform/database/tx.js';
import type { TProperties } from '../../../platform/http/schemas.js';
import type { Staff } from '../../access/index.js';
import type { CatalogChange, PutAction } from '../../catalog/index.js';
import type { LevelUndo } from '../../inventory/index.js';
import type { PriceUndo } from '../../prices/index.js';
import type { SupplierUndo } from '../../suppliers/index.js';
import type { Needs, Trace } from '../trace.js';
import type { Column } from './cells.js';

export const OWN_KINDS = ['products', 'inventory_levels', 'prices'] as const;
export type OwnKind = (typeof OWN_KINDS)[number];
/** Files that other systems export. */
export const FOREIGN_KINDS = ['shopify', 'woocommerce', 'square'] as const;
export type ForeignKind = (typeof FOREIGN_KINDS)[number];
/** Files that people upload. */
export const FILE_KINDS = [...OWN_KINDS, ...FOREIGN_KINDS] as const;
export type FileKind = (typeof FILE_KINDS)[number];
/** A bulk change has no file: the service writes its rows. */
export const IMPORT_KINDS = [...FILE_KINDS, 'bulk_change'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

export const isForeign = (kind: ImportKind): kind is ForeignKind =>
  FOREIGN_KINDS.some(foreign => foreign === kind);

export const IMPORT_STATUSES = ['queued', 'running', 'completed', 'failed'] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

/** A row of an import, and what it shares with others of its transaction. */
export type Place = { importId: string; row: number; trace: Trace };

export type Values = ReadonlyMap<string, unknown>;

/** The uploader of a file and the stores it may change. */
export type Sender = { userId: string | null; storeIds: readonly string[] | undefined };

/** What a row changed, for the undo. */
export type Change = CatalogChange | LevelUndo | PriceUndo | SupplierUndo;
export type ChangeLog = (change: Change) => void;

/** One kind of spreadsheet: how its rows are parsed, identified, imported and exported. */
export type Sheet = {
  columns: readonly Column[];
  required: readonly string[];
  /** Identifies a row; a second row with the same key is refused. */
  keyOf(values: Values): string;
  /** Columns that must be equal in rows with the same shared key, such as those of a product. */
  shared?: { keyOf(values: Values): string; columns: readonly string[] };
  /** What `put` reads; it is read ahead for many rows at once. */
  needs?(values: Values): Needs;
  put(tx: Tx, values: Values, sender: Sender, place: Place): Promise<PutAction>;
  /** Maps field names in errors of the owning domain to columns. */
  fieldColumns: ReadonlyMap<string, string>;
  /** The query parameters of the export: the filters of the list. */
  filters: TProperties;
  rows(db: Db, caller: Staff, filters: Record<string, unknown>): AsyncGenerator<string[]>;
};

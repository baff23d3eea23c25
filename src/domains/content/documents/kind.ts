import type { Tx } from '../../../platform/database/tx.js';
import type { Platform } from '../../../platform/platform.js';
import type { Fields } from './document.js';
import type { Field } from './fields.js';

/** The kinds of records that have documents. */
export const KIND_NAMES = [
  'site',
  'store',
  'theme',
  'jurisdiction',
  'user',
  'product_type',
  'brand',
  'category',
  'collection',
  'product',
  'variant',
  'level',
  'zone',
  'par_level',
  'payment_method',
  'sale',
  'sale_line',
  'return',
  'store_credit',
  'payment',
  'refund',
  'task',
  'campaign',
  'promotion',
  'promo_code',
  'ab_test',
] as const;
export type KindName = (typeof KIND_NAMES)[number];

export type Saving = { tx: Tx; platform: Platform };

/** Thrown to skip a document without counting a failure; a retry would not help. */
export class SkipDocument extends Error {
  constructor(readonly reason: string) {
    super(`skipped: ${reason}`);
  }
}

/** Maps records of one kind to documents and back. */
export type Kind = {
  name: KindName;
  /** The name in API answers. */
  modelType: string;
  /** The document type to write, or a function where it depends on the record. */
  type: string | ((columns: Fields) => string);
  /** Prefix of the ids of new documents, such as `product_17`. */
  prefix: string;
  fields: readonly Field[];
  /**
   * Saves a change from a document through the domain that owns the record, and returns its id.
   * Missing for kinds that editors cannot change, such as sales.
   */
  save?(saving: Saving, id: string | undefined, change: Fields, type: string): Promise<string>;
  /** Deactivates the record when its document is deleted. */
  retire?(saving: Saving, id: string): Promise<void>;
  /** Tills never lock these records, so one transaction may write many of them. */
  isBatchable?: boolean;
  /** Runs after the commit of a change from a document. */
  afterCommit?(platform: Platform): Promise<void>;
  /** Columns without which a document cannot create a record. */
  required?: readonly string[];
  /** The kind whose document contains this record, and the column that refers to it. */
  within?: { kind: KindName; column: string };
};

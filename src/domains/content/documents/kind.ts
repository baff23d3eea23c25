import type { Tx } from '../../../platform/database/tx.js';
import type { Platform } from '../../../platform/platform.js';
import type { Fields } from './document.js';
import type { Field } from './fields.js';

/** Our words for what is mirrored. */
export const KIND_NAMES = [
  'site',
  'store',
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

/** A reason to leave a document alone that is no failure: trying again would change nothing. */
export class Passed extends Error {
  constructor(readonly reason: string) {
    super(`passed over: ${reason}`);
  }
}

/** How records of one kind and their documents look like each other. */
export type Kind = {
  name: KindName;
  /** The word for it in answers. */
  modelType: string;
  /** The document type we write, by the record where it depends on it. */
  type: string | ((columns: Fields) => string);
  /** Documents we create are named `product_17`. */
  prefix: string;
  fields: readonly Field[];
  /**
   * Writes what came in through the door of the domain that owns the record, and returns its id.
   * Missing: the record is made by selling or by our own people, and nobody edits it elsewhere.
   */
  save?(saving: Saving, id: string | undefined, change: Fields, type: string): Promise<string>;
  /** What a deletion over there does here. */
  retire?(saving: Saving, id: string): Promise<void>;
  /** Nobody waits for these records while selling, so many of them may be written at once. */
  isQuiet?: boolean;
  /** After the commit of what came in. */
  changed?(platform: Platform): Promise<void>;
  /** Columns that a document must fill before a record can be made of it. */
  required?: readonly string[];
  /** The record whose document carries this one. */
  within?: { kind: KindName; column: string };
};

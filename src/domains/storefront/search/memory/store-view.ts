import type { Reader } from '../../../../platform/database/tx.js';
import type { ProductColumns } from './product-columns.js';
import type { Terms, Which } from './repository.js';

/** Columns about the products of one store, or of stores that sell alike. */
export type StoreView = {
  /** Products to read again before the next use. */
  readonly stale: Set<number>;
  /** Begins new columns; a search that has the old ones still finds everything in them. */
  clear(): void;
  /** Makes room for all slots. */
  fit(columns: ProductColumns): void;
  read(reader: Reader, columns: ProductColumns, terms: Terms, which: Which): Promise<void>;
  /** Called before everything is read. */
  start(reader: Reader): Promise<void>;
  /** Notes what has changed since the last call; false if that is too much to follow. */
  follow(reader: Reader): Promise<boolean>;
};

export type Kept<View> = { view: View; refresh: () => Promise<void> };

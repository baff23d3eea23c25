import type { FieldErrors } from '../../../platform/http/failure.js';
import type { ProductRow } from '../../catalog/index.js';

export type PictureLink = { url: string; alt: string; ofVariant: boolean };

/** Stock of the row's variant; the location is empty in files that have one stock only. */
export type StockCell = { location: string; onHand: number; reorderPoint?: number };

/** A row of another system in terms of this one. */
export type TranslatedRow = {
  key: string;
  errors: FieldErrors;
  product: ProductRow;
  stock: StockCell[];
  pictures: PictureLink[];
};

/** Translates the file of one system. It gets all rows twice: first to `collect`, then to `translate`. */
export type Translator = {
  collect(row: number, cells: readonly string[]): void;
  translate(row: number, cells: readonly string[]): TranslatedRow;
  /** The column that a field of a product, variant or level was read from. */
  columnOf(field: string): string | undefined;
  /** The columns with stock, by location. */
  stockColumns: ReadonlyMap<string, number>;
};

export type CreateTranslator = (heading: readonly string[]) => Translator;

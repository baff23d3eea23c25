import type { Fields } from './differences.js';
import type { ReferenceKind } from './references/kinds.js';

/** What an import did to a record of the catalog, so that it can be undone. */
export type CatalogChange = {
  record: 'product' | 'variant' | ReferenceKind;
  id: string | number;
  created: boolean;
  /** Empty for a created record. */
  before: Fields;
  after: Fields;
};

export const KEPT_REASONS = ['changed', 'in_use', 'archived', 'stock_used', 'refused'] as const;

/** What an undo left as it is. */
export type Kept = {
  record: string;
  /** SKU, slug or name, as people know the record. */
  key: string;
  reason: (typeof KEPT_REASONS)[number];
  /** The fields that have another value than the imported one. */
  fields: string[];
};

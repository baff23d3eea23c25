import { resourceRoutes } from '../../../platform/http/resource.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { staff } from '../../access/index.js';
import { REFERENCE_KINDS, type ReferenceKind } from './kinds.js';
import { removeReference } from './remove-reference.js';
import { findReference, listReferences, type Reference } from './repository.js';
import { saveReference } from './save-reference.js';
import {
  CategoryAnswer,
  CategoryBody,
  type CategoryChange,
  CollectionAnswer,
  ReferenceAnswer,
  ReferenceBody,
  ReferenceRef,
} from './schemas.js';

const ANSWERS = {
  category: CategoryAnswer,
  brand: ReferenceAnswer,
  product_type: ReferenceAnswer,
  collection: CollectionAnswer,
};

export function referenceRoutes(app: App, platform: Platform): void {
  for (const kind of Object.keys(REFERENCE_KINDS) as ReferenceKind[]) {
    const { table, path, tag, noun } = REFERENCE_KINDS[kind];
    resourceRoutes<Reference, CategoryChange>(app, platform, {
      path,
      tag,
      noun,
      id: ReferenceRef,
      read: staff('catalog.read'),
      write: staff('catalog.chain'),
      body: kind === 'category' ? CategoryBody : ReferenceBody,
      answer: ANSWERS[kind],
      list: (reader, after, limit) => listReferences(reader, table, after, limit),
      keyOf: row => row.slug,
      find: (reader, ref) => findReference(reader, table, ref),
      save: (tx, ref, change) => saveReference(tx, kind, ref, change),
      // The rule of a collection belongs to a higher domain, which deletes both.
      remove: kind === 'collection' ? undefined : (tx, ref) => removeReference(tx, kind, ref),
      present: presentReference,
    });
  }
}

function presentReference(row: Reference) {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

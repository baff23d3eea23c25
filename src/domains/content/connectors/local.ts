import { atomically } from '../../../platform/database/tx.js';
import type { Platform } from '../../../platform/platform.js';
import type { ContentDocument, Fields } from '../documents/document.js';
import { type Connector, RevisionConflict, type SaveWrite, type Write } from './connector.js';
import {
  deleteDocuments,
  documentById,
  listDocuments,
  listRevisions,
  lockDocuments,
  type StoredDocument,
  saveDocuments,
} from './local-repository.js';

const toDocument = (stored: StoredDocument): ContentDocument => ({
  ...stored.body,
  _id: stored.id,
  _type: stored.document_type,
  _rev: stored.rev,
  _createdAt: stored.created_at.toISOString(),
  _updatedAt: stored.updated_at.toISOString(),
});

const withoutSystemNames = (document: ContentDocument): Fields =>
  Object.fromEntries(Object.entries(document).filter(([name]) => !name.startsWith('_')));

const withoutNulls = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));

/** The built-in content store: documents and their revisions in the service's own database. */
export function localConnector({ db, clock }: Platform): Connector {
  return {
    name: 'local',
    async get(id) {
      const stored = await documentById(db, id);
      return stored && toDocument(stored);
    },
    list: async (type, after, limit) =>
      (await listDocuments(db, type, after, limit)).map(toDocument),
    revisions: (id, limit) => listRevisions(db, id, limit),
    async write(rev, writes) {
      const now = clock.now();
      await atomically(db, async tx => {
        const stored = new Map(
          (await lockDocuments(tx, idsOf(writes))).map(document => [document.id, document]),
        );
        const saves = writes.filter(write => write.operation === 'save');
        for (const write of saves) requireRev(write, stored.get(write.id)?.rev);
        const saved = saves.map(write => ({
          id: write.id,
          document_type: stored.get(write.id)?.document_type ?? write.type,
          rev,
          body: withoutNulls({ ...stored.get(write.id)?.body, ...write.fields }),
        }));
        await saveDocuments(tx, saved, now);
        const deleted = writes
          .filter(write => write.operation === 'delete' && stored.has(write.id))
          .map(({ id, type }) => ({ id, document_type: type, rev }));
        await deleteDocuments(tx, deleted, now);
      });
      return writes.map(({ id }) => ({ id, rev, updatedAt: null }));
    },
    async storeReceived(tx, documents, operation) {
      const now = clock.now();
      const ids = documents.map(({ _id }) => _id);
      const stored = new Map((await lockDocuments(tx, ids)).map(({ id, body }) => [id, body]));
      const received = documents.map(document => ({
        id: document._id,
        document_type: document._type,
        rev: document._rev,
        body: withoutNulls({ ...stored.get(document._id), ...withoutSystemNames(document) }),
      }));
      await (operation === 'save' ? saveDocuments : deleteDocuments)(tx, received, now);
    },
  };
}

/** Sorted, so that concurrent writers lock rows in the same order and cannot deadlock. */
const idsOf = (writes: readonly Write[]): string[] => writes.map(({ id }) => id).sort();

function requireRev({ id, ifRev }: SaveWrite, rev: string | undefined): void {
  if (ifRev !== undefined && ifRev !== (rev ?? null)) {
    throw new RevisionConflict(`document ${id} has another revision`);
  }
}

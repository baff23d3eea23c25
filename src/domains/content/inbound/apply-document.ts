import { atomically, type Tx } from '../../../platform/database/tx.js';
import type { Platform } from '../../../platform/platform.js';
import { connectorFor } from '../connectors/registry.js';
import type { ContentDocument } from '../documents/document.js';
import { type Kind, SkipDocument } from '../documents/kind.js';
import { kindOfType } from '../documents/kinds.js';
import { mergeDocuments } from './merge-documents.js';
import { beginResolution, type Resolution, resolveReferences } from './resolve-references.js';

export type Applied = { status: 'processed' } | { status: 'skipped'; reason: string };

export type ApplyOptions = {
  /** The document was just read from the content system, so it cannot be outdated. */
  isCurrent?: boolean;
  /** Set when another document refers to this one. */
  within?: Resolution;
  /** Runs in the transaction that saves the records of these documents. */
  whenSaved?: (tx: Tx, documents: readonly ContentDocument[]) => Promise<void>;
};

/** Creates or updates the record of a document, and those of the documents it refers to. */
export async function applyDocument(
  platform: Platform,
  document: ContentDocument,
  options: ApplyOptions = {},
): Promise<Applied> {
  const kind = kindOfType(document._type);
  if (kind === undefined) return { status: 'skipped', reason: 'no_handler' };
  if (kind.save === undefined) return { status: 'skipped', reason: 'owned_here' };
  try {
    const [applied] = await applyDocuments(platform, kind, [document], options);
    if (applied === undefined) throw new Error(`${document._id} was not applied`);
    return applied;
  } catch (error) {
    if (error instanceof SkipDocument) return { status: 'skipped', reason: error.reason };
    throw error;
  }
}

/**
 * Creates or updates the records of documents of one kind, all or none. Fetches references before
 * the transaction begins, so that no lock is held during a network call.
 */
export async function applyDocuments(
  platform: Platform,
  kind: Kind,
  documents: readonly ContentDocument[],
  options: ApplyOptions = {},
): Promise<Applied[]> {
  const resolution = options.within ?? beginResolution(connectorFor(platform));
  const records = await resolveReferences(platform, resolution, kind, documents, applyDocument);
  const applied = await atomically(platform.db, async tx => {
    const merged = await mergeDocuments({ tx, platform }, kind, documents, {
      connector: resolution.connector,
      isCurrent: options.isCurrent ?? false,
      recordIdOf: id => records.get(id),
    });
    const saved = documents.filter((_, n) => merged[n]?.status === 'processed');
    if (saved.length > 0) await options.whenSaved?.(tx, saved);
    return merged;
  });
  if (applied.some(({ status }) => status === 'processed')) await kind.afterCommit?.(platform);
  return applied;
}

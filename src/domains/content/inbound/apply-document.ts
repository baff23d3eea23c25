import { atomically, type Tx } from '../../../platform/database/tx.js';
import type { Platform } from '../../../platform/platform.js';
import { connectorFor } from '../connectors/registry.js';
import type { ContentDocument } from '../documents/document.js';
import { type Kind, Passed } from '../documents/kind.js';
import { kindOfType } from '../documents/kinds.js';
import { mergeDocuments } from './merge-documents.js';
import { beginResolution, type Resolution, resolveReferences } from './resolve-references.js';

export type Applied = { status: 'processed' } | { status: 'skipped'; reason: string };

export type ApplyOptions = {
  /** It was just read from the content system, so nothing newer can be known. */
  isCurrent?: boolean;
  /** Set when another document needs this one. */
  within?: Resolution;
  /** Written in the transaction that saves the records of these documents. */
  whenSaved?: (tx: Tx, documents: readonly ContentDocument[]) => Promise<void>;
};

/** Makes a document a record of ours, together with those it points at. */
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
    if (applied === undefined) throw new Error(`nothing became of ${document._id}`);
    return applied;
  } catch (error) {
    if (error instanceof Passed) return { status: 'skipped', reason: error.reason };
    throw error;
  }
}

/**
 * Makes documents of one kind records of ours, all or none. Asks over the network first and writes
 * afterwards, so that no lock waits for anybody.
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
  if (applied.some(({ status }) => status === 'processed')) await kind.changed?.(platform);
  return applied;
}

import { atomically, type Tx } from '../../../platform/database/tx.js';
import type { Platform } from '../../../platform/platform.js';
import { connectorFor } from '../connectors/registry.js';
import type { ContentDocument } from '../documents/document.js';
import { Passed } from '../documents/kind.js';
import { kindOfType } from '../documents/kinds.js';
import { mergeDocument } from './merge-document.js';
import { beginResolution, type Resolution, resolveReferences } from './resolve-references.js';

export type Applied = { status: 'processed' } | { status: 'skipped'; reason: string };

export type ApplyOptions = {
  /** It was just read from the content system, so nothing newer can be known. */
  isCurrent?: boolean;
  /** Set when another document needs this one. */
  within?: Resolution;
  /** Written in the transaction that saves the record. */
  whenSaved?: (tx: Tx) => Promise<void>;
};

/**
 * Makes a document a record of ours, together with those it points at. Asks over the network first
 * and writes afterwards, so that no lock waits for anybody.
 */
export async function applyDocument(
  platform: Platform,
  document: ContentDocument,
  options: ApplyOptions = {},
): Promise<Applied> {
  const kind = kindOfType(document._type);
  if (kind === undefined) return { status: 'skipped', reason: 'no_handler' };
  if (kind.save === undefined) return { status: 'skipped', reason: 'owned_here' };
  const resolution = options.within ?? beginResolution(connectorFor(platform));
  const records = await resolveReferences(platform, resolution, kind, document, applyDocument);
  try {
    const applied = await atomically(platform.db, async tx => {
      const merged = await mergeDocument({ tx, platform }, kind, document, {
        connector: resolution.connector,
        isCurrent: options.isCurrent ?? false,
        recordIdOf: id => records.get(id),
      });
      if (merged.status === 'processed') await options.whenSaved?.(tx);
      return merged;
    });
    if (applied.status === 'processed') await kind.changed?.(platform);
    return applied;
  } catch (error) {
    if (error instanceof Passed) return { status: 'skipped', reason: error.reason };
    throw error;
  }
}

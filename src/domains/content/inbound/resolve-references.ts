import { SECOND_MS } from '../../../platform/clock.js';
import type { Reader } from '../../../platform/database/tx.js';
import type { Platform } from '../../../platform/platform.js';
import type { Connector } from '../connectors/connector.js';
import {
  type ContentDocument,
  isObject,
  isUnpublished,
  referredId,
} from '../documents/document.js';
import type { Kind } from '../documents/kind.js';
import { kindNamed, kindOfType } from '../documents/kinds.js';
import { recordByDocument, recordsByDocument } from '../records/repository.js';

const MAX_LEVELS = 5;
const MAX_MS = 15 * SECOND_MS;

/** A referenced document is not known here and cannot be fetched. */
export class UnresolvedReference extends Error {
  override name = 'UnresolvedReference';
}

/** The state of one recursive resolution of references. */
export type Resolution = {
  connector: Connector;
  level: number;
  /** Documents being applied; a reference to one of them is a cycle. */
  open: ReadonlySet<string>;
  deadline: AbortSignal;
};

export const beginResolution = (connector: Connector): Resolution => ({
  connector,
  level: 0,
  open: new Set(),
  deadline: AbortSignal.timeout(MAX_MS),
});

type Apply = (
  platform: Platform,
  document: ContentDocument,
  options: { within: Resolution },
) => Promise<unknown>;

/**
 * Finds the records that documents refer to. Unknown documents are fetched and applied first, up to
 * five levels deep and within 15 seconds. The reference that closes a cycle is left out, because
 * its record does not exist yet.
 */
export async function resolveReferences(
  platform: Platform,
  resolution: Resolution,
  kind: Kind,
  documents: readonly ContentDocument[],
  apply: Apply,
): Promise<Map<string, string>> {
  const pointers = documents.flatMap(document => pointersOf(kind, document));
  const records = await knownRecords(platform.db, pointers);
  for (const { from, target, id, value } of pointers) {
    if (records.has(id)) continue;
    const open = new Set([...resolution.open, from]);
    const found = await fetchRecord(platform, { ...resolution, open }, target, id, value, apply);
    if (found !== undefined) records.set(id, found);
  }
  return records;
}

/** One reference from a document to another. */
type Pointer = { from: string; target: Kind; id: string; value: unknown };

const pointersOf = (kind: Kind, document: ContentDocument): Pointer[] =>
  kind.fields.flatMap(({ refersTo, name, inbound }) => {
    if (refersTo === undefined || inbound === 'never') return [];
    const target = kindNamed(refersTo);
    return [document[name]].flat().flatMap(value => {
      const id = referredId(value);
      return id === undefined || isUnpublished(id) ? [] : { from: document._id, target, id, value };
    });
  });

async function knownRecords(
  reader: Reader,
  pointers: readonly Pointer[],
): Promise<Map<string, string>> {
  const records = new Map<string, string>();
  for (const target of new Set(pointers.map(pointer => pointer.target))) {
    const ids = pointers.filter(pointer => pointer.target === target).map(({ id }) => id);
    const rows = await recordsByDocument(reader, target, [...new Set(ids)]);
    for (const [documentId, row] of rows) records.set(documentId, row.id);
  }
  return records;
}

async function fetchRecord(
  platform: Platform,
  resolution: Resolution,
  kind: Kind,
  id: string,
  value: unknown,
  apply: Apply,
): Promise<string | undefined> {
  if (resolution.open.has(id)) return undefined;
  if (resolution.level >= MAX_LEVELS) {
    throw new UnresolvedReference(`${id} is more than ${MAX_LEVELS} levels away`);
  }
  if (resolution.deadline.aborted) {
    throw new UnresolvedReference(`${id} was not reached within ${MAX_MS / SECOND_MS} seconds`);
  }
  const document = expanded(value) ?? (await resolution.connector.get(id, resolution.deadline));
  if (document === undefined) {
    if (isObject(value) && value._weak === true) return undefined;
    throw new UnresolvedReference(`there is no document ${id}`);
  }
  if (kindOfType(document._type) !== kind) {
    throw new UnresolvedReference(`${id} is a ${document._type}, not a ${kind.prefix}`);
  }
  await apply(platform, document, { within: { ...resolution, level: resolution.level + 1 } });
  return (await recordByDocument(platform.db, kind, id))?.id;
}

/** The document itself, if the webhook is configured to expand references. */
const expanded = (value: unknown): ContentDocument | undefined =>
  isObject(value) && typeof value._id === 'string' && typeof value._rev === 'string'
    ? (value as ContentDocument)
    : undefined;

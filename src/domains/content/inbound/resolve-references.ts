import { SECOND_MS } from '../../../platform/clock.js';
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
import { recordByDocument } from '../records/repository.js';

const MAX_LEVELS = 5;
const MAX_MS = 15 * SECOND_MS;

/** A document points at one that is not here and cannot be had. */
export class UnresolvedReference extends Error {
  override name = 'UnresolvedReference';
}

/** One search through documents that point at each other, however far it leads. */
export type Resolution = {
  connector: Connector;
  level: number;
  /** Documents being taken in: meeting one again closes a circle. */
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
 * Finds the records behind the references of a document. Documents we do not have yet are fetched
 * and taken in first, up to five levels deep and for 15 seconds in all. In a circle the reference
 * that closes it is left out: the record it means does not exist yet.
 */
export async function resolveReferences(
  platform: Platform,
  resolution: Resolution,
  kind: Kind,
  document: ContentDocument,
  apply: Apply,
): Promise<Map<string, string>> {
  const records = new Map<string, string>();
  const open = new Set([...resolution.open, document._id]);
  for (const { refersTo, name, taken } of kind.fields) {
    if (refersTo === undefined || taken === 'out') continue;
    const target = kindNamed(refersTo);
    for (const value of [document[name]].flat()) {
      const id = referredId(value);
      if (id === undefined || records.has(id) || isUnpublished(id)) continue;
      const found = await find(platform, { ...resolution, open }, target, id, value, apply);
      if (found !== undefined) records.set(id, found);
    }
  }
  return records;
}

async function find(
  platform: Platform,
  resolution: Resolution,
  kind: Kind,
  id: string,
  value: unknown,
  apply: Apply,
): Promise<string | undefined> {
  const known = await recordByDocument(platform.db, kind, id);
  if (known !== undefined) return known.id;
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

/** The document itself, where a webhook was set up to expand its references. */
const expanded = (value: unknown): ContentDocument | undefined =>
  isObject(value) && typeof value._id === 'string' && typeof value._rev === 'string'
    ? (value as ContentDocument)
    : undefined;

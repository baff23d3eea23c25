/** The fields of a document, without system fields such as `_id`. */
export type Fields = Record<string, unknown>;

/** A document as the content system sends and stores it. */
export type ContentDocument = Fields & {
  _id: string;
  _type: string;
  _rev: string;
  /** Missing when the webhook is configured without it. */
  _updatedAt?: string;
};

export type Reference = { _type: 'reference'; _ref: string; _key?: string };

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Id prefixes of unpublished versions, which are never synced. */
const UNPUBLISHED = ['drafts.', 'versions.'];

export const isUnpublished = (id: string): boolean =>
  UNPUBLISHED.some(prefix => id.startsWith(prefix));

/**
 * The id of the document a value refers to: a reference, or the document itself when the webhook
 * is configured to expand references.
 */
export function referredId(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  const id = value._ref ?? value._id;
  return typeof id === 'string' && id !== '' ? id : undefined;
}

/** Undefined for an unparsable date and for a year outside 0000–9999. */
export function updatedAtOf(document: ContentDocument): Date | undefined {
  const at = typeof document._updatedAt === 'string' ? new Date(document._updatedAt) : undefined;
  const isUsable = at && !Number.isNaN(at.getTime()) && /^\d{4}-/.test(at.toISOString());
  return isUsable ? at : undefined;
}

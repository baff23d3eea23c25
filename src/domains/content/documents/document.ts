/** The fields of a document, without the names that begin with an underscore. */
export type Fields = Record<string, unknown>;

/** A document as the content system sends and stores it. */
export type ContentDocument = Fields & {
  _id: string;
  _type: string;
  _rev: string;
  /** Missing where a webhook was set up without it. */
  _updatedAt?: string;
};

export type Reference = { _type: 'reference'; _ref: string; _key?: string };

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Editors' unpublished versions live under these prefixes; they are nobody's business but theirs. */
const UNPUBLISHED = ['drafts.', 'versions.'];

export const isUnpublished = (id: string): boolean =>
  UNPUBLISHED.some(prefix => id.startsWith(prefix));

/**
 * The document a value points at: a reference, or the document itself where a webhook expands its
 * references.
 */
export function referredId(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  const id = value._ref ?? value._id;
  return typeof id === 'string' && id !== '' ? id : undefined;
}

/** Documents are JSON: a date that is not one, or of no year we could write, counts as missing. */
export function updatedAtOf(document: ContentDocument): Date | undefined {
  const at = typeof document._updatedAt === 'string' ? new Date(document._updatedAt) : undefined;
  const isUsable = at && !Number.isNaN(at.getTime()) && /^\d{4}-/.test(at.toISOString());
  return isUsable ? at : undefined;
}

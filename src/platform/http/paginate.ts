import type { FastifyReply, FastifyRequest } from 'fastify';
import { isUuid } from '../ids.js';
import { invalidField } from './failure.js';

export const DEFAULT_LIMIT = 50;

/**
 * A cursor is the sort key of the last row of a page, so page ten thousand costs what page one
 * costs. It is opaque to callers and checked when it comes back.
 */
export function encodeCursor(key: readonly (string | number | null)[]): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

export function decodeCursor(
  cursor: string | undefined,
  parts: number,
): (string | number | null)[] | undefined {
  if (cursor === undefined) return undefined;
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (Array.isArray(key) && key.length === parts && key.every(isKeyPart)) return key;
  } catch {
    // Reported below, like every other invalid cursor.
  }
  throw invalidCursor();
}

/** The id in the cursor of a list that goes by id alone. */
export function idCursor(cursor: string | undefined): string | undefined {
  const [id] = decodeCursor(cursor, 1) ?? [];
  if (id === undefined || (typeof id === 'string' && isUuid(id))) return id;
  throw invalidCursor();
}

const invalidCursor = () =>
  invalidField('cursor', 'This cursor is not valid here.', 'INVALID_CURSOR');

const isKeyPart = (part: unknown): boolean =>
  part === null ||
  (typeof part === 'number' && Number.isFinite(part)) ||
  (typeof part === 'string' && part.isWellFormed() && !part.includes('\0'));

/**
 * Expects one row more than the page holds. If it is there, `Link` points to the next page.
 */
export function page<Row>(
  request: FastifyRequest,
  reply: FastifyReply,
  rows: Row[],
  limit: number,
  keyOf: (row: Row) => readonly (string | number | null)[],
): Row[] {
  const last = rows[limit - 1];
  if (rows.length <= limit || last === undefined) return rows;
  linkNext(request, reply, encodeCursor(keyOf(last)));
  return rows.slice(0, limit);
}

/** Points to the page of the cursor, with the other parameters of the request. */
export function linkNext(request: FastifyRequest, reply: FastifyReply, cursor: string): void {
  const next = new URL(request.url, 'http://host');
  next.searchParams.set('cursor', cursor);
  reply.header('link', `<${next.pathname}${next.search}>; rel="next"`);
}

import { invalidField } from '../../../platform/http/failure.js';
import { decodeCursor } from '../../../platform/http/paginate.js';
import type { Ordering } from '../rules.js';
import type { ProductPosition } from './list-repository.js';

const nameOf = ({ field, descending }: Ordering): string => `${descending ? '-' : ''}${field}`;

/** The cursor contains the ordering, so that it is rejected for a different ordering. */
export const cursorKey = (ordering: Ordering, row: { sort_key: string; id: number }) =>
  [nameOf(ordering), row.sort_key, row.id] as const;

export function positionOf(
  cursor: string | undefined,
  ordering: Ordering,
): ProductPosition | undefined {
  const decoded = decodeCursor(cursor, 3);
  if (decoded === undefined) return undefined;
  const [name, key, id] = decoded;
  if (name !== nameOf(ordering) || typeof key !== 'string' || !Number.isInteger(id)) {
    throw invalidField('cursor', 'This cursor is not valid here.', 'INVALID_CURSOR');
  }
  return { key, id: Number(id) };
}

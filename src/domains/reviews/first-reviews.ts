import type { Reader } from '../../platform/database/tx.js';
import { encodeCursor } from '../../platform/http/paginate.js';
import { presentPublished } from './present.js';
import { listReviews } from './repository.js';

/** The newest published reviews of a product, and the cursor of those that follow. */
export async function firstReviews(reader: Reader, productId: number, limit: number) {
  const filter = { status: 'published' as const, productId };
  const rows = await listReviews(reader, filter, undefined, limit + 1);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    items: shown.map(presentPublished),
    ...(last !== undefined && { next: encodeCursor([last.id]) }),
  };
}

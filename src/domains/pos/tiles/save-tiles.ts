import type { Tx } from '../../../platform/database/tx.js';
import { invalidField } from '../../../platform/http/failure.js';
import type { Static } from '../../../platform/http/schemas.js';
import { record } from '../../../platform/work/events/outbox.js';
import { tilesSaved } from '../events.js';
import type { TilesBody } from './schemas.js';
import { existingProducts, writeTiles } from './tile-repository.js';

/** Replaces the favourites and the tile pages of a store. */
export async function saveTiles(
  tx: Tx,
  storeId: string,
  body: Static<typeof TilesBody>,
): Promise<void> {
  const pages = body.pages.map(page => ({ ...page, name: page.name.trim() }));
  refuseNames(pages.map(({ name }) => name));
  const lists: [string, number[]][] = [
    ['favourites', body.favourites],
    ...pages.map(({ product_ids }, at): [string, number[]] => [
      `pages.${at}.product_ids`,
      product_ids,
    ]),
  ];
  const known = await existingProducts(
    tx,
    lists.flatMap(([, ids]) => ids),
  );
  for (const [field, ids] of lists) {
    if (!ids.every(id => known.has(id))) {
      throw invalidField(field, 'One of these products does not exist.');
    }
  }
  await writeTiles(tx, storeId, { favourites: body.favourites, pages });
  await record(tx, tilesSaved(storeId));
}

/** A cashier finds a page by its name. */
function refuseNames(names: readonly string[]): void {
  names.forEach((name, at) => {
    if (name === '') throw invalidField(`pages.${at}.name`, 'This field must not be blank.');
    if (names.indexOf(name) < at) {
      throw invalidField(`pages.${at}.name`, 'Another page has this name.');
    }
  });
}

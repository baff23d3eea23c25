import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';

export type TilePage = { name: string; product_ids: number[] };
export type Tiles = { favourites: number[]; pages: TilePage[]; updated_at: Date | null };
export type NamedTiles = Tiles & { products: { id: number; name: string }[] };

/** Empty for a store that has none yet; products that were deleted meanwhile are left out. */
export async function tilesOf(reader: Reader, storeId: string): Promise<NamedTiles> {
  const [row] = await statement<Tiles>(
    reader,
    'select favourites, pages, updated_at from till_tiles where store_id = $1',
    [storeId],
  );
  if (row === undefined) return { favourites: [], pages: [], products: [], updated_at: null };
  const { favourites, pages } = row;
  const known = await existingProducts(reader, [
    ...favourites,
    ...pages.flatMap(({ product_ids }) => product_ids),
  ]);
  const kept = (ids: number[]): number[] => ids.filter(id => known.has(id));
  return {
    ...row,
    favourites: kept(favourites),
    pages: pages.map(({ name, product_ids }) => ({ name, product_ids: kept(product_ids) })),
    products: [...known].map(([id, name]) => ({ id, name })),
  };
}

/** Names of the products that exist, by id. */
export async function existingProducts(
  reader: Reader,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const rows = await statement<{ id: number; name: string }>(
    reader,
    'select id, name from products where id = any($1::int[]) order by id',
    [[...new Set(ids)]],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export async function writeTiles(
  tx: Tx,
  storeId: string,
  { favourites, pages }: Pick<Tiles, 'favourites' | 'pages'>,
): Promise<void> {
  await statement(
    tx,
    `insert into till_tiles (store_id, favourites, pages) values ($1, $2::int[], $3::jsonb)
     on conflict (store_id) do update
       set favourites = excluded.favourites, pages = excluded.pages, updated_at = now()`,
    [storeId, favourites, JSON.stringify(pages)],
  );
}

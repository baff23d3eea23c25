export type TilePage = { name: string; product_ids: number[] };
/** The favourites and tile pages of the tills of a store. */
export type TileSet = { favourites: number[]; pages: TilePage[] };

/** As many as the service takes. */
export const MOST_TILE_PAGES = 12;
export const MOST_TILES = 100;

/** Which list is edited: the favourites, or a page by its index. */
export type TilePlace = 'favourites' | number;

export const idsAt = ({ favourites, pages }: TileSet, place: TilePlace): number[] =>
  place === 'favourites' ? favourites : (pages[place]?.product_ids ?? []);

export const withIds = <Tiles extends TileSet>(
  tiles: Tiles,
  place: TilePlace,
  ids: number[],
): Tiles =>
  place === 'favourites'
    ? { ...tiles, favourites: ids }
    : {
        ...tiles,
        pages: tiles.pages.map((page, at) => (at === place ? { ...page, product_ids: ids } : page)),
      };

export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.filter((_, at) => at !== from);
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)];
}

/** "Page 3": a name that no other page has. */
export function freePageName(pages: readonly TilePage[], nameOf: (number: number) => string) {
  const names = new Set(pages.map(({ name }) => name));
  let number = pages.length + 1;
  while (names.has(nameOf(number))) number += 1;
  return nameOf(number);
}

/** A page without a name, or two with the same: the service refuses them. */
export const hasBadNames = (pages: readonly TilePage[]): boolean => {
  const names = pages.map(({ name }) => name.trim());
  return names.includes('') || new Set(names).size < names.length;
};

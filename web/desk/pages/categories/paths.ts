import type { Category } from '../../types.js';

/** "Kitchen / Mugs" by id. */
export function pathsOf(categories: readonly Category[]): ReadonlyMap<string, string> {
  const byId = new Map(categories.map(category => [category.id, category]));
  const pathOf = ({ name, parent_id }: Category): string => {
    const parent = byId.get(parent_id ?? '');
    return parent === undefined ? name : `${pathOf(parent)} / ${name}`;
  };
  return new Map(categories.map(category => [category.id, pathOf(category)]));
}

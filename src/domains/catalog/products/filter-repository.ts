import { type RawBuilder, sql } from 'kysely';
import { isUuid } from '../../../platform/ids.js';
import type { Status } from '../rules.js';
import { nameMatches, productsOfMatchingVariants } from '../variants/repository.js';

export type ProductFilter = {
  q?: string;
  category?: string;
  is_active?: boolean;
  status?: Status;
  brand?: string;
  tag?: string;
  /** Ids of products as a domain above selects them, such as the ones of a supplier. */
  among?: RawBuilder<number>;
};

/** A category and all its descendants. */
const categoryTree = (ref: string): RawBuilder<string> =>
  sql<string>`with recursive tree as (
    select id from categories where ${isUuid(ref) ? sql`id = ${ref}::uuid` : sql`slug = ${ref}`}
    union select c.id from categories c join tree on c.parent_id = tree.id)
    select id from tree`;

type Conditions = {
  [Name in keyof Required<ProductFilter>]: (
    value: NonNullable<ProductFilter[Name]>,
  ) => RawBuilder<boolean> | undefined;
};

const CONDITIONS: Conditions = {
  is_active: isActive => sql<boolean>`products.is_active = ${isActive}`,
  category: ref => sql<boolean>`products.category_id in (${categoryTree(ref)})`,
  // Each subquery runs first on its own index, independent of planner estimates.
  q: text => {
    const q = text.trim();
    if (q === '') return undefined;
    return sql<boolean>`products.id = any(array(
      select p.id from products p where ${nameMatches(sql`p.name`, q)}
      union ${productsOfMatchingVariants(q)}))`;
  },
  status: status => sql<boolean>`(products.is_active = ${status === 'active'}
    and products.is_draft = ${status === 'draft'})`,
  brand: ref =>
    isUuid(ref)
      ? sql<boolean>`products.brand_id = ${ref}::uuid`
      : sql<boolean>`products.brand_id = (select id from brands where slug = ${ref})`,
  tag: tag => sql<boolean>`products.tags @> array[${tag}::text]`,
  among: ids => sql<boolean>`products.id = any(array(${ids}))`,
};

/** The filters that were given, as conditions on `products`. */
export const conditionsOf = (filter: ProductFilter): RawBuilder<boolean>[] =>
  (Object.keys(CONDITIONS) as (keyof ProductFilter)[]).flatMap(name => {
    const value = filter[name];
    if (value === undefined) return [];
    const condition = CONDITIONS[name] as (value: unknown) => RawBuilder<boolean> | undefined;
    return condition(value) ?? [];
  });

/** Ids of the products that the list finds, for statements of other tables. */
export function matchingProducts(filter: ProductFilter): RawBuilder<number> {
  const conditions = conditionsOf(filter);
  if (conditions.length === 0) return sql<number>`select id from products`;
  return sql<number>`select products.id from products where ${sql.join(conditions, sql` and `)}`;
}

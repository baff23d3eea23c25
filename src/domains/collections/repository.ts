import { type Reader, statement, type Tx } from '../../platform/database/tx.js';
import { changeMembersSql } from '../catalog/index.js';
import type { Condition, Rule, ValueKind } from './rules.js';

export type StoredRule = Rule & { collection_id: string; updated_at: Date };

const COLUMNS = 'collection_id, match, conditions, updated_at';

export const allRules = (reader: Reader): Promise<StoredRule[]> =>
  statement(reader, `select ${COLUMNS} from collection_rules order by collection_id`);

export async function ruleOf(reader: Reader, id: string): Promise<StoredRule | undefined> {
  const [row] = await statement<StoredRule>(
    reader,
    `select ${COLUMNS} from collection_rules where collection_id = $1`,
    [id],
  );
  return row;
}

/** Holds the rule until commit, so that one evaluation at a time changes the collection. */
export async function lockRule(tx: Tx, id: string): Promise<StoredRule | undefined> {
  const [row] = await statement<StoredRule>(
    tx,
    `select ${COLUMNS} from collection_rules where collection_id = $1 for update`,
    [id],
  );
  return row;
}

export async function putRule(tx: Tx, rule: StoredRule): Promise<void> {
  await statement(
    tx,
    `insert into collection_rules (${COLUMNS}) values ($1, $2, $3::jsonb, $4)
     on conflict (collection_id) do update set match = excluded.match,
       conditions = excluded.conditions, updated_at = excluded.updated_at`,
    [rule.collection_id, rule.match, JSON.stringify(rule.conditions), rule.updated_at],
  );
}

export async function deleteRule(tx: Tx, id: string): Promise<boolean> {
  const rows = await statement(
    tx,
    'delete from collection_rules where collection_id = $1 returning collection_id',
    [id],
  );
  return rows.length > 0;
}

export const collectionsWithoutRule = async (reader: Reader): Promise<string[]> =>
  (
    await statement<{ id: string }>(
      reader,
      `select c.id from collections c where c.is_automatic
         and not exists (select from collection_rules r where r.collection_id = c.id)
       order by c.id`,
    )
  ).map(({ id }) => id);

/** The records by id or slug; suppliers by id. */
const REFERENCES: Record<Exclude<ValueKind, 'tag'>, string> = {
  category: 'select id, slug as ref from categories where id::text = any($1) or slug = any($1)',
  brand: 'select id, slug as ref from brands where id::text = any($1) or slug = any($1)',
  supplier: 'select id, id::text as ref from suppliers where id::text = any($1)',
};

/** Ids of the records that a condition names; undefined if one does not exist. */
export async function idsOf(
  reader: Reader,
  kind: Exclude<ValueKind, 'tag'>,
  refs: readonly string[],
): Promise<string[] | undefined> {
  const found = await statement<{ id: string; ref: string }>(reader, REFERENCES[kind], [refs]);
  const ids = new Map(found.flatMap(({ id, ref }) => [[id, id] as const, [ref, id] as const]));
  const known = refs.map(ref => ids.get(ref.toLowerCase()) ?? ids.get(ref));
  return known.every(id => id !== undefined) ? [...new Set(known)] : undefined;
}

type Given = (value: unknown, type: string) => string;

/** A condition on `products p`. */
function conditionSql(condition: Condition, now: Date, given: Given): string {
  switch (condition.kind) {
    case 'category':
      return `p.category_id in (with recursive tree as (
        select id from categories where id = any(${given(condition.values, 'uuid[]')})
        union select c.id from categories c join tree on c.parent_id = tree.id)
        select id from tree)`;
    case 'brand':
      return `p.brand_id = any(${given(condition.values, 'uuid[]')})`;
    case 'tag':
      return `p.tags && ${given(condition.values, 'text[]')}`;
    case 'supplier':
      return `p.id in (select v.product_id from supplier_articles a
        join product_variants v on v.id = a.variant_id
        where a.supplier_id = any(${given(condition.values, 'uuid[]')}))`;
    case 'price': {
      const low =
        condition.from === null ? '' : `and v.price >= ${given(condition.from, 'numeric')}`;
      const high = condition.to === null ? '' : `and v.price <= ${given(condition.to, 'numeric')}`;
      return `exists (select from product_variants v
        where v.product_id = p.id and v.is_active ${low} ${high})`;
    }
    case 'new':
      return `p.created_at > ${given(now, 'timestamptz')}
        - make_interval(days => ${given(condition.days, 'integer')})`;
  }
}

const matchingSql = (rule: Rule, now: Date, given: Given): string =>
  rule.conditions
    .map(condition => `(${conditionSql(condition, now, given)})`)
    .join(rule.match === 'all' ? ' and ' : ' or ');

export type Evaluation = {
  now: Date;
  /** Only these products; all if undefined. */
  productIds?: readonly number[];
  limit: number;
};
export type ChangedProduct = { id: number; sanity_id: string | null; has_joined: boolean };

/** Adds and removes products by the rule of the collection; returns the changed ones. */
export function changeMembers(
  tx: Tx,
  rule: StoredRule,
  { now, productIds, limit }: Evaluation,
): Promise<ChangedProduct[]> {
  const values: unknown[] = [];
  const given: Given = (value, type) => `$${values.push(value)}::${type}`;
  const within = productIds && given(productIds, 'integer[]');
  return statement<ChangedProduct>(
    tx,
    `with matched as materialized (
       select p.id from products p
       where (${matchingSql(rule, now, given)}) ${within ? `and p.id = any(${within})` : ''}
     ), ${changeMembersSql({
       collection: given(rule.collection_id, 'uuid'),
       limit: given(limit, 'integer'),
       within,
     })}
     select p.id, p.sanity_id, c.has_joined
     from (select product_id, false as has_joined from gone
       union all select product_id, true from added) c
     join products p on p.id = c.product_id
     order by p.id`,
    values,
  );
}

export const productsOfVariants = async (
  reader: Reader,
  variantIds: readonly string[],
): Promise<number[]> =>
  (
    await statement<{ product_id: number }>(
      reader,
      'select distinct product_id from product_variants where id = any($1::uuid[])',
      [variantIds],
    )
  ).map(row => row.product_id);

export type Preview = {
  total: number;
  on_sale: number;
  products: { id: number; name: string; slug: string; is_active: boolean }[];
};

/** How many products match, and the first of them by name, those on sale before others. */
export async function previewRule(
  reader: Reader,
  rule: Rule,
  now: Date,
  limit: number,
): Promise<Preview> {
  const values: unknown[] = [];
  const given: Given = (value, type) => `$${values.push(value)}::${type}`;
  const [row] = await statement<Preview>(
    reader,
    `with matched as materialized (
       select p.id, p.name, p.slug, p.is_active from products p
       where ${matchingSql(rule, now, given)}
     ), listed as (
       select * from matched order by is_active desc, lower(name), id
       limit ${given(limit, 'integer')}
     )
     select (select count(*)::int from matched) as total,
       (select count(*)::int from matched where is_active) as on_sale,
       (select coalesce(json_agg(listed order by is_active desc, lower(name), id), '[]'::json)
         from listed) as products`,
    values,
  );
  return row ?? { total: 0, on_sale: 0, products: [] };
}

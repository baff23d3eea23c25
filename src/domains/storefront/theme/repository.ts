import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import type { OwnTheme } from './rules.js';

export type ThemeRow = OwnTheme & { id: string; store_id: string | null; sanity_id: string | null };

const COLUMNS = `id, store_id, name, logo_id, primary_color, background_color, font, hero,
  hero_picture_id, sections, sanity_id`;

/** The settings of the store and of the chain. */
export const themesFor = (reader: Reader, storeId: string | undefined): Promise<ThemeRow[]> =>
  statement(
    reader,
    `select ${COLUMNS} from shop_themes where store_id is null or store_id = $1::uuid`,
    [storeId ?? null],
  );

export async function themeOfStore(
  reader: Reader,
  storeId: string | null,
): Promise<ThemeRow | undefined> {
  const [row] = await statement<ThemeRow>(
    reader,
    `select ${COLUMNS} from shop_themes where store_id is not distinct from $1::uuid`,
    [storeId],
  );
  return row;
}

export async function themeById(reader: Reader, id: string): Promise<ThemeRow | undefined> {
  const [row] = await statement<ThemeRow>(
    reader,
    `select ${COLUMNS} from shop_themes where id = $1::uuid`,
    [id],
  );
  return row;
}

/** Inserts the theme of a store or of the chain, or replaces it; it keeps its id. */
export async function putTheme(tx: Tx, theme: ThemeRow): Promise<ThemeRow> {
  const [row] = await statement<ThemeRow>(
    tx,
    `insert into shop_themes as t (${COLUMNS})
     values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9, $10::jsonb, $11)
     on conflict (coalesce(store_id, '00000000-0000-0000-0000-000000000000')) do update set
       name = excluded.name, logo_id = excluded.logo_id, primary_color = excluded.primary_color,
       background_color = excluded.background_color, font = excluded.font, hero = excluded.hero,
       hero_picture_id = excluded.hero_picture_id, sections = excluded.sections,
       sanity_id = coalesce(t.sanity_id, excluded.sanity_id), updated_at = now()
     returning ${COLUMNS}`,
    [
      theme.id,
      theme.store_id,
      theme.name,
      theme.logo_id,
      theme.primary_color,
      theme.background_color,
      theme.font,
      theme.hero && JSON.stringify(theme.hero),
      theme.hero_picture_id,
      theme.sections && JSON.stringify(theme.sections),
      theme.sanity_id,
    ],
  );
  if (row === undefined) throw new Error('the theme was not written');
  return row;
}

/** Frees a theme from its document, unless another one has it by now. */
export async function leaveDocument(tx: Tx, id: string, documentId: string): Promise<void> {
  await statement(
    tx,
    'update shop_themes set sanity_id = null where id = $1::uuid and sanity_id = $2',
    [id, documentId],
  );
}

export type Named = { id: string; slug: string; name: string };

/** Categories or collections by id or slug. */
export const namedGroups = (
  reader: Reader,
  table: 'categories' | 'collections',
  refs: readonly string[],
): Promise<Named[]> =>
  statement(
    reader,
    table === 'categories'
      ? 'select id, slug, name from categories where is_active and (id::text = any($1) or slug = any($1))'
      : 'select id, slug, name from collections where is_active and (id::text = any($1) or slug = any($1))',
    [refs],
  );

export type NamedProduct = { id: number; slug: string; name: string };

/** Products by number or slug. */
export const namedProducts = (reader: Reader, refs: readonly string[]): Promise<NamedProduct[]> =>
  statement(
    reader,
    'select id, slug, name from products where id::text = any($1) or slug = any($1)',
    [refs],
  );

export type Shown = Named & { products: number[] };

/** Categories by id, each with its first products on sale by name, and of those below it. */
export const shownCategories = async (
  reader: Reader,
  ids: readonly string[],
  limit: number,
): Promise<Shown[]> =>
  ids.length === 0
    ? []
    : statement(
        reader,
        `with recursive tree as (
           select id as top, id from categories where id = any($1::uuid[]) and is_active
           union select tree.top, c.id from categories c join tree on c.parent_id = tree.id)
         select g.id, g.slug, g.name, array(
           select p.id from products p
           where p.is_active and p.category_id in (select id from tree where top = g.id)
           order by lower(p.name), p.id limit $2) as products
         from categories g where g.id = any($1::uuid[]) and g.is_active`,
        [ids, limit],
      );

/** Collections by id, each with its first products on sale by name. */
export const shownCollections = async (
  reader: Reader,
  ids: readonly string[],
  limit: number,
): Promise<Shown[]> =>
  ids.length === 0
    ? []
    : statement(
        reader,
        `select g.id, g.slug, g.name, array(
           select p.id from product_collections c join products p on p.id = c.product_id
           where c.collection_id = g.id and p.is_active
           order by lower(p.name), p.id limit $2) as products
         from collections g where g.id = any($1::uuid[]) and g.is_active`,
        [ids, limit],
      );

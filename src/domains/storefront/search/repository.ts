import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import type { Word } from './build-query.js';

/** The search as the index writes words, and all synonyms. */
export async function readSearch(
  reader: Reader,
  q: string,
): Promise<{ text: string; synonyms: string[][] }> {
  const [row] = await statement<{ text: string; synonyms: string[][] | null }>(
    reader,
    `select search_text($1) as text,
       (select jsonb_agg(terms order by id) from search_synonyms) as synonyms`,
    [q],
  );
  return { text: row?.text ?? '', synonyms: row?.synonyms ?? [] };
}

/** Below this share of common trigrams two words have more than two different letters. */
const LEAST_SIMILARITY = '0.2';

/**
 * Stems of each word, and corrections of the words that no product has. Words of three letters and
 * numbers are not corrected: nearly every other one would be near.
 */
export async function readWords(tx: Tx, words: readonly string[]): Promise<Map<string, Word>> {
  const [, rows] = await Promise.all([
    statement(
      tx,
      `select set_config('pg_trgm.similarity_threshold', $1, true), set_config('jit', 'off', true)`,
      [LEAST_SIMILARITY],
    ),
    statement<Word>(
      tx,
      `select given.word, stemmed.stems, stemmed.is_stop, case
         when length(given.word) < 4 or given.word !~ '[^0-9]' or exists (
           select from unnest(given.word || stemmed.stems) as own
             join search_words known
               on known.word ~>=~ own and known.word ~<~ (own || chr(1114111))) then '{}'
         else array(
           select near.word from search_words near
           where near.word % given.word and length(near.word) between 3 and 40
             and levenshtein_less_equal(near.word, left(given.word, 60), 2) <= 2
             and (length(given.word) > 4 or left(near.word, 1) = left(given.word, 1))
             and exists (select from product_search s
               where s.words @@ quote_literal(near.word)::tsquery)
           order by levenshtein(near.word, left(given.word, 60)),
             similarity(near.word, given.word) desc, near.word
           limit 2) end as corrections
       from unnest($1::text[]) as given (word)
       cross join lateral (
         select tsvector_to_array(to_tsvector('english', given.word)
             || to_tsvector('german', given.word)) as stems,
           to_tsvector('english', given.word) = '' or to_tsvector('german', given.word) = ''
             as is_stop) stemmed`,
      [words],
    ),
  ]);
  return new Map(rows.map(row => [row.word, row]));
}

/** Numbers as four bytes each: 100,000 of them as text take longer than the rest of a search. */
function unpacked(bytes: Buffer | null | undefined): Int32Array {
  const ids = new Int32Array((bytes?.length ?? 0) / 4);
  for (let i = 0; i < ids.length; i += 1) ids[i] = bytes?.readInt32BE(i * 4) ?? 0;
  return ids;
}

/** The products that match a `tsquery`; those not on sale have no words. */
export async function matchingIds(reader: Reader, query: string): Promise<Int32Array> {
  const [row] = await statement<{ ids: Buffer | null }>(
    reader,
    `select string_agg(int4send(product_id), '') as ids
     from product_search where words @@ $1::tsquery`,
    [query],
  );
  return unpacked(row?.ids);
}

/** The products of a collection. */
export async function membersOf(reader: Reader, collectionId: string): Promise<Int32Array> {
  const [row] = await statement<{ ids: Buffer | null }>(
    reader,
    `select string_agg(int4send(product_id), '') as ids
     from product_collections where collection_id = $1`,
    [collectionId],
  );
  return unpacked(row?.ids);
}

/** How well products match a query; a word in the name counts ten times one in the description. */
export const rankedIds = (
  reader: Reader,
  query: string,
  ids: readonly number[],
): Promise<{ id: number; rank: number }[]> =>
  statement(
    reader,
    `select s.product_id as id,
       ts_rank('{0.1, 0.2, 0.4, 1}', s.words, $1::tsquery)::float8 as rank
     from product_search s where s.product_id = any($2::int[])`,
    [query, ids],
  );

/** The names of all brands and categories as the index writes words, by id. */
export async function namesForRank(reader: Reader): Promise<Map<string, string>> {
  const rows = await statement<{ id: string; name: string }>(
    reader,
    `select id, search_text(name) as name from brands
     union all select id, search_text(name) from categories`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export type NamedReference = { id: string; slug: string; name: string };

/** The names of brands. */
export const namesOf = (reader: Reader, ids: readonly string[]): Promise<NamedReference[]> =>
  statement<NamedReference>(
    reader,
    'select id, slug, name from brands where id = any($1::uuid[])',
    [ids],
  );

export type CategoryInTree = NamedReference & { parent_id: string | null };

/** Categories and all above them. */
export const categoriesAbove = (
  reader: Reader,
  ids: readonly string[],
): Promise<CategoryInTree[]> =>
  statement<CategoryInTree>(
    reader,
    `with recursive above as (
       select id, slug, name, parent_id from categories where id = any($1::uuid[])
       union select c.id, c.slug, c.name, c.parent_id
       from categories c join above on above.parent_id = c.id)
     select id, slug, name, parent_id from above`,
    [ids],
  );

/** Null if there is no such brand. */
export async function brandBySlug(reader: Reader, slug: string): Promise<string | null> {
  const [row] = await statement<{ id: string }>(reader, 'select id from brands where slug = $1', [
    slug,
  ]);
  return row?.id ?? null;
}

export async function collectionBySlug(
  reader: Reader,
  slug: string,
): Promise<NamedReference | undefined> {
  const [row] = await statement<NamedReference>(
    reader,
    'select id, slug, name from collections where slug = $1 and is_active',
    [slug],
  );
  return row;
}

/** The category and all below it; empty if there is no such category. */
export async function categoryTree(reader: Reader, slug: string): Promise<string[]> {
  const rows = await statement<{ id: string }>(
    reader,
    `with recursive tree as (
       select id from categories where slug = $1
       union select c.id from categories c join tree on c.parent_id = tree.id)
     select id from tree`,
    [slug],
  );
  return rows.map(row => row.id);
}

/** Categories and brands with a word that begins so, with a product on sale. */
export const suggestedReferences = (
  reader: Reader,
  table: 'categories' | 'brands',
  text: string,
  limit: number,
): Promise<{ slug: string; name: string }[]> =>
  statement(
    reader,
    `select r.slug, r.name from ${table} r
     where r.is_active and ' ' || search_text(r.name) like '% ' || $1 || '%'
       and exists (select from products p where p.is_active
         and p.${table === 'brands' ? 'brand_id' : 'category_id'} = r.id)
     order by r.name, r.slug limit $2`,
    [text.replaceAll(/[\\%_]/g, '\\$&'), limit],
  );

import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import type { Term } from './build-query.js';
import type { Sort } from './facets.js';

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
 * Stems of each word, and corrections of those that no product has. Words of three letters and
 * numbers are not corrected: nearly every other one would be near.
 */
export async function readTerms(tx: Tx, words: readonly string[]): Promise<Map<string, Term>> {
  const [, rows] = await Promise.all([
    statement(
      tx,
      `select set_config('pg_trgm.similarity_threshold', $1, true), set_config('jit', 'off', true)`,
      [LEAST_SIMILARITY],
    ),
    statement<Term>(
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

export type Candidate = {
  id: number;
  name_key: string;
  created_at: Date;
  rank: number;
  category_id: string | null;
  brand_id: string | null;
  is_digital: boolean;
};

/** A `tsquery` in text, or all products on sale; category and brand, if there are too many. */
export type Scope = {
  query: string | null;
  /** Only products of this collection. */
  collection?: string;
  categories: readonly string[] | null;
  brand: string | null;
};

/** Separate statements, because one for both would read every product. */
const matching = ({ query, collection }: Scope): string =>
  `from ${
    query === null
      ? 'products p where $1::text is null'
      : 'product_search s join products p on p.id = s.product_id where s.words @@ $1::tsquery'
  } and p.is_active
    and ($2::uuid[] is null or p.category_id = any($2))
    and ($3::uuid is null or p.brand_id = $3) ${memberOf(collection, '$5')}`;

/** Only where asked for, so that other searches keep their plan. */
const memberOf = (collection: string | undefined, placeholder: string): string =>
  collection === undefined
    ? ''
    : `and p.id in (select m.product_id from product_collections m
        where m.collection_id = ${placeholder}::uuid)`;

/** With the limit, which is the fourth. */
const scopeValues = (scope: Scope, limit: number): unknown[] => {
  const { query, categories, brand, collection } = scope;
  return [query, categories, brand, limit, ...(collection === undefined ? [] : [collection])];
};

/** How many products match, counted up to `most`. */
export async function countMatches(reader: Reader, scope: Scope, most: number): Promise<number> {
  const [row] = await statement<{ count: number }>(
    reader,
    `select count(*)::int as count from (select ${matching(scope)} limit $4) as matching`,
    scopeValues(scope, most),
  );
  return row?.count ?? 0;
}

const HAS_WORDS = `exists (select from product_search s
  where s.product_id = p.id and s.words @@ $1::tsquery offset 0)`;

/** So many products are looked at before the index: a word that most of them have is common. */
const PROBED = 200;

const ofProducts = (rows: string): string =>
  `(select words from product_search limit ${rows}) as s where s.words @@ $1::tsquery`;

/**
 * How many products match words, counted up to `most`; those not on sale have no words. The index
 * first notes all products of a word, and 100,000 of them take longer than the rest of a search. So a
 * word that nearly all of the first 200 products have is counted in the table, which ends at `most`;
 * if the table does not have so many within twice that number, the index counts.
 */
export async function countWords(reader: Reader, query: string, most: number): Promise<number> {
  const [row] = await statement<{ count: number }>(
    reader,
    `select case
       when (select count(*) from ${ofProducts(String(PROBED))}) >= ${PROBED * 0.75}
         and (select count(*) from (select from ${ofProducts('2 * $2::int')} limit $2::int) as c)
           = $2::int
         then $2::int
       else (select count(*)::int
         from (select from product_search s where s.words @@ $1::tsquery limit $2::int) as matching)
       end as count`,
    [query, most],
  );
  return row?.count ?? 0;
}

const ORDERS: Record<Sort, string> = {
  relevance: 'lower(p.name), p.id',
  name: 'lower(p.name), p.id',
  price: `(select min(v.price) from product_variants v
    where v.product_id = p.id and v.is_active), lower(p.name), p.id`,
  '-price': `(select min(v.price) from product_variants v
    where v.product_id = p.id and v.is_active) desc nulls last, lower(p.name), p.id`,
  newest: 'p.created_at desc, p.id desc',
};

const CANDIDATE = `p.id, lower(p.name) as name_key, p.created_at, p.category_id, p.brand_id,
  p.is_digital`;

/** The first matches by another order than the rank. */
export const firstMatches = (
  reader: Reader,
  scope: Scope,
  sort: Sort,
  limit: number,
): Promise<Candidate[]> =>
  statement<Candidate>(
    reader,
    `select ${CANDIDATE}, 0::float8 as rank ${matching(scope)} order by ${ORDERS[sort]} limit $4`,
    scopeValues(scope, limit),
  );

/**
 * The same by name for a word that very many products have. `offset 0` makes the planner read
 * products in the order of their names until there are enough, instead of sorting all matches.
 */
export const firstByName = (reader: Reader, query: string, limit: number): Promise<Candidate[]> =>
  statement<Candidate>(
    reader,
    `select ${CANDIDATE}, 0::float8 as rank from products p
     where p.is_active and ${HAS_WORDS} order by lower(p.name), p.id limit $2`,
    [query, limit],
  );

/** All matches of a query with their rank; a word in the name counts ten times one in the text. */
export const rankedMatches = (
  reader: Reader,
  query: string,
  collection: string | undefined,
): Promise<Candidate[]> =>
  statement<Candidate>(
    reader,
    `select ${CANDIDATE}, ts_rank('{0.1, 0.2, 0.4, 1}', s.words, $1::tsquery)::float8 as rank
     from product_search s join products p on p.id = s.product_id and p.is_active
     where s.words @@ $1::tsquery ${memberOf(collection, '$2')}`,
    collection === undefined ? [query] : [query, collection],
  );

export type CandidateVariant = {
  id: string;
  product_id: number;
  price: string;
  attributes: Record<string, unknown>;
};

export const variantsOfProducts = (
  reader: Reader,
  productIds: readonly number[],
): Promise<CandidateVariant[]> =>
  statement<CandidateVariant>(
    reader,
    `select id, product_id, price::text as price, attributes from product_variants
     where product_id = any($1::int[]) and is_active`,
    [productIds],
  );

export type NamedReference = { id: string; slug: string; name: string };

export const namesOf = (
  reader: Reader,
  table: 'categories' | 'brands',
  ids: readonly string[],
): Promise<NamedReference[]> =>
  statement<NamedReference>(
    reader,
    `select id, slug, name from ${table} where id = any($1::uuid[])`,
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

import type { Selectable } from 'kysely';
import type { SearchSynonyms } from '../../../platform/database/tables.js';
import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';

export type Synonyms = Selectable<SearchSynonyms>;

export const listSynonyms = (
  reader: Reader,
  after: string | undefined,
  limit: number,
): Promise<Synonyms[]> =>
  reader
    .selectFrom('search_synonyms')
    .selectAll()
    .$if(after !== undefined, query => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute();

export const synonymsById = (reader: Reader, id: string): Promise<Synonyms | undefined> =>
  reader.selectFrom('search_synonyms').selectAll().where('id', '=', id).executeTakeFirst();

/** The terms as the search index writes them. */
export async function searchTexts(reader: Reader, terms: readonly string[]): Promise<string[]> {
  const rows = await statement<{ text: string }>(
    reader,
    `select search_text(term) as text from unnest($1::text[]) with ordinality as given (term, at)
     order by at`,
    [terms],
  );
  return rows.map(({ text }) => text);
}

/** Serializes writers, so that two cannot pass the limit together. */
export async function countSynonyms(tx: Tx): Promise<number> {
  await statement(tx, 'lock table search_synonyms in share row exclusive mode');
  const [row] = await statement<{ count: number }>(
    tx,
    'select count(*)::int as count from search_synonyms',
  );
  return row?.count ?? 0;
}

export const insertSynonyms = (tx: Tx, id: string, terms: string[]) =>
  statement(tx, 'insert into search_synonyms (id, terms) values ($1, $2)', [id, terms]);

export const updateSynonyms = (tx: Tx, id: string, terms: string[]) =>
  statement(tx, 'update search_synonyms set terms = $2, updated_at = now() where id = $1', [
    id,
    terms,
  ]);

export const deleteSynonyms = (tx: Tx, id: string) =>
  statement(tx, 'delete from search_synonyms where id = $1 returning id', [id]);

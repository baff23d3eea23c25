import type { Selectable } from 'kysely';
import type { SavedViews } from '../../../platform/database/tables.js';
import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import type { Mentions } from '../mentions.js';

export type SavedView = Selectable<SavedViews>;

export const viewsOf = (reader: Reader, userId: string, page: string): Promise<SavedView[]> =>
  reader
    .selectFrom('saved_views')
    .selectAll()
    .where('user_id', '=', userId)
    .where('page', '=', page)
    .orderBy('name')
    .execute();

export type NewView = Pick<SavedView, 'id' | 'user_id' | 'page' | 'name' | 'query'>;

/** A view of the same name is replaced. Undefined if the user has as many views as allowed. */
export async function putView(tx: Tx, view: NewView, most: number): Promise<SavedView | undefined> {
  // Serialises new views of a user; two at once could exceed the limit.
  await statement(tx, 'select id from users where id = $1 for no key update', [view.user_id]);
  const [saved] = await statement<SavedView>(
    tx,
    `insert into saved_views (id, user_id, page, name, query)
     select $1, $2, $3, $4, $5 where (
       select count(*) from saved_views where user_id = $2 and page = $3 and name <> $4) < $6
     on conflict on constraint saved_views_name
       do update set query = excluded.query
     returning *`,
    [view.id, view.user_id, view.page, view.name, view.query, most],
  );
  return saved;
}

export async function deleteView(tx: Tx, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('saved_views')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

type Said = { id: string; text: string; isSearch: boolean };

const SEARCHES = new Set(['q', 'search']);

/** What a view says: its name and each of its filters. */
const saidBy = ({ id, name, query }: Pick<SavedView, 'id' | 'name' | 'query'>): Said[] => [
  { id, text: name, isSearch: true },
  ...[...new URLSearchParams(query)].map(([filter, text]) => ({
    id,
    text,
    isSearch: SEARCHES.has(filter),
  })),
];

/** Deletes views that name the person, and searches for nothing but the name. */
export async function eraseViews(tx: Tx, { anywhere, onlyName }: Mentions): Promise<void> {
  if (anywhere === null && onlyName === null) return;
  const views = await statement<Pick<SavedView, 'id' | 'name' | 'query'>>(
    tx,
    'select id, name, query from saved_views order by id',
  );
  const said = views.flatMap(saidBy);
  await statement(
    tx,
    `delete from saved_views where id in (
       select said.id from unnest($1::uuid[], $2::text[], $3::boolean[])
         as said (id, text, is_search)
       where said.text ~* $4 or (said.is_search and said.text ~* $5))`,
    [
      said.map(({ id }) => id),
      said.map(({ text }) => text),
      said.map(({ isSearch }) => isSearch),
      anywhere,
      onlyName,
    ],
  );
}

import { statement } from '../../src/platform/database/tx.js';
import type { Shop } from './service.js';

export type StoreRows = Awaited<ReturnType<typeof watchStoreRows>>;

/** Notes the store of every row that is written from now on, in all tables with a `store_id`. */
export async function watchStoreRows({ platform: { db } }: Pick<Shop, 'platform'>) {
  await statement(db, 'create table store_rows_written (table_name text, store_id uuid)');
  await statement(
    db,
    `create function note_store_row() returns trigger language plpgsql as $$
     begin
       if tg_op <> 'DELETE' then
         insert into store_rows_written values (tg_argv[0], new.store_id);
       end if;
       if tg_op <> 'INSERT' then
         insert into store_rows_written values (tg_argv[0], old.store_id);
       end if;
       return null;
     end $$`,
  );
  const tables = await statement<{ name: string }>(
    db,
    `select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and attname = 'store_id' and relname <> 'store_rows_written' order by 1`,
  );
  for (const { name } of tables) {
    await statement(
      db,
      `create trigger note_store_row after insert or update or delete on ${name}
       for each row execute function note_store_row('${name}')`,
    );
  }
  return {
    /** The tables with rows of this store, and those with rows of others. */
    written: async (storeId: string): Promise<{ own: string[]; others: string[] }> => {
      const rows = await statement<{ name: string; own: boolean }>(
        db,
        `select distinct table_name as name, store_id = $1 as own from store_rows_written
         where store_id is not null order by 1`,
        [storeId],
      );
      const names = (own: boolean) => rows.filter(row => row.own === own).map(({ name }) => name);
      return { own: names(true), others: names(false) };
    },
  };
}

import type { Db, Reader } from '../database/tx.js';

export const mailById = (reader: Reader, id: string) =>
  reader.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst();

export async function markSent(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable('mails').set({ sent_at: at, secret: null }).where('id', '=', id).execute();
}

/** The newest mails, for a service without a mail server. */
export const recentMails = (reader: Reader, before: string | undefined, limit: number) =>
  reader
    .selectFrom('mails')
    .selectAll()
    .$if(before !== undefined, query => query.where('id', '<', before as string))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

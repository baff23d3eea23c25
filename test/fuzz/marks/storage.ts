import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { statement } from '../../../src/platform/database/tx.js';
import { withSecret } from '../../../src/platform/mail/secret.js';
import type { Shop } from '../../support/service.js';
import type { MarkBook } from './mark-book.js';

/** Rows that are read and searched together. */
const ROWS = 2_000;

/** Bytes that were searched. */
export type Searched = { tables: number; tableBytes: number; fileBytes: number; mails: number };

/** Looks for marks in everything that the service has stored. */
export async function searchStorage(shop: Shop, book: MarkBook): Promise<Searched> {
  const mails = await searchMails(shop, book);
  const { tables, bytes } = await searchTables(shop, book);
  const fileBytes = await searchFiles(shop, book);
  return { tables, tableBytes: bytes, fileBytes, mails };
}

/** Mails as their recipients read them. */
async function searchMails({ platform }: Shop, book: MarkBook): Promise<number> {
  const mails = await platform.db.selectFrom('mails').selectAll().execute();
  for (const mail of mails) {
    const { subject, body_text, body_html, recipient } = withSecret(platform.config, mail);
    const text = [recipient, subject, body_text, body_html].join('\n');
    // Codes and links are mailed by design.
    book.check({ name: `mail ${mail.purpose}`, hasTokens: true }, text);
  }
  return mails.length;
}

/**
 * Every table as text, also what the data files hold compressed; except those of the sandbox,
 * which plays the bank.
 */
async function searchTables(
  { platform: { db } }: Shop,
  book: MarkBook,
): Promise<{ tables: number; bytes: number }> {
  const tables = await statement<{ name: string }>(
    db,
    `select format('%I.%I', n.nspname, c.relname) as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')
       and c.relname not like 'sandbox%' order by 1`,
  );
  let bytes = 0;
  for (const { name } of tables) {
    for (let page = 0; ; page += 1) {
      const [part] = await statement<{ text: string | null; n: number }>(
        db,
        `select string_agg(t::text, E'\\n') as text, count(*)::int as n
         from (select * from ${name} order by ctid offset $1 limit $2) t`,
        [page * ROWS, ROWS],
      );
      const text = Buffer.from(part?.text ?? '');
      bytes += text.length;
      book.check({ name: `table ${name}` }, text);
      if ((part?.n ?? 0) < ROWS) break;
    }
  }
  return { tables: tables.length, bytes };
}

/** The data files of this database and the write-ahead log, as bytes. */
async function searchFiles({ platform: { db } }: Shop, book: MarkBook): Promise<number> {
  await statement(db, 'checkpoint');
  const [row] = await statement<{ folder: string; oid: string }>(
    db,
    `select current_setting('data_directory') as folder,
       (select oid::text from pg_database where datname = current_database()) as oid`,
  );
  let bytes = 0;
  for (const folder of [join('base', row?.oid ?? ''), 'pg_wal']) {
    const whole = join(row?.folder ?? '', folder);
    for (const entry of readdirSync(whole, { withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const content = contentOf(join(whole, entry.name));
      bytes += content.length;
      book.check({ name: `file ${join(folder, entry.name)}` }, content);
    }
  }
  return bytes;
}

/** Checkpoints delete files; a deleted file counts as empty. */
function contentOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}

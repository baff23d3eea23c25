import { sql } from 'kysely';
import type { Parameter } from '../database/record-statement.js';
import { type Autocommit, type Reader, statement, type Tx } from '../database/tx.js';
import type { RetentionRule } from '../retention/rule.js';

export type MailRow = {
  id: string;
  purpose: string;
  recipient: string;
  subject: string;
  body_text: string;
  /** Set for mails of earlier releases. */
  body_html: string | null;
  packed_html: Buffer | null;
  secret: Buffer | null;
  attachment_name: string | null;
  attachment: Buffer | null;
  store_id: string | null;
  transaction_id: string | null;
};

export type NewMail = Omit<MailRow, 'body_html'>;

/** A mail that is due is sent by the queue; any other stays in the table. */
export async function insertMail(writer: Autocommit, mail: NewMail, isDue: boolean): Promise<void> {
  await writer
    .insertInto('mails')
    .values({ ...mail, due_at: isDue ? sql`now()` : null })
    .execute();
}

/** A mail that a statement writes together with other rows. */
export type WrittenMail = {
  mailId: string;
  mailPurpose: string;
  mailRecipient: string;
  mailSubject: string;
  mailText: string;
  /** Packed, as the text of a `bytea`. */
  mailHtml: string | null;
  /** Encrypted, as the text of a `bytea`. */
  mailSecret: string | null;
  mailStoreId: string | null;
  mailSaleId: string | null;
  isMailDue: boolean;
};

/** Inserts the mail for the one row of `from`, or none. */
export const mailSql = ($: Parameter<WrittenMail>, from: string): string => `
  insert into mails (id, purpose, recipient, subject, body_text, packed_html, secret, store_id, transaction_id,
    due_at)
  select ${$('mailId')}, ${$('mailPurpose')}, ${$('mailRecipient')}, ${$('mailSubject')},
    ${$('mailText')}, ${$('mailHtml')}::bytea, ${$('mailSecret')}::bytea,
    ${$('mailStoreId')}::uuid, ${$('mailSaleId')}::uuid,
    case when ${$('isMailDue')}::boolean then now() end
  from ${from}`;

export const markSent = (writer: Autocommit, id: string, at: Date): Promise<void> =>
  endMail(writer, id, { sent_at: at, error: null });

/** The mail server will never take it. */
export const markRefused = (
  writer: Autocommit,
  id: string,
  at: Date,
  error: string,
): Promise<void> => endMail(writer, id, { refused_at: at, error });

/** Secrets and attachments are kept only until the mail is sent or refused. */
async function endMail(
  writer: Autocommit,
  id: string,
  end: { sent_at?: Date; refused_at?: Date; error: string | null },
): Promise<void> {
  await writer
    .updateTable('mails')
    .set({ ...end, secret: null, attachment: null, due_at: null, lease_until: null })
    .where('id', '=', id)
    .execute();
}

/** Takes mails out of the queue without sending them. */
export async function keepMails(writer: Autocommit, ids: readonly string[]): Promise<void> {
  await writer
    .updateTable('mails')
    .set({ due_at: null, lease_until: null })
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
}

/** Puts a mail into the queue that was never in it. */
export async function makeDue(writer: Autocommit, id: string): Promise<void> {
  await writer
    .updateTable('mails')
    .set({ due_at: sql`now()` })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('due_at', 'is', null)
    .where('parked_at', 'is', null)
    .execute();
}

/** Locks the mail, so that two people who send it again send it once. */
export async function lockMail(tx: Tx, id: string): Promise<void> {
  await statement(tx, 'select id from mails where id = $1 for update', [id]);
}

/** Puts a mail that has its secret and its attachment into the queue, with all attempts. */
export async function queueAgain(tx: Tx, id: string): Promise<void> {
  await statement(
    tx,
    'update mails set due_at = now(), lease_until = null, parked_at = null, attempts = 0 where id = $1',
    [id],
  );
}

/** A new mail with the texts of an earlier one. */
export async function copyMail(
  tx: Tx,
  id: string,
  copy: { id: string; secret: Buffer | null },
): Promise<void> {
  await statement(
    tx,
    `insert into mails (id, purpose, recipient, subject, body_text, body_html, packed_html, secret,
       store_id, transaction_id, due_at)
     select $2, purpose, recipient, subject, body_text, body_html, packed_html, $3, store_id,
       transaction_id, now()
     from mails where id = $1`,
    [id, copy.id, copy.secret],
  );
}

export const MAILS: RetentionRule = {
  kind: 'mails',
  days: null,
  choice: { leastDays: 30, mostDays: 3_650, orForever: true },
};

/** Deletes mails with lower ids, at most `limit`; those that wait to be sent or are parked stay. */
export async function deleteOldMails(tx: Tx, beforeId: string, limit: number): Promise<number> {
  const rows = await statement(
    tx,
    `delete from mails where id in (select id from mails
       where id < $1 and due_at is null and parked_at is null order by id limit $2)
     returning id`,
    [beforeId, limit],
  );
  return rows.length;
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

/**
 * Mails to these addresses (in small letters) lose address and text, and are not sent any more;
 * those created since `before` stay, and with `naming` those without one of these texts.
 */
export async function eraseMails(
  tx: Tx,
  recipients: readonly string[],
  { before, naming }: { before?: Date; naming?: readonly string[] } = {},
): Promise<void> {
  // The update then also sees a copy that was being made of one of them.
  await statement(
    tx,
    'select id from mails where lower(recipient) = any($1::text[]) order by id for update',
    [recipients],
  );
  await tx
    .updateTable('mails')
    .set({
      recipient: 'erased',
      subject: '',
      body_text: '',
      body_html: null,
      packed_html: null,
      secret: null,
      attachment_name: null,
      attachment: null,
      error: null,
      due_at: null,
      lease_until: null,
    })
    .where(sql<string>`lower(recipient)`, '=', sql<string>`any(${recipients}::text[])`)
    .$if(before !== undefined, query => query.where('created_at', '<', before as Date))
    .$if(naming !== undefined, query =>
      query.where(
        sql<boolean>`exists (select from unnest(${naming}::text[]) as name
          where position(name in subject || ' ' || body_text) > 0)`,
      ),
    )
    .execute();
}

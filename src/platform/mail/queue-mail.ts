import { type Autocommit, onCommit, type Tx } from '../database/tx.js';
import { newId } from '../ids.js';
import { byteaText } from '../packing.js';
import { hintQueue } from '../work/queues/hint.js';
import { mailQueue } from './deliver-mails.js';
import { logKept, type MailWriter } from './log-kept.js';
import { packHtml } from './packed-html.js';
import { insertMail, type NewMail, type WrittenMail } from './repository.js';
import { hideSecrets, sealSecrets } from './secret.js';

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html?: string;
  purpose: string;
  attachment?: { name: string; content: Buffer };
  /** Where staff find the mail; one about an account has neither. */
  about?: MailSubject;
};

/** A mail about a sale has the store of the sale. */
export type MailSubject = { storeId: string | null; saleId?: string };

/**
 * Writes a mail in the caller's transaction; the queue delivers it. Without a configured mail server
 * it stays in the table, where `GET /ops/mails/` shows it. `secrets` are codes and tokens in the mail
 * that give access to an account, an order or a cart: they are stored encrypted and apart from the
 * text, and only until the mail is sent.
 */
export async function queueMail(
  tx: Tx,
  platform: MailWriter,
  mail: Mail,
  ...secrets: string[]
): Promise<string> {
  const row = mailRow(platform, mail, secrets);
  await insertMail(tx, row, hasMailServer(platform));
  followMail(tx, platform, mail, row.id);
  return row.id;
}

export const hasMailServer = ({ config }: MailWriter): boolean => config.smtpUrl !== undefined;

/** A new mail as parameters of a statement with `mailSql`; the caller then calls `followMail`. */
export function writtenMail(platform: MailWriter, mail: Mail, secret?: string): WrittenMail {
  const row = mailRow(platform, mail, secret === undefined ? [] : [secret]);
  return {
    mailId: row.id,
    mailPurpose: row.purpose,
    mailRecipient: row.recipient,
    mailSubject: row.subject,
    mailText: row.body_text,
    mailHtml: row.packed_html && byteaText(row.packed_html),
    mailSecret: row.secret && byteaText(row.secret),
    mailStoreId: row.store_id,
    mailSaleId: row.transaction_id,
    isMailDue: hasMailServer(platform),
  };
}

function mailRow(platform: MailWriter, mail: Mail, secrets: readonly string[]): NewMail {
  const { config } = platform;
  const hide = (text: string): string => hideSecrets(text, secrets);
  const text = hide(mail.text);
  return {
    id: newId(),
    purpose: mail.purpose,
    recipient: mail.to,
    subject: hide(mail.subject),
    body_text: text,
    packed_html: packHtml(mail.html && hide(mail.html), text),
    secret: secrets.length === 0 ? null : sealSecrets(config, secrets),
    attachment_name: mail.attachment?.name ?? null,
    // Without a mail server nobody gets the file.
    attachment: hasMailServer(platform) ? (mail.attachment?.content ?? null) : null,
    store_id: mail.about?.storeId ?? null,
    transaction_id: mail.about?.saleId ?? null,
  };
}

/** After the commit: wakes the queue, or logs the mail that nobody sends. */
export function followMail(writer: Autocommit, platform: MailWriter, mail: Mail, id: string): void {
  if (hasMailServer(platform)) {
    hintQueue(writer, mailQueue);
    return;
  }
  const log = (): void =>
    logKept(platform, { id, recipient: mail.to, body_text: mail.text, ...mail });
  if (writer.isTransaction) onCommit(writer as Tx, log);
  else log();
}

import { onCommit, type Tx } from '../database/tx.js';
import { newId } from '../ids.js';
import { hintQueue } from '../work/queues/hint.js';
import { mailQueue } from './deliver-mails.js';
import { logKept, type MailWriter } from './log-kept.js';
import { insertMail, type MailRow } from './repository.js';
import { HIDDEN, mailSeal } from './secret.js';

export type Mail = { to: string; subject: string; text: string; html?: string; purpose: string };

/**
 * Writes a mail in the caller's transaction; the queue delivers it. Without a configured mail server
 * it stays in the table, where `GET /ops/mails/` shows it. `secret` is a code or token in the mail
 * that gives access to an account or an order: it is stored encrypted and apart from the text, and
 * only until the mail is sent.
 */
export async function queueMail(
  tx: Tx,
  platform: MailWriter,
  mail: Mail,
  secret?: string,
): Promise<string> {
  const row = mailRow(platform, mail, secret);
  await insertMail(tx, row, hasMailServer(platform));
  followMail(tx, platform, mail, row.id);
  return row.id;
}

export const hasMailServer = ({ config }: MailWriter): boolean => config.smtpUrl !== undefined;

/** The row of a new mail, for statements that write it together with other rows. */
export function mailRow({ config }: MailWriter, mail: Mail, secret?: string): MailRow {
  const hide = (text: string): string =>
    secret === undefined ? text : text.replaceAll(secret, HIDDEN);
  return {
    id: newId(),
    purpose: mail.purpose,
    recipient: mail.to,
    subject: hide(mail.subject),
    body_text: hide(mail.text),
    body_html: mail.html === undefined ? null : hide(mail.html),
    secret: secret === undefined ? null : mailSeal(config).close(secret),
  };
}

/** After the commit: wakes the queue, or logs the mail that nobody sends. */
export function followMail(tx: Tx, platform: MailWriter, mail: Mail, id: string): void {
  if (hasMailServer(platform)) hintQueue(tx, mailQueue);
  else
    onCommit(tx, () =>
      logKept(platform, { id, recipient: mail.to, body_text: mail.text, ...mail }),
    );
}

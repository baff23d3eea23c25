import type { Platform } from '../platform.js';
import type { MailRow } from './repository.js';

export type MailWriter = Pick<Platform, 'config' | 'log'>;

type KeptMail = Pick<MailRow, 'id' | 'purpose' | 'recipient' | 'subject' | 'body_text'>;

/** Mails hold links that open accounts and orders, so production logs leave out their text. */
export function logKept({ config, log }: MailWriter, mail: KeptMail): void {
  const shown = { to: mail.recipient, subject: mail.subject, text: mail.body_text };
  log.info(
    { mail: mail.id, purpose: mail.purpose, ...(!config.production && shown) },
    'mail kept in the database: no SMTP_URL',
  );
}

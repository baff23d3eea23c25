import type { Tx } from '../../platform/database/tx.js';
import type { Language } from '../../platform/language.js';
import type { MailWriter } from '../../platform/mail/log-kept.js';
import { queueMail } from '../../platform/mail/queue-mail.js';
import { textsIn } from '../texts/index.js';

export type Recipient = { email: string; language: Language };

export function mailCode(
  tx: Tx,
  platform: MailWriter,
  { email, language }: Recipient,
  code: string,
): Promise<string> {
  const texts = textsIn(language).registration;
  return queueMail(
    tx,
    platform,
    {
      to: email,
      purpose: 'registration-code',
      subject: texts.subject(code),
      text: [texts.welcome, '', texts.code(code), '', texts.ignore].join('\n'),
    },
    code,
  );
}

/** The response never reveals an existing account; only this mail does. */
export function mailAccountExists(
  tx: Tx,
  platform: MailWriter,
  { email, language }: Recipient,
): Promise<string> {
  const texts = textsIn(language).registration;
  return queueMail(tx, platform, {
    to: email,
    purpose: 'registration-account-exists',
    subject: texts.existsSubject,
    text: [
      texts.someoneTried,
      '',
      texts.exists(`${platform.config.publicUrl}/`),
      '',
      texts.ignoreExists,
    ].join('\n'),
  });
}

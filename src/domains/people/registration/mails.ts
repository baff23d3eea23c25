import type { Tx } from '../../../platform/database/tx.js';
import type { Language } from '../../../platform/language.js';
import type { MailWriter } from '../../../platform/mail/log-kept.js';
import { queueMail } from '../../../platform/mail/queue-mail.js';
import { accountExistsBody, registrationBody, writtenTemplate } from '../../texts/index.js';
import type { MailPlace } from '../account-store.js';

export type Recipient = { email: string; language: Language; place: MailPlace };

export function mailCode(
  tx: Tx,
  platform: MailWriter,
  { email, language, place }: Recipient,
  code: string,
): Promise<string> {
  const values = { store: place.name, code };
  const own = writtenTemplate(place.templates, 'registration_code', language, values);
  const body = registrationBody(own, language, code);
  const mail = { to: email, purpose: 'registration-code', subject: own.subject, ...body };
  return queueMail(tx, platform, mail, code);
}

/** The response never reveals an existing account; only this mail does. */
export function mailAccountExists(
  tx: Tx,
  platform: MailWriter,
  { email, language, place }: Recipient,
): Promise<string> {
  const values = { store: place.name };
  const own = writtenTemplate(place.templates, 'registration_exists', language, values);
  return queueMail(tx, platform, {
    to: email,
    purpose: 'registration-account-exists',
    subject: own.subject,
    ...accountExistsBody(own, language, `${platform.config.publicUrl}/`),
  });
}

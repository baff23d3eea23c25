import type { Language } from '../../../platform/language.js';
import type { Mail } from '../../../platform/mail/queue-mail.js';
import type { Role } from '../../access/index.js';
import { passwordChangedBody, passwordResetBody, writtenTemplate } from '../../texts/index.js';
import type { MailPlace } from '../account-store.js';

export type PasswordMail = {
  to: string;
  role: Role;
  language: Language;
  publicUrl: string;
  place: MailPlace;
};

/** The token is in the fragment of the address, which browsers do not send: no log contains it. */
export function resetMail(mail: PasswordMail, token: string): Mail {
  const { to, language, place } = mail;
  const values = { store: place.name };
  const own = writtenTemplate(place.templates, 'password_reset', language, values);
  const body = passwordResetBody(own, { to, language, link: `${pageOf(mail)}#${token}` });
  return { to, purpose: 'password-reset', subject: own.subject, ...body };
}

/** Sent after the change, so that the owner of the account sees a change by somebody else. */
export function passwordChangedMail(mail: PasswordMail): Mail {
  const { to, language, place } = mail;
  const values = { store: place.name };
  const own = writtenTemplate(place.templates, 'password_changed', language, values);
  const body = passwordChangedBody(own, { to, language, link: pageOf(mail) });
  return { to, purpose: 'password-changed', subject: own.subject, ...body };
}

const pageOf = ({ role, publicUrl }: PasswordMail): string =>
  `${publicUrl}/app/${role === 'customer' ? 'shop' : 'desk'}/reset-password`;

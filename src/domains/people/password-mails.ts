import type { Language } from '../../platform/language.js';
import type { Mail } from '../../platform/mail/queue-mail.js';
import { renderMail } from '../../platform/mail/render-mail.js';
import type { Role } from '../access/index.js';
import { textsIn } from '../texts/index.js';

export type PasswordMail = {
  to: string;
  role: Role;
  language: Language;
  publicUrl: string;
};

/** The token is in the fragment of the address, which browsers do not send: no log contains it. */
export function resetMail(mail: PasswordMail, token: string): Mail {
  const texts = textsIn(mail.language).password;
  const body = renderMail({
    language: mail.language,
    before: [texts.asked, texts.choose(`${pageOf(mail)}#${token}`)],
    facts: [
      [texts.account, mail.to],
      [texts.valid, texts.halfAnHour],
    ],
    after: [texts.ignore],
  });
  return { to: mail.to, purpose: 'password-reset', subject: texts.subject, ...body };
}

/** Sent after the change, so that the owner of the account sees a change by somebody else. */
export function passwordChangedMail(mail: PasswordMail): Mail {
  const texts = textsIn(mail.language).password;
  const body = renderMail({
    language: mail.language,
    before: [texts.changed],
    facts: [[texts.account, mail.to]],
    after: [texts.notMine(pageOf(mail))],
  });
  return { to: mail.to, purpose: 'password-changed', subject: texts.changedSubject, ...body };
}

const pageOf = ({ role, publicUrl }: PasswordMail): string =>
  `${publicUrl}/app/${role === 'customer' ? 'shop' : 'desk'}/reset-password`;

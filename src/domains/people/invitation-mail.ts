import type { Language } from '../../platform/language.js';
import type { Mail } from '../../platform/mail/queue-mail.js';
import { renderMail } from '../../platform/mail/render-mail.js';
import type { Role } from '../access/index.js';
import { mailTemplates, type Store } from '../stores/index.js';
import { type MailKind, textsIn, type WrittenTemplate, writtenTemplate } from '../texts/index.js';

type Invitation = {
  to: string;
  role: Role;
  language: Language;
  publicUrl: string;
  /** Whose texts the mail has; people who work everywhere have none. */
  store: Pick<Store, 'name' | 'mail_templates'> | undefined;
};

/** The token is in the fragment of the address, which browsers do not send: no log contains it. */
export function invitationMail(invitation: Invitation, token: string): Mail {
  const { to, role, language, publicUrl, store } = invitation;
  const isCustomer = role === 'customer';
  const kind: MailKind = isCustomer ? 'customer_invitation' : 'staff_invitation';
  const place = store?.name ?? new URL(publicUrl).host;
  const texts = textsIn(language).invitation[isCustomer ? 'customer' : 'staff'];
  const own = writtenTemplate(
    store && mailTemplates(store),
    kind,
    language,
    { store: place },
    { subject: texts.subject(place), intro: texts.intro(place) },
  );
  const page = `${publicUrl}/app/${isCustomer ? 'shop' : 'desk'}/reset-password?invitation`;
  const body = renderInvitation(own, { to, language, link: `${page}#${token}` });
  return { to, purpose: 'invitation', subject: own.subject, ...body };
}

export function renderInvitation(
  own: WrittenTemplate,
  { to, language, link }: { to: string; language: Language; link: string },
): { text: string; html: string } {
  const texts = textsIn(language).invitation;
  return renderMail({
    language,
    before: [...own.intro, texts.choose(link)],
    facts: [
      [texts.account, to],
      [texts.valid, texts.sevenDays],
    ],
    after: [texts.ignore, ...own.closing],
  });
}

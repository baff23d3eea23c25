import type { Language } from '../../../platform/language.js';
import type { Mail } from '../../../platform/mail/queue-mail.js';
import type { Role } from '../../access/index.js';
import { invitationBody, writtenTemplate } from '../../texts/index.js';
import type { MailPlace } from '../account-store.js';

type Invitation = {
  to: string;
  role: Role;
  language: Language;
  publicUrl: string;
  place: MailPlace;
};

/** The token is in the fragment of the address, which browsers do not send: no log contains it. */
export function invitationMail(invitation: Invitation, token: string): Mail {
  const { to, role, language, publicUrl, place } = invitation;
  const isCustomer = role === 'customer';
  const kind = isCustomer ? 'customer_invitation' : 'staff_invitation';
  const own = writtenTemplate(place.templates, kind, language, { store: place.name });
  const page = `${publicUrl}/app/${isCustomer ? 'shop' : 'desk'}/reset-password?invitation`;
  const body = invitationBody(own, { to, language, link: `${page}#${token}` });
  return { to, purpose: 'invitation', subject: own.subject, ...body };
}

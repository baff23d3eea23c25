import type { Language } from '../../../platform/language.js';
import type { Mail } from '../../../platform/mail/queue-mail.js';
import type { Role } from '../../access/index.js';
import { newDeviceBody, writtenTemplate } from '../../texts/index.js';
import type { MailPlace } from '../account-store.js';
import { deviceName } from './device-name.js';

export type NewDevice = {
  to: string;
  role: Role;
  language: Language;
  publicUrl: string;
  place: MailPlace;
  userAgent: string;
  address: string;
  at: Date;
};

/** The mail about a login from a device that the account does not know. */
export function newDeviceMail(login: NewDevice): Mail {
  const { to, language, publicUrl, place } = login;
  const own = writtenTemplate(place.templates, 'new_device', language, { store: place.name });
  const screen = login.role === 'customer' ? 'shop/account' : 'desk/devices';
  const at = login.at.toISOString().slice(0, 16).replace('T', ' ');
  const body = newDeviceBody(own, {
    language,
    site: `${publicUrl}/`,
    when: `${at} UTC`,
    device: deviceName(login.userAgent),
    place: login.address,
    link: `${publicUrl}/app/${screen}`,
  });
  return { to, purpose: 'new-device', subject: own.subject, ...body };
}

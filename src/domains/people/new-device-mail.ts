import type { Language } from '../../platform/language.js';
import type { Mail } from '../../platform/mail/queue-mail.js';
import { renderMail } from '../../platform/mail/render-mail.js';
import type { Role } from '../access/index.js';
import { textsIn } from '../texts/index.js';
import { deviceName } from './device-name.js';

export type NewDevice = {
  to: string;
  role: Role;
  language: Language;
  publicUrl: string;
  userAgent: string;
  address: string;
  at: Date;
};

/** The mail about a login from a device that the account does not know. */
export function newDeviceMail(login: NewDevice): Mail {
  const { language, publicUrl } = login;
  const texts = textsIn(language).newDevice;
  const screen = login.role === 'customer' ? 'shop/account' : 'desk/devices';
  const at = login.at.toISOString().slice(0, 16).replace('T', ' ');
  const body = renderMail({
    language,
    before: [texts.what(`${publicUrl}/`)],
    facts: [
      [texts.when, `${at} UTC`],
      [texts.device, deviceName(login.userAgent) || texts.unknown],
      [texts.place, login.address],
    ],
    after: [texts.mine, texts.notMine(`${publicUrl}/app/${screen}`)],
  });
  return { to: login.to, purpose: 'new-device', subject: texts.subject, ...body };
}

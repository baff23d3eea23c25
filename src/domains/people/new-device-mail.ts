import type { Mail } from '../../platform/mail/queue-mail.js';
import { renderMail } from '../../platform/mail/render-mail.js';
import type { Role } from '../access/index.js';
import { deviceName } from './device-name.js';
import type { Language } from './language.js';

export type NewDevice = {
  to: string;
  role: Role;
  language: Language;
  publicUrl: string;
  userAgent: string;
  address: string;
  at: Date;
};

type Texts = {
  subject: string;
  what: (url: string) => string;
  when: string;
  device: string;
  unknown: string;
  place: string;
  mine: string;
  notMine: (url: string) => string;
};

const TEXTS: Record<Language, Texts> = {
  en: {
    subject: 'A new device logged in to your account',
    what: url =>
      `Somebody logged in to your account at ${url} from a device we have not seen before.`,
    when: 'When',
    device: 'Device',
    unknown: 'unknown',
    place: 'Address',
    mine: 'If it was you, there is nothing to do.',
    notMine: url =>
      `If it was not you, end that login at ${url} and change your password: that ends all logins.`,
  },
  de: {
    subject: 'Ein neues Gerät hat sich in Ihrem Konto angemeldet',
    what: url =>
      `Jemand hat sich bei ${url} mit einem Gerät in Ihrem Konto angemeldet, das wir noch nicht kennen.`,
    when: 'Wann',
    device: 'Gerät',
    unknown: 'unbekannt',
    place: 'Adresse',
    mine: 'Wenn Sie das waren, brauchen Sie nichts zu tun.',
    notMine: url =>
      `Wenn Sie das nicht waren, beenden Sie die Anmeldung unter ${url} und ändern Sie Ihr Passwort: Damit enden alle Anmeldungen.`,
  },
};

/** The mail about a login from a device that the account does not know. */
export function newDeviceMail(login: NewDevice): Mail {
  const { language, publicUrl } = login;
  const texts = TEXTS[language];
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

import type { Translation } from '../../../shared/i18n/texts.js';
import type { signIn as en } from '../en/sign-in.js';

export const signIn: Translation<typeof en> = {
  'login.code': 'Code',
  'login.code.hint': 'Aus Ihrer Authenticator-App, oder ein Wiederherstellungscode',
  'login.code.wrong':
    'Der Code ist falsch oder wurde schon verwendet. Warten Sie auf den nächsten.',
  'login.code.back': 'Mit anderem Konto anmelden',
  'login.sso': 'Firmenkonto verwenden',
  'login.sso.opening': 'Anmeldung läuft…',
  'login.sso.unavailable':
    'Die Anmeldung Ihrer Firma ist nicht erreichbar. Melden Sie sich mit Ihrem Passwort an, oder versuchen Sie es später erneut.',
  'login.sso.failed':
    'Die Anmeldung mit dem Firmenkonto hat nicht geklappt. Versuchen Sie es erneut.',
  'own.title': 'Ihre Anmeldung',
  'own.change': 'Ändern',
  'own.text':
    'Eine Änderung meldet Sie auf allen anderen Geräten ab, und Sie erhalten eine E-Mail darüber.',
  'own.current': 'Ihr jetziges Passwort',
  'own.current.text': 'Nötig, um die eigene Anmeldung zu ändern',
  'own.password': 'Neues Passwort',
  'own.pin': 'Neue PIN',
  'own.keep': 'Leer lassen, um nichts zu ändern',
  'own.done': 'Ihre Anmeldung wurde geändert',
  'totp.title': 'Code bei der Anmeldung',
  'totp.off':
    'Ein zweiter Schritt nach dem Passwort: ein Code einer Authenticator-App auf Ihrem Telefon.',
  'totp.start': 'Einrichten',
  'totp.scan':
    'Scannen Sie diesen Code mit Ihrer Authenticator-App, oder tippen Sie den Schlüssel ein.',
  'totp.qr': 'QR-Code für die Authenticator-App',
  'totp.key': 'Schlüssel',
  'totp.recovery': 'Wiederherstellungscodes',
  'totp.recovery.text':
    'Bewahren Sie sie sicher auf. Jeder ersetzt einmal einen Code, wenn Sie Ihr Telefon verlieren. Sie werden nur jetzt angezeigt.',
  'totp.first': 'Erster Code aus der App',
  'totp.confirm': 'Einschalten',
  'totp.on': 'Eingeschaltet seit {time}.',
  'totp.left': {
    one: 'Noch {count} Wiederherstellungscode.',
    other: 'Noch {count} Wiederherstellungscodes.',
  },
  'totp.disable': 'Ausschalten',
  'totp.disable.text':
    'Geben Sie einen Code Ihrer App oder einen Wiederherstellungscode ein, um ihn auszuschalten.',
  'totp.done.on': 'Code bei der Anmeldung ist eingeschaltet. Ihre anderen Geräte sind abgemeldet.',
  'totp.done.off': 'Code bei der Anmeldung ist ausgeschaltet',
  'users.totp.reset': 'Code entfernen',
  'users.totp.reset.title': 'Code bei der Anmeldung entfernen?',
  'users.totp.reset.text':
    '{name} meldet sich dann nur mit dem Passwort an und wird überall abgemeldet. Vergewissern Sie sich, dass die Bitte wirklich von {name} kommt.',
  'users.totp.reset.done': '{name} meldet sich ohne Code an',
};

import type { en } from './en.js';
import type { Translation } from './texts.js';

export const de: Translation<typeof en> = {
  'app.loading': 'Wird geladen …',
  'app.retry': 'Erneut versuchen',
  'app.cancel': 'Abbrechen',
  'app.close': 'Schließen',
  'app.save': 'Speichern',
  'app.back': 'Zurück',
  'app.language': 'Sprache',
  'app.scheme': 'Darstellung',
  'app.scheme.light': 'Hell',
  'app.scheme.dark': 'Dunkel',
  'app.scheme.auto': 'Wie das Gerät',
  'app.signOut': 'Abmelden',
  'app.offline.title': 'Keine Verbindung',
  'app.offline.text': 'Der Server ist nicht erreichbar. Die Verbindung wird wiederhergestellt …',
  'app.sandbox': 'Testbetrieb: Karten werden nicht belastet',
  'app.empty': 'Noch nichts vorhanden',
  'app.error.title': 'Das hat nicht geklappt',
  'app.error.unreachable':
    'Der Server ist nicht erreichbar. Prüfen Sie die Verbindung und versuchen Sie es erneut.',
  'app.error.server': 'Der Server meldet einen Fehler. Versuchen Sie es gleich noch einmal.',
  'app.error.signedOut': 'Sie wurden abgemeldet. Melden Sie sich erneut an.',
  'app.error.busy': {
    one: 'Zu viele Anfragen. Versuchen Sie es in {count} Sekunde erneut.',
    other: 'Zu viele Anfragen. Versuchen Sie es in {count} Sekunden erneut.',
  },
  'app.error.forbidden':
    'Dafür fehlt Ihnen die Berechtigung. Wenden Sie sich an die Filialleitung.',
  'app.error.crash':
    'Diese Seite reagiert nicht mehr. Laden Sie sie neu. Gespeicherte Änderungen bleiben erhalten.',
  'app.reload': 'Seite neu laden',
  'app.reference': 'Referenz: {id}',
  'logins.title': 'Ihre Geräte',
  'logins.text':
    'Hier sind Sie angemeldet. Melden Sie ein Gerät ab, das Sie nicht kennen, und ändern Sie dann Ihr Passwort.',
  'logins.this': 'Dieses Gerät',
  'logins.unknown': 'Unbekanntes Gerät',
  'logins.till': 'Kasse {id}',
  'logins.address': 'Adresse {address}',
  'logins.since': 'Seit {time}',
  'logins.seen': 'Zuletzt genutzt {time}',
  'logins.end': 'Abmelden',
  'logins.end.named': '{name} abmelden',
  'logins.endOthers': 'Alle anderen Geräte abmelden',
};

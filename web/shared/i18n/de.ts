import type { en } from './en.js';
import type { Translation } from './texts.js';

export const de: Translation<typeof en> = {
  'app.loading': 'Wird geladen …',
  'app.retry': 'Erneut versuchen',
  'app.cancel': 'Abbrechen',
  'app.close': 'Schließen',
  'app.save': 'Speichern',
  'app.back': 'Zurück',
  'app.confirm': 'Bestätigen',
  'app.search': 'Suchen',
  'app.language': 'Sprache',
  'app.scheme': 'Hell oder dunkel',
  'app.scheme.light': 'Hell',
  'app.scheme.dark': 'Dunkel',
  'app.scheme.auto': 'Wie das Gerät',
  'app.signOut': 'Abmelden',
  'app.offline.title': 'Keine Verbindung',
  'app.offline.text':
    'Der Dienst antwortet nicht. Wir versuchen es weiter und arbeiten solange allein.',
  'app.empty': 'Noch nichts da',
  'app.error.title': 'Das hat nicht geklappt',
  'app.error.unreachable':
    'Der Dienst antwortet nicht. Prüfen Sie die Verbindung und versuchen Sie es erneut.',
  'app.error.server': 'Bei uns ist etwas schiefgegangen. Versuchen Sie es gleich noch einmal.',
  'app.error.signedOut': 'Ihre Anmeldung ist abgelaufen. Melden Sie sich wieder an.',
  'app.error.busy': 'Gerade zu viele Anfragen. Versuchen Sie es in {count} Sekunden wieder.',
  'app.error.forbidden': 'Das dürfen Sie nicht. Fragen Sie die Leitung.',
  'app.error.crash':
    'Diese Seite ist stehen geblieben. Laden Sie sie neu; Gespeichertes ist nicht verloren.',
  'app.reload': 'Neu laden',
  'app.reference': 'Kennung {id}',
};

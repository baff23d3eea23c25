import type { Translation } from '../../../shared/i18n/texts.js';
import type { agents as en } from '../en/agents.js';

export const agents: Translation<typeof en> = {
  'nav.agents': 'Einkaufsprogramme',
  'agents.text':
    'Programme wie Einkaufsassistenten, die für Kunden bestellen dürfen. Jedes hat einen Schlüssel für eine Filiale.',
  'agents.new': 'Neues Programm',
  'agents.create': 'Schlüssel erstellen',
  'agents.edit': 'Bearbeiten',
  'agents.none': 'Noch keine Programme',
  'agents.none.text': 'Legen Sie ein Programm an, damit es in Ihrem Shop bestellen kann.',
  'agents.limit': 'Höchster Bestellwert',
  'agents.limit.hint': 'Leer: keine Grenze. Darüber kann ein Programm nicht bezahlen.',
  'agents.profile': 'Adresse des Profils (optional)',
  'agents.profile.hint': 'Programme mit dem Universal Commerce Protocol haben eines.',
  'agents.webhook': 'Adresse für Bestellereignisse (optional)',
  'agents.webhook.hint':
    'Programme mit dem Agentic Commerce Protocol erhalten dort die Änderungen ihrer Bestellungen.',
  'agents.secret': 'Geheimnis der Bestellereignisse',
  'agents.secret.hint': 'Vom Betreiber des Programms. Leer: Wir erstellen eines.',
  'agents.secret.keep': 'Leer: Das bisherige bleibt.',
  'agents.secret.text':
    'Geben Sie dieses Geheimnis dem Betreiber des Programms. Damit prüft das Programm die Signatur der Bestellereignisse.',
  'agents.feed': 'Adresse für Produkte (optional)',
  'agents.feed.hint':
    'Die Schnittstelle des Programms für Produktlisten. Sie erhält alle zehn Minuten die Produkte der Filiale.',
  'agents.feed.failed': 'Produkte nicht gesendet: {reason}',
  'agents.feedToken': 'Token für Produkte',
  'agents.feedToken.hint': 'Vom Betreiber des Programms.',
  'agents.feedId': 'Nummer der Produktliste (optional)',
  'agents.feedId.hint': 'Leer: Eine neue Liste wird angelegt.',
  'agents.since': 'Seit',
  'agents.allowed': 'Zugelassen',
  'agents.blocked': 'Gesperrt',
  'agents.saved': '{name} gespeichert',
  'agents.key': 'Schlüssel des Programms',
  'agents.key.text':
    'Geben Sie diesen Schlüssel dem Betreiber des Programms. Damit bestellt es in dieser Filiale.',
  'agents.key.hint': 'Schlüssel endet auf {hint}',
  'agents.block': 'Schlüssel sperren',
  'agents.block.title': 'Diesen Schlüssel sperren?',
  'agents.block.text': '{name} kann dann nicht mehr bestellen. Bezahlte Bestellungen bleiben.',
  'agents.block.done': 'Der Schlüssel von {name} ist gesperrt',
  'agents.allow': 'Schlüssel zulassen',
  'agents.allow.title': 'Diesen Schlüssel wieder zulassen?',
  'agents.allow.text': '{name} kann mit demselben Schlüssel wieder bestellen.',
  'agents.allow.done': 'Der Schlüssel von {name} ist zugelassen',
  'agents.delete':
    'Der Schlüssel gilt dann nie wieder. Offene Bestellungen des Programms entfallen, bezahlte bleiben.',
  'agents.staff': 'Programme der Mitarbeiter',
  'agents.staff.text':
    'Assistenten Ihrer Mitarbeiter verbinden sich mit dieser Adresse (Model Context Protocol), mit der Anmeldung einer Person, und dürfen, was diese Person darf.',
  'agents.staff.address': 'Adresse für Programme der Mitarbeiter',
  'agents.staff.limits':
    'Jede Änderung braucht die Freigabe einer zweiten Person, außer die Filiale erlaubt sie bis zu einem Betrag.',
  'agents.staff.settings': 'Grenzen einer Filiale festlegen',
  'users.passkeys.remove': 'Passkeys entfernen',
  'users.passkeys.remove.title': 'Alle Passkeys entfernen?',
  'users.passkeys.remove.text':
    '{name} meldet sich dann mit dem Passwort an und wird überall abgemeldet. Vergewissern Sie sich, dass die Bitte wirklich von {name} kommt.',
  'users.passkeys.remove.done': 'Passkeys von {name} entfernt',
};

import type { Translation } from '../../../shared/i18n/texts.js';
import type { collectionRules as en } from '../en/collection-rules.js';

export const collectionRules: Translation<typeof en> = {
  'rules.edit': 'Regel',
  'rules.byRule': 'nach Regel',
  'rules.byHand': 'von Hand gewählt',
  'rules.title': 'Regel von {name}',
  'rules.text':
    'Die Regel nimmt Produkte in die Kollektion auf und entfernt sie wieder, wenn sie sich ändern. Von Hand gewählte Produkte, die nicht passen, verlassen die Kollektion.',
  'rules.match': 'Produkte gehören dazu, wenn',
  'rules.match.all': 'alle Bedingungen erfüllt sind',
  'rules.match.any': 'eine Bedingung erfüllt ist',
  'rules.condition': 'Bedingung {number}',
  'rules.kind.category': 'Kategorie',
  'rules.kind.brand': 'Marke',
  'rules.kind.tag': 'Schlagwort',
  'rules.kind.supplier': 'Lieferant',
  'rules.kind.price': 'Preis',
  'rules.kind.new': 'Neue Produkte',
  'rules.values': 'Eines von',
  'rules.tag.hint': 'Schlagwort eingeben und Enter drücken',
  'rules.from': 'Von',
  'rules.to': 'Bis',
  'rules.days': 'Tage seit dem Anlegen des Produkts',
  'rules.add': 'Bedingung hinzufügen',
  'rules.removeCondition': 'Bedingung {number} entfernen',
  'rules.preview': 'Vorschau',
  'rules.matches': {
    one: '{count} passendes Produkt, {sale} aktiv',
    other: '{count} passende Produkte, {sale} aktiv',
  },
  'rules.matches.none': 'Kein Produkt passt',
  'rules.matches.incomplete': 'Füllen Sie die Bedingungen aus, um die passenden Produkte zu sehen.',
  'rules.more': 'und {count} weitere',
  'rules.draft': 'nicht aktiv',
  'rules.saved': 'Regel gespeichert. Die Kollektion ist in wenigen Sekunden aktuell.',
  'rules.remove': 'Regel entfernen',
  'rules.remove.title': 'Regel von {name} entfernen?',
  'rules.remove.text':
    'Die Produkte bleiben in der Kollektion. Ab jetzt wählen Sie sie von Hand auf der Seite des Produkts.',
  'rules.removed': 'Regel von {name} entfernt',
  'products.automatic': 'Auch in diesen automatischen Kollektionen: {names}',
};

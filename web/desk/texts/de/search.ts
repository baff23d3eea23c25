import type { Translation } from '../../../shared/i18n/texts.js';
import type { search as en } from '../en/search.js';

export const search: Translation<typeof en> = {
  'nav.search': 'Shop-Suche',
  'search.text': 'Was Kunden im Webshop suchen, und die Wörter, die es finden.',
  'search.misses': 'Suchen ohne Treffer',
  'search.misses.text':
    'Fügen Sie die Wörter zu den Synonymen Ihrer Produkte hinzu oder zum Namen eines Produkts.',
  'search.misses.words': 'Gesucht',
  'search.misses.store': 'Filiale',
  'search.misses.noStore': 'Keine Filiale gewählt',
  'search.misses.count': 'Suchen',
  'search.misses.last': 'Zuletzt',
  'search.misses.add': 'Synonym anlegen',
  'search.misses.remove': 'Entfernen',
  'search.misses.removed': '„{text}“ aus der Liste entfernt',
  'search.misses.none': 'Jede Suche hat etwas gefunden',
  'search.synonyms': 'Synonyme',
  'search.synonyms.text': 'Die Suche nach einem Wort einer Gruppe findet auch die anderen.',
  'search.synonyms.terms': 'Wörter mit gleicher Bedeutung',
  'search.synonyms.hint':
    'Drücken Sie nach jedem Wort die Eingabetaste. Auch mehrere Wörter wie „warme Socken“ sind möglich.',
  'search.synonyms.new': 'Neue Synonyme',
  'search.synonyms.edit': 'Bearbeiten',
  'search.synonyms.delete': 'Die Suche nach einem dieser Wörter findet die anderen nicht mehr.',
  'search.synonyms.saved': 'Synonyme gespeichert',
  'search.synonyms.none': 'Noch keine Synonyme',
};

import type { Translation } from '../../../shared/i18n/texts.js';
import type { returns as en } from '../en/returns.js';

export const returns: Translation<typeof en> = {
  'nav.returns': 'Rückgaben',
  'requests.text':
    'Rückgaben Ihrer Filialen. Kunden fragen im Shop eine Rückgabe an; hier nehmen Sie sie an oder lehnen sie ab.',
  'requests.none': 'Keine Rückgaben mit diesem Status',
  'requests.online': 'Nur aus dem Shop',
  'requests.number': 'Rückgabe',
  'requests.goods': 'Artikel',
  'requests.from': 'Angelegt',
  'requests.refund': 'Erstattung',
  'requests.approve': 'Annehmen',
  'requests.reject': 'Ablehnen',
  'requests.approve.title': 'Rückgabe {number} annehmen',
  'requests.reject.title': 'Rückgabe {number} ablehnen',
  'requests.approved': 'Rückgabe {number} angenommen',
  'requests.rejected': 'Rückgabe {number} abgelehnt',
  'requests.note': 'Hinweis an den Kunden',
  'requests.note.hint': 'Optional. Der Kunde erhält ihn per E-Mail mit Ihrer Entscheidung.',
  'returns.part.returns': 'Rückgaben',
  'returns.part.exchanges': 'Umtausch',
  'exchanges.none': 'Kein Umtausch gefunden',
  'exchanges.none.text':
    'Eine Kasse tauscht Artikel in einem Schritt um: Beleg scannen und Umtausch wählen.',
  'exchanges.sales': 'Alter und neuer Verkauf',
  'exchanges.old': 'Zurück aus {number}',
  'exchanges.new': 'Neuer Verkauf {number}',
  'exchanges.cashier': 'Kassierer',
  'exchanges.returned': 'Zurückgegeben',
  'exchanges.total': 'Neue Artikel',
  'exchanges.difference': 'Differenz',
  'exchanges.paid': '{amount} bezahlt',
  'exchanges.refunded': '{amount} erstattet',
  'exchanges.even': 'Ohne Differenz',
  'exchanges.find': 'Anzeigen',
};

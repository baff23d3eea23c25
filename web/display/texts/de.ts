import type { Translation } from '../../shared/i18n/texts.js';
import type { en } from './en.js';

export const de: Translation<typeof en> = {
  'pair.title': 'Kundenanzeige verbinden',
  'pair.text': 'An der Kasse im Menü „Kundenanzeige“ wählen und diesen Code eingeben.',
  'idle.welcome': 'Willkommen bei',
  'idle.promotions': 'Aktionen',
  'idle.until': 'bis {date}',
  'sale.goods': 'Ihre Artikel',
  'sale.total': 'Summe',
  'sale.left': 'Noch zu zahlen',
  'sale.saved': 'Sie sparen {amount}',
  'sale.pay': 'Bitte an der Kasse zahlen.',
  'paid.thanks': 'Vielen Dank!',
  'paid.change': 'Ihr Rückgeld',
  'paid.receipt': 'QR-Code des Belegs',
  'paid.scan': 'Code scannen und Beleg mitnehmen.',
};

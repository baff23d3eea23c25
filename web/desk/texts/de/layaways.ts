import type { Translation } from '../../../shared/i18n/texts.js';
import type { layaways as en } from '../en/layaways.js';

export const layaways: Translation<typeof en> = {
  'nav.layaways': 'Zurücklegungen',
  'layaways.text': 'Ware, die die Filiale zurücklegt, während Kunden in Raten zahlen.',
  'layaways.none': 'Keine Zurücklegungen gefunden',
  'layaways.one': 'Zurückgelegt für {name}',
  'layaways.all': 'Alle Zurücklegungen',
  'layaways.customer': 'Kunde',
  'layaways.sale': 'Verkauf',
  'layaways.openSale': 'Verkauf öffnen',
  'layaways.until': 'Zurückgelegt bis',
  'layaways.paid': 'Bezahlt',
  'layaways.due': 'Noch zu zahlen',
  'layaways.fee': 'Gebühr',
  'layaways.back': 'Zurück an den Kunden',
  'layaways.reminded': 'Erinnert',
  'layaways.extend': 'Länger zurücklegen',
  'layaways.extend.title': 'Ware von {number} länger zurücklegen',
  'layaways.extend.text':
    'Die Ware bleibt bis zum Ende dieses Tages reserviert. Der Kunde wird vorher noch einmal erinnert.',
  'layaways.extended': 'Die Ware ist bis {date} zurückgelegt',
  'layaways.cancel': 'Zurücklegung beenden',
  'layaways.cancel.title': 'Zurücklegung {number} beenden?',
  'layaways.cancel.text':
    'Die Ware wird wieder verkauft. Die Filiale behält ihre Gebühr; der Rest geht so zurück, wie er bezahlt wurde.',
  'layaways.cancelled': 'Zurücklegung {number} ist beendet',
  'layaways.waive': 'Auf die Gebühr verzichten',
  'shifts.layaways': 'Zurücklegungen',
  'shifts.layaways.received': 'Anzahlungen und Raten',
  'shifts.layaways.completed': 'Ausgehändigt',
  'shifts.layaways.refunded': 'Zurückgezahlt',
};

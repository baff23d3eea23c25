import type { Translation } from '../../../shared/i18n/texts.js';
import type { hardware as en } from '../en/hardware.js';

export const hardware: Translation<typeof en> = {
  'hardware.open': 'Geräte',
  'hardware.title': 'Geräte der Kasse {id}',
  'hardware.none': 'Noch keine Geräte',
  'hardware.none.text':
    'Fügen Sie einen Drucker, eine Kassenlade, eine Anzeige, eine Waage oder ein Kartenlesegerät hinzu.',
  'hardware.new': 'Gerät hinzufügen',
  'hardware.added': '{name} hinzugefügt',
  'hardware.saved': '{name} gespeichert',
  'hardware.removed': '{name} entfernt',
  'hardware.turnedOff': '{name} ausgeschaltet',
  'hardware.turnedOn': '{name} eingeschaltet',
  'scaleLabels.title': 'Etiketten von Waagen',
  'scaleLabels.text':
    'Waagen drucken Barcodes mit Artikelnummer und Gewicht oder Preis. Die Artikelnummer ist der Barcode der Variante.',
  'scaleLabels.none': 'Noch keine Etiketten',
  'scaleLabels.new': 'Neues Etikett',
  'scaleLabels.code': 'Ziffern',
  'scaleLabels.prefix': 'Erste zwei Ziffern',
  'scaleLabels.item_start': 'Artikelnummer ab Ziffer',
  'scaleLabels.item_length': 'Ziffern der Artikelnummer',
  'scaleLabels.value_start': 'Wert ab Ziffer',
  'scaleLabels.value_length': 'Ziffern des Werts',
  'scaleLabels.value_kind': 'Wert',
  'scaleLabels.kind.weight': 'Gewicht',
  'scaleLabels.kind.price': 'Preis',
  'scaleLabels.decimals': 'Nachkommastellen',
  'scaleLabels.decimals.most': {
    one: 'Höchstens {count} Stelle.',
    other: 'Höchstens {count} Stellen.',
  },
  'scaleLabels.preview': '{code} (A: Artikelnummer, V: Wert, C: Prüfziffer)',
  'scaleLabels.range': 'Frei sind die Ziffern 3 bis 12. Die 13. ist die Prüfziffer.',
  'scaleLabels.overlap': 'Artikelnummer und Wert dürfen sich keine Ziffern teilen.',
  'scaleLabels.saved': '{code} gespeichert',
  'scaleLabels.delete': 'Die Kassen lesen diese Etiketten dann nicht mehr.',
  'hardware.givenUp': {
    one: '{count} Ausdruck fehlgeschlagen',
    other: '{count} Ausdrucke fehlgeschlagen',
  },
};

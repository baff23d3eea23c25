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
  'hardware.givenUp': {
    one: '{count} Ausdruck fehlgeschlagen',
    other: '{count} Ausdrucke fehlgeschlagen',
  },
};

import type { Translation } from '../../../shared/i18n/texts.js';
import type { palette as en } from '../en/palette.js';

export const palette: Translation<typeof en> = {
  'palette.open': 'Suchen',
  'palette.open.keys': 'Suchen (Strg+K)',
  'palette.search': 'Seite, Verkauf, Produkt oder Kunde',
  'palette.results': 'Suchergebnisse',
  'palette.pages': 'Seiten',
  'palette.none': 'Nichts gefunden. Verkäufe finden Sie über ihre Nummer.',
  'palette.hint': '↑ ↓ auswählen, Enter öffnen, Esc schließen',
};

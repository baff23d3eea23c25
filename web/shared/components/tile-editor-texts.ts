import { useI18n } from '../i18n/index.js';
import { fill, type Translation, type Values } from '../i18n/texts.js';

/** Loaded with the editor: the till shows its first page without it. */
const en = {
  title: 'Arrange tiles',
  place: 'Page',
  favourites: 'Favourites',
  page: 'Page {number}',
  pages: 'Pages',
  newPage: 'New page',
  name: 'Name of the page',
  badNames: 'Each page needs a name of its own.',
  removePage: 'Remove page',
  order: 'Order of the pages',
  add: 'Add a product',
  search: 'Name, SKU or barcode',
  products: 'Products on this page',
  none: 'No products on this page yet.',
  full: 'A page has at most {most} products.',
  up: 'Move {name} up',
  down: 'Move {name} down',
  remove: 'Remove {name}',
  save: 'Save for all tills of this store',
  saved: 'The tiles are saved.',
  changed: 'Someone else has changed the tiles',
  changedText: 'Your tiles are not saved yet.',
  takeTheirs: 'Show the changed tiles',
  overwrite: 'Save mine anyway',
} as const;

const de: Translation<typeof en> = {
  title: 'Kacheln anordnen',
  place: 'Seite',
  favourites: 'Favoriten',
  page: 'Seite {number}',
  pages: 'Seiten',
  newPage: 'Neue Seite',
  name: 'Name der Seite',
  badNames: 'Jede Seite braucht einen eigenen Namen.',
  removePage: 'Seite entfernen',
  order: 'Reihenfolge der Seiten',
  add: 'Artikel hinzufügen',
  search: 'Name, SKU oder Barcode',
  products: 'Artikel auf dieser Seite',
  none: 'Auf dieser Seite gibt es noch keine Artikel.',
  full: 'Eine Seite hat höchstens {most} Artikel.',
  up: '{name} nach oben',
  down: '{name} nach unten',
  remove: '{name} entfernen',
  save: 'Für alle Kassen speichern',
  saved: 'Die Kacheln sind gespeichert.',
  changed: 'Jemand anderes hat die Kacheln geändert',
  changedText: 'Ihre Kacheln sind noch nicht gespeichert.',
  takeTheirs: 'Geänderte Kacheln zeigen',
  overwrite: 'Meine trotzdem speichern',
};

const texts = { en, de };

export type TileTexts = (key: keyof typeof en, values?: Values) => string;

export function useTileTexts(): TileTexts {
  const { language, locale } = useI18n();
  return (key, values = {}) => fill(texts[language][key], values, locale) ?? key;
}

import {
  fill,
  type Language,
  localeOf,
  type Translation,
  type Values,
} from '../../shared/i18n/texts.js';

/** Texts of papers that the till makes without a connection; loaded with them. */
export const en = {
  till: 'Till {terminal}',
  servedBy: 'Served by {name}',
  refund: 'Refund',
  entry: 'Journal {terminal}, entry {counter}',
  ofSale: 'Sale {number}',
  reason: 'Reason: {reason}',
  cash: 'In cash',
  signature: 'Customer’s signature',
  unsigned: 'Printed without a connection: the signature is in the journal, not on this paper.',
} as const;

export const de: Translation<typeof en> = {
  till: 'Kasse {terminal}',
  servedBy: 'Es bediente Sie {name}',
  refund: 'Erstattung',
  entry: 'Journal {terminal}, Eintrag {counter}',
  ofSale: 'Verkauf {number}',
  reason: 'Grund: {reason}',
  cash: 'In bar',
  signature: 'Unterschrift',
  unsigned: 'Ohne Verbindung gedruckt: Die TSE-Signatur steht im Journal, nicht auf diesem Beleg.',
};

const texts = { en, de };

export const paperTexts =
  (language: Language) =>
  (key: keyof typeof en, values: Values = {}): string =>
    fill(texts[language][key], values, localeOf(language, [])) ?? key;

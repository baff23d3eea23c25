import { fill, type Language, localeOf } from '../../shared/i18n/texts.js';
import { de } from './de.js';
import { en } from './en.js';

export const texts = { en, de };
export type Key = keyof typeof en;

/** Texts for the customer, in the language of the store, whatever the cashier's. */
export const textsIn =
  (language: Language) =>
  (key: Key): string =>
    fill(texts[language][key], {}, localeOf(language, [])) ?? key;

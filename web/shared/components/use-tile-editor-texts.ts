import { useI18n } from '../i18n/index.js';
import { fill, type Values } from '../i18n/texts.js';
import { de, en } from './tile-editor-texts.js';

const texts = { en, de };

export type TileTexts = (key: keyof typeof en, values?: Values) => string;

export function useTileTexts(): TileTexts {
  const { language, locale } = useI18n();
  return (key, values = {}) => fill(texts[language][key], values, locale) ?? key;
}

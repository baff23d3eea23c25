import { useI18n } from '../../shared/i18n/index.js';
import { fill, type Values } from '../../shared/i18n/texts.js';
import { de, en } from './offline-return.js';

const texts = { en, de };

export function useOfflineReturnTexts(): (key: keyof typeof en, values?: Values) => string {
  const { language, locale } = useI18n();
  return (key, values = {}) => fill(texts[language][key], values, locale) ?? key;
}

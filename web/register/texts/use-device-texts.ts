import { useI18n } from '../../shared/i18n/index.js';
import { fill, type Values } from '../../shared/i18n/texts.js';
import { de, en } from './devices.js';

const texts = { en, de };
type DeviceKey = keyof typeof en;

export function useDeviceTexts(): (key: DeviceKey, values?: Values) => string {
  const { language, locale } = useI18n();
  return (key, values = {}) => fill(texts[language][key], values, locale) ?? key;
}

import { type Translate, useTexts } from '../../shared/i18n/index.js';
import { de } from './de.js';
import { en } from './en.js';

export const texts = { en, de };
export const useT = (): Translate<keyof typeof en> => useTexts<keyof typeof en>();

import { type Translate, useTexts } from '../../shared/i18n/index.js';
import { de } from './de.js';
import { en } from './en.js';

export const texts = { en, de };
export type Key = keyof typeof en;
export const useT = (): Translate<Key> => useTexts<Key>();

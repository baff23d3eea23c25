import { type Translate, useTexts } from '../../shared/i18n/index.js';
import type { Key } from './texts-in.js';

export { type Key, texts, textsIn } from './texts-in.js';
export const useT = (): Translate<Key> => useTexts<Key>();

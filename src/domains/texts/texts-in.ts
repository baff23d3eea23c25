import type { Language } from '../../platform/language.js';
import { de } from './de.js';
import { en, type Texts } from './en.js';

const DICTIONARIES: Record<Language, Texts> = { en, de };

export const textsIn = (language: Language): Texts => DICTIONARIES[language];

import type { Language } from '../../platform/language.js';
import { de } from './de.js';
import { en, type Texts } from './en.js';

export type { Texts } from './en.js';

const DICTIONARIES: Record<Language, Texts> = { en, de };

export const textsIn = (language: Language): Texts => DICTIONARIES[language];

/** A method that still has its first name is named in the language; any other name is the shop's own. */
export function methodName({ code, name }: { code: string; name: string }, texts: Texts): string {
  const key = code as keyof Texts['methods'];
  return en.methods[key] === name ? texts.methods[key] : name;
}

import type { Language } from '../../../platform/language.js';
import { defaultsDe } from './defaults-de.js';
import { defaultsEn } from './defaults-en.js';

export const LEGAL_KINDS = ['imprint', 'terms', 'privacy', 'returns'] as const;
export type LegalKind = (typeof LEGAL_KINDS)[number];

/** What the default texts say about a store. */
export type LegalStore = {
  name: string;
  address: string;
  postal_code: string;
  city: string;
  country: string;
  phone: string;
  email: string;
  prices_include_tax: boolean;
};

export type DefaultTexts = Record<LegalKind, (store: LegalStore) => string>;

const DEFAULTS: Record<Language, DefaultTexts> = { en: defaultsEn, de: defaultsDe };

export const isLegalKind = (text: string): text is LegalKind =>
  LEGAL_KINDS.some(kind => kind === text);

/** A text to start from. A shop has to check and complete it. */
export const defaultText = (kind: LegalKind, language: Language, store: LegalStore): string =>
  DEFAULTS[language][kind](store);

import { countryCodeOf, isCountryCode } from '../../../platform/countries.js';
import { LANGUAGES, type Language } from '../../../platform/language.js';

export type ArrivalStore = {
  id: string;
  code: string;
  country: string;
  currency: string;
  language: string;
  languages: readonly string[];
};

/** What a request says about the person who opens a page. */
export type Hints = {
  /** Code or id of a store in the address. */
  askedStore?: string;
  /** Id of the store that this browser chose before. */
  rememberedStore?: string;
  /** ISO 3166-1 code of the country that a trusted proxy has found. */
  country?: string;
  askedLanguage?: string;
  rememberedLanguage?: string;
  /** Language tags by preference, such as `de-CH`, `de`, `en`. */
  tags: readonly string[];
};

const MAX_HEADER_LENGTH = 200;
const TAG = /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i;

/** The tags of an `Accept-Language` header, the preferred one first. */
export function languageTags(header: string | undefined): string[] {
  if (header === undefined || header.length > MAX_HEADER_LENGTH) return [];
  return header
    .split(',')
    .map(item => {
      const [tag = '', quality] = item.trim().split(/(?<!\s)\s*;\s*q=/i);
      return { tag, weight: Number(quality ?? 1) };
    })
    .filter(({ tag, weight }) => TAG.test(tag) && weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}

/** `CH` of `de-CH` and of `de-Latn-CH`. */
const regionOf = (tag: string): string | undefined =>
  tag
    .split('-')
    .slice(1)
    .find(part => /^[a-z]{2}$/i.test(part))
    ?.toUpperCase();

const languageOf = (tag: string): string => tag.split('-')[0]?.toLowerCase() ?? '';

const offered = ({ languages }: ArrivalStore): readonly string[] =>
  languages.length > 0 ? languages : LANGUAGES;

/**
 * The store whose prices a page shows: the one in the address, the one chosen before, one in the
 * visitor's country, one that speaks the visitor's language, else the first of the base currency.
 */
export function chooseStore<Store extends ArrivalStore>(
  stores: readonly Store[],
  hints: Hints,
  baseCurrency: string,
): Store | undefined {
  const named = (ref: string | undefined): Store | undefined =>
    ref === undefined
      ? undefined
      : stores.find(({ id, code }) => id === ref.toLowerCase() || code === ref);
  const inCountry = (country: string | undefined): Store | undefined =>
    country === undefined
      ? undefined
      : stores.find(store => countryCodeOf(store.country) === country.toUpperCase());
  const byRegion = hints.tags.map(regionOf).map(inCountry).find(Boolean);
  const byLanguage = hints.tags
    .map(tag => stores.find(({ language }) => language === languageOf(tag)))
    .find(Boolean);
  return (
    named(hints.askedStore) ??
    named(hints.rememberedStore) ??
    inCountry(hints.country) ??
    byRegion ??
    byLanguage ??
    stores.find(({ currency }) => currency === baseCurrency) ??
    stores[0]
  );
}

const isLanguage = (text: string | undefined): text is Language =>
  LANGUAGES.some(language => language === text);

/** The language of a page; a store shows only those it offers. */
export function chooseLanguage(store: ArrivalStore | undefined, hints: Hints): Language {
  const languages = store === undefined ? LANGUAGES : offered(store);
  const wanted = [
    hints.askedLanguage,
    hints.rememberedLanguage,
    ...hints.tags.map(languageOf),
    store?.language,
    languages[0],
  ];
  return wanted.filter(isLanguage).find(language => languages.includes(language)) ?? LANGUAGES[0];
}

const DEFAULT_LOCALES: Record<Language, string> = { en: 'en-US', de: 'de-DE' };

/** The visitor's regional variant of the language: `de-CH` writes 1’234.50. */
export function localeOf(language: Language, tags: readonly string[]): string {
  const own = tags.find(tag => languageOf(tag) === language);
  const region = own === undefined ? undefined : regionOf(own);
  return region !== undefined && isCountryCode(region)
    ? `${language}-${region}`
    : DEFAULT_LOCALES[language];
}

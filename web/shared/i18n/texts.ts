/** A text with `{placeholders}`, or its singular and plural form chosen by `{count}`. */
export type Text = string | { one: string; other: string };
export type Catalogue = Record<string, Text>;

/** A translation has exactly the keys of the original. */
export type Translation<Original extends Catalogue> = {
  [Key in keyof Original]: Original[Key] extends string ? string : { one: string; other: string };
};

export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;

export type Values = Record<string, string | number>;

export function fill(text: Text | undefined, values: Values, locale: string): string | undefined {
  if (text === undefined) return undefined;
  const count = Number(values.count ?? 0);
  const isOne = typeof text !== 'string' && new Intl.PluralRules(locale).select(count) === 'one';
  const form = typeof text === 'string' ? text : text[isOne ? 'one' : 'other'];
  return form.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === 'number' ? value.toLocaleString(locale) : value;
  });
}

/** The browser's regional variant of the language (en-GB, de-AT), if it has one. */
export function localeOf(language: Language, wanted: readonly string[]): string {
  const own = wanted.find(tag => tag.toLowerCase().split('-')[0] === language);
  return own ?? (language === 'de' ? 'de-DE' : 'en-US');
}

/** Codes that have a name but are no countries: groups of countries, parts of one, and tests. */
const NO_COUNTRIES = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ'.split(' '));

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

const namesByLanguage = new Map<string, Intl.DisplayNames>();

function namesIn(language: string): Intl.DisplayNames {
  const names =
    namesByLanguage.get(language) ??
    new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  namesByLanguage.set(language, names);
  return names;
}

/** The code itself if the language has no name for it. */
export const countryName = (code: string, language: string): string =>
  (/^[A-Z]{2}$/.test(code) ? namesIn(language).of(code) : undefined) ?? code;

/** A code that was replaced, such as DD, has the locale of its successor. */
const isCurrent = (code: string): boolean =>
  Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`;

function allCountries(): string[] {
  const names = namesIn('en');
  return LETTERS.flatMap(first => LETTERS.map(second => first + second)).filter(
    code => !NO_COUNTRIES.has(code) && names.of(code) !== undefined && isCurrent(code),
  );
}

/** ISO 3166-1 codes of all countries, sorted. */
export const COUNTRY_CODES: readonly string[] = allCountries();

const KNOWN: ReadonlySet<string> = new Set(COUNTRY_CODES);

export const isCountryCode = (code: string): boolean => KNOWN.has(code);

const SHORT_FORMS: readonly [string, string][] = [
  ['usa', 'US'],
  ['united states of america', 'US'],
  ['vereinigte staaten von amerika', 'US'],
  ['uk', 'GB'],
  ['great britain', 'GB'],
  ['grossbritannien', 'GB'],
  ['großbritannien', 'GB'],
  ['the netherlands', 'NL'],
  ['holland', 'NL'],
  ['czech republic', 'CZ'],
  ['tschechische republik', 'CZ'],
];

let byName: ReadonlyMap<string, string> | undefined;

function codesByName(): ReadonlyMap<string, string> {
  const entries = ['en', 'de'].flatMap(language => {
    const names = namesIn(language);
    return COUNTRY_CODES.map((code): [string, string] => [
      (names.of(code) ?? code).toLowerCase(),
      code,
    ]);
  });
  return new Map([...SHORT_FORMS, ...entries]);
}

/** The code of a country as people write it: `de`, `Germany`, `Deutschland`. */
export function countryCodeOf(text: string): string | undefined {
  const typed = text.trim();
  const code = typed.toUpperCase();
  if (KNOWN.has(code)) return code;
  byName ??= codesByName();
  return byName.get(typed.toLowerCase());
}

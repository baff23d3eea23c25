import { formatAddress } from 'localized-address-format';
import { countryCodeOf, countryName } from '../countries.js';
import { namesCity, placeFieldsOf } from './place-fields.js';

type Text = string | null | undefined;

/** An address as forms and orders have it; the country is a code or a name. */
export type PostalAddress = {
  firstName?: Text;
  lastName?: Text;
  company?: Text;
  address?: Text;
  apartment?: Text;
  city?: Text;
  region?: Text;
  postalCode?: Text;
  country?: Text;
};

const filled = (texts: readonly Text[]): string[] => texts.flatMap(text => text?.trim() || []);

/** An address in Chinese, Japanese or Korean letters has the order of its own country. */
const LOCAL_LETTERS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/**
 * The lines of an address as the post of its country wants them, without the country. What the
 * format does not name is not lost: the city stands beside the street, the rest is the last line.
 */
export function addressLines(address: PostalAddress): string[] {
  const country = countryOf(address);
  if (country === '') return plainLines(address);
  const text = (field: keyof PostalAddress): string => address[field]?.trim() ?? '';
  const isLocal = LOCAL_LETTERS.test(Object.values(address).join(' '));
  const street = [address.address, address.apartment];
  const city = namesCity(country) || isFixed(country, text('city')) ? '' : text('city');
  const lines = formatAddress(
    {
      postalCountry: country,
      name: nameIn(address),
      organization: text('company'),
      addressLines: filled(isLocal ? [city, ...street] : [...street, city]),
      locality: text('city'),
      administrativeArea: text('region'),
      postalCode: text('postalCode'),
    },
    isLocal ? 'local' : 'latin',
  )
    .join('\n')
    // With several street lines the package starts a new line before the comma.
    .replaceAll('\n,', ',')
    .split('\n')
    .map(line => withoutPrefix(line.trim(), text('postalCode')));
  const named = placeFieldsOf(country);
  const rest = (['postalCode', 'region'] as const).filter(field => !named.includes(field));
  return filled([...lines, filled(rest.map(text)).join(' ')]);
}

const nameIn = ({ firstName, lastName }: PostalAddress): string =>
  filled([firstName, lastName]).join(' ');

/** Without a country there is no format. */
const plainLines = (address: PostalAddress): string[] =>
  filled([
    nameIn(address),
    address.company,
    address.address,
    address.apartment,
    filled([address.postalCode, address.city, address.region]).join(' '),
  ]);

/** With the name of the country, in the language of the reader. */
export function addressLinesWithCountry(address: PostalAddress, language: string): string[] {
  const country = countryOf(address) || (address.country ?? '');
  return filled([...addressLines(address), country === '' ? '' : countryName(country, language)]);
}

const countryOf = ({ country }: PostalAddress): string => countryCodeOf(country ?? '') ?? '';

/** `SINGAPORE`: whether the format itself writes the name of the city. */
const isFixed = (country: string, city: string): boolean =>
  formatAddress({ postalCountry: country, postalCode: '0' }, 'latin')
    .join(' ')
    .includes(city.toUpperCase());

/** `CH-8001 Zürich`: the letters before the code are out of use. */
function withoutPrefix(line: string, postalCode: string): string {
  const at = postalCode === '' ? -1 : line.indexOf(postalCode);
  return at > 0 && /^[A-Z]{1,2}[- ]?$/.test(line.slice(0, at)) ? line.slice(at) : line;
}

type PostalCode = { pattern: RegExp; example: string; isRequired: boolean };

const entry = (pattern: string, example: string, isRequired = true): PostalCode => ({
  pattern: new RegExp(`^(?:${pattern})$`),
  example,
  isRequired,
});

const four = (example: string): PostalCode => entry('\\d{4}', example);
const five = (example: string): PostalCode => entry('\\d{5}', example);
const six = (example: string): PostalCode => entry('\\d{6}', example);
/** Three and two digits, with or without the space between them. */
const threeTwo = (example: string): PostalCode => entry('\\d{3} ?\\d{2}', example);

/** Countries whose codes have a known form. Elsewhere a code is optional and may be anything. */
const POSTAL_CODES: Readonly<Record<string, PostalCode>> = {
  AR: entry('[A-Z]?\\d{4}(?:[A-Z]{3})?', 'C1070AAM', false),
  AT: four('1010'),
  AU: four('2060'),
  BE: four('1000'),
  BG: four('1000'),
  BR: entry('\\d{5}-?\\d{3}', '40301-110'),
  CA: entry('[A-Z]\\d[A-Z] ?\\d[A-Z]\\d', 'H3Z 2Y7'),
  CH: four('8001'),
  CN: six('266033'),
  CY: four('2008'),
  CZ: threeTwo('100 00'),
  DE: five('10115'),
  DK: four('1050'),
  EE: five('69501'),
  ES: five('28039'),
  FI: five('00550'),
  FR: entry('\\d{2} ?\\d{3}', '75001'),
  GB: entry('GIR ?0AA|[A-Z]{1,2}\\d[A-Z\\d]? ?\\d[A-Z]{2}', 'EC1Y 8SY'),
  GR: threeTwo('151 24'),
  HR: five('10000'),
  HU: four('1037'),
  IE: entry('[A-Z\\d]{3} ?[A-Z\\d]{4}', 'A65 F4E2', false),
  IL: entry('\\d{5}(?:\\d{2})?', '9614303', false),
  IN: entry('\\d{3} ?\\d{3}', '110034'),
  IS: entry('\\d{3}', '320'),
  IT: five('00144'),
  JP: entry('\\d{3}-?\\d{4}', '154-0023'),
  KR: five('03051'),
  LI: four('9496'),
  LT: entry('(?:LT-?)?\\d{5}', '04340'),
  LU: entry('(?:L-?)?\\d{4}', '4750'),
  LV: entry('(?:LV-?)?\\d{4}', 'LV-1073'),
  MC: entry('980\\d{2}', '98000'),
  MT: entry('[A-Z]{3} ?\\d{2,4}', 'VLT 1117', false),
  MX: five('02860'),
  MY: five('43000'),
  NL: entry('[1-9]\\d{3} ?[A-Z]{2}', '1234 AB'),
  NO: four('0025'),
  NZ: four('6001'),
  PH: four('1008'),
  PL: entry('\\d{2}-?\\d{3}', '00-950'),
  PT: entry('\\d{4}-?\\d{3}', '2725-079'),
  RO: six('060274'),
  RS: entry('\\d{5,6}', '11000'),
  SE: threeTwo('113 60'),
  SG: six('238880'),
  SI: four('4000'),
  SK: threeTwo('010 01'),
  TH: five('10150'),
  TR: five('01960'),
  TW: entry('\\d{3}(?:-?\\d{2,3})?', '104'),
  UA: five('15432'),
  US: entry('\\d{5}(?:-?\\d{4})?', '10001'),
  ZA: four('0083'),
};

const codeOf = (country: string): PostalCode | undefined =>
  Object.hasOwn(POSTAL_CODES, country) ? POSTAL_CODES[country] : undefined;

export const isPostalCodeRequired = (country: string): boolean =>
  codeOf(country)?.isRequired ?? false;

/** Whether the text can be a postal code of the country; any text where the form is not known. */
export const isPostalCodeOf = (country: string, text: string): boolean =>
  codeOf(country)?.pattern.test(text.trim().toUpperCase()) ?? true;

/** Empty where the form is not known. */
export const postalCodeExample = (country: string): string => codeOf(country)?.example ?? '';

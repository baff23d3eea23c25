import { describe, expect, it } from 'vitest';
import {
  addressLines,
  addressLinesWithCountry,
} from '../../src/platform/addresses/address-lines.js';
import { placeFieldsOf } from '../../src/platform/addresses/place-fields.js';
import {
  isPostalCodeOf,
  isPostalCodeRequired,
  postalCodeExample,
} from '../../src/platform/addresses/postal-codes.js';
import { regionsOf } from '../../src/platform/addresses/regions-of.js';
import { COUNTRY_CODES } from '../../src/platform/countries.js';
import { isRegionOf } from '../../src/platform/regions.js';

const ADA = { firstName: 'Ada', lastName: 'Byron', address: '1 Park Avenue' };

describe('an address', () => {
  it.each([
    [
      { country: 'US', city: 'New York', region: 'NY', postalCode: '10016' },
      ['New York, NY 10016'],
    ],
    [{ country: 'DE', city: 'Berlin', postalCode: '10115' }, ['10115 Berlin']],
    [{ country: 'GB', city: 'London', postalCode: 'EC1Y 8SY' }, ['London', 'EC1Y 8SY']],
    [{ country: 'CH', city: 'Zürich', postalCode: '8001' }, ['8001 Zürich']],
    [{ country: 'HK', city: 'Mong Kok', region: 'Kowloon' }, ['Mong Kok', 'Kowloon']],
    [{ country: 'AE', city: 'Al Barsha', region: 'Dubai' }, ['Al Barsha', 'Dubai']],
    [{ country: 'SG', city: 'Singapore', postalCode: '238880' }, ['SINGAPORE 238880']],
    [
      { country: 'JP', city: 'Shibuya', region: 'Tokyo', postalCode: '154-0023' },
      ['Shibuya, Tokyo', '154-0023'],
    ],
    [
      { country: 'Germany', city: 'München', region: 'Bayern', postalCode: '80331' },
      ['80331 München', 'Bayern'],
    ],
    [{ country: '', city: 'Hudson', region: 'NY', postalCode: '12534' }, ['12534 Hudson NY']],
  ])('has the lines of its country: %o', (place, lines) => {
    expect(addressLines({ ...ADA, ...place })).toEqual(['Ada Byron', '1 Park Avenue', ...lines]);
  });

  it('has company, name and country at the place of its country', () => {
    const french = { ...ADA, company: 'Analytics', city: 'Paris', postalCode: '75001' };
    expect(addressLinesWithCountry({ ...french, country: 'FR' }, 'de')).toEqual([
      'Analytics',
      'Ada Byron',
      '1 Park Avenue',
      '75001 Paris',
      'Frankreich',
    ]);
    expect(
      addressLines({
        lastName: '山田',
        address: '神南1-2-3',
        city: '渋谷区',
        region: '東京都',
        postalCode: '150-0041',
        country: 'JP',
      }),
    ).toEqual(['〒150-0041', '東京都', '渋谷区', '神南1-2-3', '山田']);
    expect(addressLines({})).toEqual([]);
  });
});

describe('the form of an address', () => {
  it.each([
    ['US', ['city', 'region', 'postalCode']],
    ['DE', ['postalCode', 'city']],
    ['GB', ['city', 'postalCode']],
    ['HK', ['city', 'region']],
    ['AE', ['city', 'region']],
    ['SG', ['city', 'postalCode']],
    ['', ['postalCode', 'city', 'region']],
  ])('asks in %s for %o', (country, fields) => {
    expect(placeFieldsOf(country)).toEqual(fields);
  });

  it('never requires a postal code that the country does not have', () => {
    const wrong = COUNTRY_CODES.filter(
      code => isPostalCodeRequired(code) && !placeFieldsOf(code).includes('postalCode'),
    );
    expect(wrong).toEqual([]);
    expect(['HK', 'AE', 'IE', 'DE'].map(isPostalCodeRequired)).toEqual([false, false, false, true]);
  });

  it('has examples that are postal codes of their countries', () => {
    const examples = COUNTRY_CODES.map(code => [code, postalCodeExample(code)] as const).filter(
      ([, example]) => example !== '',
    );
    expect(examples.length).toBeGreaterThan(50);
    expect(examples.filter(([code, example]) => !isPostalCodeOf(code, example))).toEqual([]);
  });

  it.each([
    ['US', '1001', false],
    ['US', '10001-1234', true],
    ['GB', 'ec1y8sy', true],
    ['GB', '10001', false],
    ['CA', 'h3z 2y7', true],
    ['DE', '1011', false],
    ['HK', 'anything', true],
  ])('takes the postal code in %s %s: %s', (country, code, isTaken) => {
    expect(isPostalCodeOf(country, code)).toBe(isTaken);
  });

  it('offers regions whose codes are known to shipping zones and taxes', () => {
    const sizes = ['US', 'CA', 'AU', 'DE'].map(country => {
      const regions = regionsOf(country);
      expect(regions.filter(({ code }) => !isRegionOf(country, code))).toEqual([]);
      return new Set(regions.map(({ code }) => code)).size;
    });
    expect(sizes).toEqual([59, 13, 8, 0]);
  });
});

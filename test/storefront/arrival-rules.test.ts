import { describe, expect, it } from 'vitest';
import {
  chooseLanguage,
  chooseStore,
  type Hints,
  languageTags,
  localeOf,
} from '../../src/domains/storefront/pages/arrival-rules.js';

const store = (code: string, country: string, currency: string, language: string) => ({
  id: `id-${code.toLowerCase()}`,
  code,
  country,
  currency,
  language,
  languages: [] as string[],
});
const STORES = [
  store('AIRPORT', 'Deutschland', 'EUR', 'de'),
  store('DOWNTOWN', 'US', 'USD', 'en'),
  store('ZURICH', 'CH', 'CHF', 'de'),
];
const AIRPORT = STORES[0];

const chosen = (hints: Partial<Hints>): string | undefined =>
  chooseStore(STORES, { tags: [], ...hints }, 'USD')?.code;

describe('the store of a first visit', () => {
  it.each<[why: string, hints: Partial<Hints>, code: string]>([
    ['nothing is known: the first of the base currency', {}, 'DOWNTOWN'],
    ['the address names a code', { askedStore: 'ZURICH', rememberedStore: 'id-airport' }, 'ZURICH'],
    ['the address names an id', { askedStore: 'id-airport' }, 'AIRPORT'],
    ['an unknown store is ignored', { askedStore: 'NOWHERE', country: 'CH' }, 'ZURICH'],
    ['the browser chose one before', { rememberedStore: 'id-zurich', country: 'US' }, 'ZURICH'],
    ['the country, which may be a name', { country: 'DE', tags: ['en-US'] }, 'AIRPORT'],
    ['the region of a language', { tags: ['de-CH', 'de'] }, 'ZURICH'],
    ['a region without a store, then the language', { tags: ['de-AT', 'en-US'] }, 'DOWNTOWN'],
    ['a language without a region', { tags: ['de'] }, 'AIRPORT'],
    ['a language that no store speaks', { tags: ['fr-FR'] }, 'DOWNTOWN'],
  ])('%s', (_why, hints, code) => expect(chosen(hints)).toBe(code));

  it('is none where there is no store', () => {
    expect(chooseStore([], { tags: ['de'] }, 'USD')).toBeUndefined();
  });
});

describe('the language of a page', () => {
  it.each<[why: string, hints: Partial<Hints>, language: string]>([
    ['the address', { askedLanguage: 'en', rememberedLanguage: 'de', tags: ['de'] }, 'en'],
    ['the choice before', { rememberedLanguage: 'en', tags: ['de'] }, 'en'],
    ['the browser', { tags: ['fr', 'en-GB'] }, 'en'],
    ['the store', { tags: ['fr'] }, 'de'],
    ['an unknown one is ignored', { askedLanguage: 'xx', tags: [] }, 'de'],
  ])('%s', (_why, hints, language) =>
    expect(chooseLanguage(AIRPORT, { tags: [], ...hints })).toBe(language),
  );

  it('is one that the store offers', () => {
    const german = { ...store('BERN', 'CH', 'CHF', 'de'), languages: ['de'] };
    expect(chooseLanguage(german, { askedLanguage: 'en', tags: ['en-US'] })).toBe('de');
  });
});

describe('an Accept-Language header', () => {
  it.each<[header: string | undefined, tags: string[]]>([
    [undefined, []],
    ['de-CH;q=0.8, en;q=0.9, fr', ['fr', 'en', 'de-CH']],
    ['*, de;q=0, en', ['en']],
    ['<script>, en', ['en']],
    [`en,${'a'.repeat(300)}`, []],
  ])('%s', (header, tags) => expect(languageTags(header)).toEqual(tags));

  it.each<[language: 'en' | 'de', tags: string[], locale: string]>([
    ['de', ['en-US', 'de-CH'], 'de-CH'],
    ['de', ['de'], 'de-DE'],
    ['en', ['en-XX'], 'en-US'],
    ['en', ['en-Latn-GB'], 'en-GB'],
    ['en', [], 'en-US'],
  ])('gives %s for %s the locale %s', (language, tags, locale) =>
    expect(localeOf(language, tags)).toBe(locale),
  );
});

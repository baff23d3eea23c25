import { describe, expect, it } from 'vitest';
import { CAUSES } from '../../src/domains/tasks/causes.js';
import { de as receiptDe } from '../../src/domains/texts/de.js';
import { en as receiptEn } from '../../src/domains/texts/en.js';
import { de as deskDe } from '../../web/desk/texts/de.js';
import { en as deskEn } from '../../web/desk/texts/en.js';
import { de as displayDe } from '../../web/display/texts/de.js';
import { en as displayEn } from '../../web/display/texts/en.js';
import { de as registerDe } from '../../web/register/texts/de.js';
import { de as devicesDe, en as devicesEn } from '../../web/register/texts/devices.js';
import { en as registerEn } from '../../web/register/texts/en.js';
import {
  de as offlineReturnDe,
  en as offlineReturnEn,
} from '../../web/register/texts/offline-return.js';
import { de as papersDe, en as papersEn } from '../../web/register/texts/papers.js';
import {
  de as sharedDevicesDe,
  en as sharedDevicesEn,
} from '../../web/shared/components/device-texts.js';
import {
  de as tileEditorDe,
  en as tileEditorEn,
} from '../../web/shared/components/tile-editor-texts.js';
import { de as sharedDe } from '../../web/shared/i18n/de.js';
import { en as sharedEn } from '../../web/shared/i18n/en.js';
import { METHOD_NAMES } from '../../web/shared/i18n/method-names.js';
import { type Catalogue, fill, localeOf } from '../../web/shared/i18n/texts.js';
import { de as shopDe } from '../../web/shop/texts/de.js';
import { en as shopEn } from '../../web/shop/texts/en.js';

const catalogues: [name: string, en: Catalogue, de: Catalogue][] = [
  ['shared', sharedEn, sharedDe],
  ['register', registerEn, registerDe],
  ['devices', devicesEn, devicesDe],
  ['offline return', offlineReturnEn, offlineReturnDe],
  ['papers', papersEn, papersDe],
  ['tile editor', tileEditorEn, tileEditorDe],
  ['shared devices', sharedDevicesEn, sharedDevicesDe],
  ['desk', deskEn, deskDe],
  ['shop', shopEn, shopDe],
  ['display', displayEn, displayDe],
];

const placeholders = (text: Catalogue[string] | undefined): string[] =>
  [...JSON.stringify(text ?? '').matchAll(/\{\w+\}/g)].map(([name]) => name).sort();

describe.each(catalogues)('the %s texts', (_name, en, de) => {
  it('have the same keys in English and German', () => {
    expect(Object.keys(de).sort()).toEqual(Object.keys(en).sort());
  });

  it('use the same placeholders in both languages', () => {
    const different = Object.keys(en).filter(
      key => new Set(placeholders(en[key])).size !== new Set(placeholders(de[key])).size,
    );
    expect(different).toEqual([]);
  });

  it('have no empty text', () => {
    const empty = [en, de].flatMap(texts =>
      Object.entries(texts).filter(([, text]) => JSON.stringify(text).includes('""')),
    );
    expect(empty).toEqual([]);
  });
});

/** Words that German texts avoid, with the key of a text that may use them. */
const AVOIDED: [RegExp, allowed?: RegExp][] = [
  [/freiwillig/i],
  [/Leitstand/],
  [/Kundschaft/],
  // A store is a Filiale.
  [/\bLäden\b|\bLadens?\b(?! Sie)/],
  // Only approvals are "freigegeben".
  [/freigeb|freigegeb|freigib/i, /approval|approved|inbox/i],
  // An order is a Bestellung, work in the background a Hintergrundaufgabe.
  [/\bAufträge?n?\b|\bAuftrag/],
  [/Kassierer/],
  [/Strichcode/],
  [/Retoure/],
];

it.each(catalogues)('the German %s texts use one word for one thing', (_name, _en, de) => {
  const wrong = Object.entries(de).filter(([key, text]) =>
    AVOIDED.some(
      ([word, allowed]) => word.test(JSON.stringify(text)) && allowed?.test(key) !== true,
    ),
  );
  expect(wrong).toEqual([]);
});

it('names payment methods on screens as on receipts', () => {
  expect(METHOD_NAMES).toEqual({ en: receiptEn.methods, de: receiptDe.methods });
});

it.each(Object.entries(CAUSES))('says what a task is about: %s', (cause, values) => {
  const texts: Catalogue = deskEn;
  const shown = [`tasks.cause.${cause}`, `tasks.cause.${cause}.text`].map(key => {
    expect(Object.keys(texts)).toContain(key);
    return placeholders(texts[key]);
  });
  const known = values.map(value => `{${value}}`);
  expect(shown.flat().filter(placeholder => !known.includes(placeholder))).toEqual([]);
});

describe('a text', () => {
  it('fills in values and formats numbers for the locale', () => {
    expect(fill('{name}: {count}', { name: 'Mug', count: 1234.5 }, 'de-DE')).toBe('Mug: 1.234,5');
    expect(fill('{left} of {gone}', { left: 'a' }, 'en-US')).toBe('a of {gone}');
  });

  it('has a singular and a plural form', () => {
    const text = { one: '{count} item', other: '{count} items' };
    expect(fill(text, { count: 1 }, 'en-US')).toBe('1 item');
    expect(fill(text, { count: 0 }, 'en-US')).toBe('0 items');
    expect(fill(text, { count: 2 }, 'en-US')).toBe('2 items');
  });

  it('uses the reader’s regional variant of the language', () => {
    expect(localeOf('en', ['de-AT', 'en-GB'])).toBe('en-GB');
    expect(localeOf('de', ['en-GB'])).toBe('de-DE');
  });
});

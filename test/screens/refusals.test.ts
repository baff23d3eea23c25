import { ApiError } from '@tillhouse/client';
import { describe, expect, it } from 'vitest';
import { fieldTexts, refusalText } from '../../web/shared/i18n/refusals.js';
import { codes } from '../../web/shared/i18n/refusals-de.js';
import { codesInSource } from '../support/error-codes.js';

const refused = (code: string, message: string, fields = {}) =>
  new ApiError(409, code, message, fields);
const open = refused('SHIFT_OPEN', 'A shift is open at this till; close it first.');
const taken = refused('DUPLICATE', 'code: This promo code exists already.', {
  code: ['This promo code exists already.'],
});
const wrong = refused('INVALID', 'name: Must not be empty.; pin_code: Odd.', {
  name: ['Must not be empty.'],
  pin_code: ['Must have at least 4 characters.', 'Is the year of your birth.'],
});

describe('an error of the service', () => {
  it('is shown in German when its code is known', () => {
    expect(refusalText('de', open)).toBe(
      'An dieser Kasse ist noch eine Schicht offen. Schließen Sie sie zuerst.',
    );
    expect(refusalText('de', taken)).toBe('Dieser Eintrag existiert bereits.');
    expect(fieldTexts('de', taken)).toEqual({ code: 'Dieser Eintrag existiert bereits.' });
  });

  it('names the SKUs that are short', () => {
    const details = { shortages: [{ sku: 'MUG-WHITE', available: 2 }, { available: 0 }] };
    const short = new ApiError(409, 'INSUFFICIENT_STOCK', 'Not enough.', {}, details);
    expect(refusalText('de', short)).toBe('Nicht genug auf Lager: MUG-WHITE (2 verfügbar).');
  });

  it('keeps the service’s message when its code is unknown', () => {
    for (const code of ['MOON_TOO_FULL', 'constructor']) {
      const odd = refused(code, 'The moon is too full.', { moon: ['Too full.'] });
      expect(fieldTexts('de', odd)).toEqual({ moon: 'Too full.' });
      expect(refusalText('de', refused(code, 'The moon is too full.'))).toBe(
        'The moon is too full.',
      );
    }
  });

  it('translates each field’s message', () => {
    expect(fieldTexts('de', wrong)).toEqual({
      name: 'Diese Angabe fehlt.',
      pin_code: 'Mindestens 4 Zeichen. Is the year of your birth.',
    });
    expect(refusalText('de', wrong)).toBe(
      'name: Diese Angabe fehlt.; pin_code: Mindestens 4 Zeichen. Is the year of your birth.',
    );
  });

  it('keeps the service’s message for English readers', () => {
    expect(refusalText('en', open)).toBe('A shift is open at this till; close it first.');
    expect(fieldTexts('en', taken)).toEqual({ code: 'This promo code exists already.' });
    expect(refusalText('en', wrong)).toBe('name: Must not be empty.; pin_code: Odd.');
  });

  it('is shown at the field that a conflict names', () => {
    const details = { field: 'valid_from' };
    const overlap = new ApiError(409, 'TAX_RATES_OVERLAP', 'End the other first.', {}, details);
    expect(fieldTexts('en', overlap)).toEqual({ valid_from: 'End the other first.' });
    expect(fieldTexts('de', overlap)).toEqual({
      valid_from:
        'An einigen dieser Tage gilt für diese Klasse bereits ein anderer Satz. Beenden Sie ihn zuerst.',
    });
    expect(fieldTexts('en', open)).toEqual({});
  });

  it('says which value is taken', () => {
    const number = refused('DUPLICATE', 'Another user has this employee number.');
    expect(refusalText('de', number)).toBe('Diese Personalnummer ist bereits vergeben.');
  });

  it('has German texts only for codes that the service sends', () => {
    const sent = codesInSource();
    expect(Object.keys(codes).filter(code => !sent.has(code))).toEqual([]);
  });
});

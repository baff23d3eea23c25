import { ApiError } from '@tillhouse/client';
import { describe, expect, it } from 'vitest';
import { CHAIN_CLOSED, JUMPS } from '../../src/domains/pos/journal/rules.js';
import { asRefusal, busy, notReady, otherTill } from '../../web/register/state/journal/refusals.js';
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

/** Of the till itself. */
const ownRefusals = [
  notReady(),
  busy(),
  otherTill('T-009'),
  asRefusal(new DOMException('The disk is full.', 'QuotaExceededError')) as ApiError,
];

/** Files whose errors only tills, customers, other programs or a broken screen get. */
const NOT_AT_THE_DESK = new RegExp(
  `^src/(${[
    'platform/http/(?!records/)',
    'domains/(agents|content|drawer|exchanges|mcp|pos|realtime|transactions)/',
    'domains/storefront/(?!theme/|search/)',
    'domains/hardware/displays/',
    'domains/payments/sandbox-routes',
    'domains/people/(login-codes/|registration/(pending|resend|verify)-)',
    'domains/customers/delete-own-account',
    'domains/reviews/own-review',
  ].join('|')})`,
);

/** Codes that the desk shows with a text of its own, by status or by field, or never. */
const OTHERWISE: Record<string, string> = {
  CROSS_SITE_REQUEST: 'another site sent the request',
  FAILURE_BLOCKED: 'by its status 429',
  FLOOD_BLOCKED: 'by its status 429',
  INVALID: 'by its fields',
  INVALID_CREDENTIALS: 'the sign-in says it',
  INVALID_CURSOR: 'cursors come from the service',
  INVALID_REFRESH_TOKEN: 'by its status 401',
  METHOD_NOT_ALLOWED: 'the desk calls no such route',
  PERMISSION_DENIED: 'a text of all screens',
  SSO_EXPIRED: 'by its status 401',
  SSO_NOT_SET_UP: 'the sign-in has no button then',
  TOO_MANY_GIFT_CARDS: 'only customers save cards',
  TOTP_REQUIRED: 'the sign-in asks for the code',
  UNSUPPORTED_MEDIA_TYPE: 'the desk sends forms',
};

describe('a refusal of the till', () => {
  it('is shown in German', () => {
    expect(ownRefusals.map(({ code }) => code)).toEqual([
      'TILL_NOT_READY',
      'TILL_BUSY',
      'TILL_CHANGED',
      'TILL_DISK_FULL',
    ]);
    const untranslated = ownRefusals.filter(one => refusalText('de', one) === one.message);
    expect(untranslated).toEqual([]);
    expect(refusalText('de', otherTill('T-009'))).toBe(
      'Das wurde an Kasse T-009 begonnen. Melden Sie sich als Kasse T-009 an, um es abzuschließen.',
    );
  });

  it('says that the disk is full only if it is', () => {
    const closed = new DOMException('The database is closing.', 'InvalidStateError');
    expect(asRefusal(closed)).toBe(closed);
  });
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

  it('is shown in German at the desk, whatever it is', () => {
    const untranslated = [...codesInSource()]
      .filter(([code]) => !(code in codes) && !(code in OTHERWISE))
      .filter(([, files]) => [...files].some(file => !NOT_AT_THE_DESK.test(file)))
      .map(([code]) => code);
    expect(untranslated).toEqual([]);
    const changed = refused('CHANGED', 'The record has changed since it was read.');
    expect(refusalText('de', changed)).toBe(
      'Inzwischen hat jemand anderes diesen Eintrag geändert. Laden Sie die Ansicht neu.',
    );
  });

  it('has German texts only for codes that the service sends', () => {
    const sent = codesInSource();
    const own = ownRefusals.map(({ code }) => code);
    // Why an entry of a till's journal is held, as the desk shows it.
    own.push(...JUMPS, CHAIN_CLOSED.reason);
    const odd = Object.keys(codes).filter(code => !sent.has(code) && !own.includes(code));
    expect(odd).toEqual([]);
  });
});

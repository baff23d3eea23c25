import { expect, it } from 'vitest';
import { methodName, textsIn } from '../../src/domains/texts/index.js';
import { LANGUAGES } from '../../src/platform/language.js';
import { paymentMethods } from '../../src/seed/data.js';

/** Every key with its kind: `receipt.title: 1` is a sentence with one value. */
const keysOf = (texts: object, path = ''): string[] =>
  Object.entries(texts).flatMap(([key, value]: [string, unknown]) => {
    const name = path === '' ? key : `${path}.${key}`;
    if (typeof value === 'object' && value !== null) return keysOf(value, name);
    return typeof value === 'function' ? `${name}()` : `${name}: text`;
  });

/** Text that a dictionary prints for values that no dictionary contains. */
const sample = (texts: object): string[] =>
  Object.values(texts).flatMap((value: unknown) => {
    if (typeof value === 'object' && value !== null) return sample(value);
    return typeof value === 'function' ? String(value('⟨a⟩', '⟨b⟩')) : String(value);
  });

it.each(LANGUAGES)('%s has every text that English has, and no other', language => {
  expect(keysOf(textsIn(language))).toEqual(keysOf(textsIn('en')));
});

it('has no text in two languages that only one of them means', () => {
  const same = sample(textsIn('de')).filter(text => sample(textsIn('en')).includes(text));
  expect(same).toEqual([]);
});

it('names the payment methods of the start, and leaves names that a shop gave', () => {
  const de = textsIn('de');
  const names = paymentMethods.map(({ code, name }) => methodName({ code, name }, de));
  expect(names).toEqual([
    'Bar',
    'Karte',
    'Karte (Square)',
    'Karte (Bank)',
    'Zahlung in der Filiale',
    'Gutschein',
  ]);
  expect(methodName({ code: 'cash', name: 'Bargeld' }, de)).toBe('Bargeld');
  expect(methodName({ code: 'twint', name: 'TWINT' }, de)).toBe('TWINT');
});

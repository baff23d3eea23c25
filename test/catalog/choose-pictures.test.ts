import { describe, expect, it } from 'vitest';
import { pictureFor, picturesFor } from '../../src/domains/catalog/index.js';

const variants = [
  { id: 'red-s', attributes: { Size: 'S', Colour: 'Red' } },
  { id: 'red-m', attributes: { Size: 'M', Colour: 'red ' } },
  { id: 'blue-s', attributes: { Size: 'S', Colour: 'Blue' } },
  { id: 'green-s', attributes: { Size: 'S', Colour: 'Green' } },
  { id: 'plain', attributes: {} },
  { id: 'bare', attributes: {} },
];
const picture = (url: string, variant_id: string | null) => ({ url, variant_id });
const front = picture('front', null);
const red = picture('red', 'red-s');
const redBack = picture('red-back', 'red-s');
const blue = picture('blue', 'blue-s');
const plain = picture('plain', 'plain');
const all = [front, red, blue, redBack, plain];

const shown = (pictures: { url: string; variant_id: string | null }[], id: string): string[] =>
  picturesFor(
    { pictures, variants },
    variants.find(variant => variant.id === id),
  ).map(({ url }) => url);

describe('the pictures of a variant', () => {
  it.each([
    ['its own before those of the product', 'red-s', ['red', 'red-back', 'front']],
    ['those of its colour in another size', 'red-m', ['red', 'red-back', 'front']],
    ['those of the product if its colour has none', 'green-s', ['front']],
    ['those of the product if it has no colour', 'bare', ['front']],
  ])('are %s', (_rule, id, expected) => {
    expect(shown(all, id)).toEqual(expected);
  });

  it('are its own only, also if another size of its colour has some', () => {
    const own = picture('red-m', 'red-m');
    expect(shown([...all, own], 'red-m')).toEqual(['red-m', 'front']);
  });

  it('are the first of the product if all belong to other variants', () => {
    expect(shown([blue, red], 'green-s')).toEqual(['blue']);
    expect(shown([], 'green-s')).toEqual([]);
  });

  it('have a file once that is assigned to several variants, or to the product as well', () => {
    const pictures = [red, picture('red', 'blue-s'), picture('red', null), front];
    expect(shown(pictures, 'blue-s')).toEqual(['red', 'front']);
  });
});

describe('the picture of a product', () => {
  it('is the first that is for all variants, else the first', () => {
    expect(pictureFor({ pictures: [red, front], variants })).toBe(front);
    expect(pictureFor({ pictures: [red, blue], variants })).toBe(red);
    expect(pictureFor({ variants })).toBeUndefined();
  });
});

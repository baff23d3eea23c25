import { expect, it } from 'vitest';
import { forCard } from '../../src/domains/storefront/pages/card-data.js';

type Shown = Parameters<typeof forCard>[0];

const variant = (sku: string, price: string) => ({
  id: sku,
  sku,
  name: sku,
  price,
  attributes: { Size: sku },
  available: 4,
});

const product = (...prices: string[]): Shown => ({
  id: 1,
  slug: 'tee',
  name: 'Tee',
  description: 'Cotton, cut straight.',
  image_url: '',
  pictures: [],
  category: null,
  price: prices.toSorted((a, b) => Number(a) - Number(b))[0] ?? '0.00',
  currency: 'USD',
  available: 16,
  in_stock: true,
  is_digital: false,
  minimum_age: null,
  rating: null,
  variants: prices.map((price, index) => variant(`TEE-${index}`, price)),
});

const cardOf = (...prices: string[]) =>
  forCard(product(...prices)).variants.map(({ sku, price }) => [sku, price]);

it('a card has the cheapest variant and one that shows whether prices differ', () => {
  expect(cardOf('25.00')).toEqual([['TEE-0', '25.00']]);
  expect(cardOf('25.00', '25.00', '25.00', '25.00')).toEqual([
    ['TEE-0', '25.00'],
    ['TEE-1', '25.00'],
  ]);
  expect(cardOf('25.00', '25.00', '27.00', '23.00')).toEqual([
    ['TEE-3', '23.00'],
    ['TEE-0', '25.00'],
  ]);
  const { description, variants } = forCard(product('25.00'));
  expect([description, variants[0]?.attributes]).toEqual(['', {}]);
});

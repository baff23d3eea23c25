/** A small assortment to try the shop with. Prices are in a currency of about a dollar's worth. */
export type SampleProduct = {
  slug: string;
  name: string;
  category: string;
  description: string;
  taxClass: string;
  variants: readonly { sku: string; name: string; price: number; attributes?: object }[];
};

export const SAMPLE_CATEGORIES = [
  { slug: 'sample-kitchen', name: 'Kitchen' },
  { slug: 'sample-clothing', name: 'Clothing' },
  { slug: 'sample-groceries', name: 'Groceries' },
];

export const SAMPLE_PRODUCTS: readonly SampleProduct[] = [
  {
    slug: 'sample-mug',
    name: 'Stoneware mug',
    category: 'sample-kitchen',
    description: 'A mug for 300 ml, safe in the dishwasher.',
    taxClass: 'standard',
    variants: [
      { sku: 'SAMPLE-MUG-WHITE', name: 'White', price: 12.5, attributes: { Colour: 'White' } },
      { sku: 'SAMPLE-MUG-BLUE', name: 'Blue', price: 12.5, attributes: { Colour: 'Blue' } },
    ],
  },
  {
    slug: 'sample-shirt',
    name: 'Organic cotton T-shirt',
    category: 'sample-clothing',
    description: 'Plain, heavy cotton.',
    taxClass: 'standard',
    variants: [
      { sku: 'SAMPLE-SHIRT-M', name: 'M', price: 25, attributes: { Size: 'M' } },
      { sku: 'SAMPLE-SHIRT-L', name: 'L', price: 25, attributes: { Size: 'L' } },
    ],
  },
  {
    slug: 'sample-coffee',
    name: 'House blend coffee',
    category: 'sample-groceries',
    description: 'Whole beans, 500 g.',
    taxClass: 'reduced',
    variants: [{ sku: 'SAMPLE-COFFEE', name: '500 g', price: 9 }],
  },
  {
    slug: 'sample-tea-towel',
    name: 'Linen tea towel',
    category: 'sample-kitchen',
    description: 'Woven linen, 50 by 70 cm.',
    taxClass: 'standard',
    variants: [{ sku: 'SAMPLE-TOWEL', name: '', price: 14 }],
  },
];

export const SAMPLE_STOCK = 20;

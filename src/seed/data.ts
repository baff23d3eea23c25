/**
 * The demo shop, as data: fixed ids, codes, PINs and prices, so that examples and tests can name
 * them. `demo.ts` writes it into the database.
 */
export const DOWNTOWN_ID = '00000000-0000-4000-8000-000000000001';
export const AIRPORT_ID = '00000000-0000-4000-8000-000000000002';
export const ZURICH_ID = '00000000-0000-4000-8000-000000000003';

/** Ids of demo records: a readable prefix and a number. */
export const demoId = (family: string, n: number): string =>
  `00000000-0000-4000-${family}-${n.toString(16).padStart(12, '0')}`;

export const DEMO_LOGINS = [
  'EMP001  cashier     PIN 1234  at DOWNTOWN, terminals T-001 and T-002',
  'EMP002  supervisor  PIN 2345  at DOWNTOWN',
  'EMP003  manager     PIN 3456  every store, login manager / manager-demo',
  'EMP004  admin       PIN 4567  every store, login admin / admin-demo',
  'EMP005  cashier     PIN 5678  at AIRPORT, terminal T-101',
  'EMP006  cashier     PIN 6789  at ZURICH, terminal T-201',
  'shopper@example.com / shopper-demo  customer of the web shop',
];

export const sites = [
  {
    id: demoId('a000', 1),
    code: 'MAIN-ST',
    name: 'Main Street',
    address: '12 Main Street',
    city: 'New York',
    region: 'NY',
    postal_code: '10001',
    country: 'US',
    sanity_id: 'site-main-street',
  },
  {
    id: demoId('a000', 2),
    code: 'BER-T1',
    name: 'Berlin Airport, Terminal 1',
    address: 'Willy-Brandt-Platz 1',
    city: 'Berlin',
    region: 'BE',
    postal_code: '12529',
    country: 'DE',
    sanity_id: 'site-berlin-airport',
  },
];

export const shippingRates = [
  {
    id: 1,
    code: 'standard',
    title: 'Standard',
    turnaround: '3 to 5 days',
    price: '5.00',
    days_min: 3,
    days_max: 5,
  },
  {
    id: 2,
    code: 'express',
    title: 'Express',
    turnaround: 'next day',
    price: '16.00',
    days_min: 1,
    days_max: 1,
  },
];

/** A cashier may not sell a knife for 0.00. Amounts are in the currency of each store. */
export const demoPolicy = {
  discount_above: '20.00',
  discount_percent_above: 20,
  below_cost: true,
  void: true,
};

export const stores = [
  {
    id: DOWNTOWN_ID,
    code: 'DOWNTOWN',
    name: 'Tillhouse Downtown',
    site_id: demoId('a000', 1),
    time_zone: 'America/New_York',
    currency: 'USD',
    email: 'downtown@example.com',
    phone: '+1 212 555 0101',
    address: '12 Main Street',
    city: 'New York',
    region: 'NY',
    postal_code: '10001',
    country: 'US',
    language: 'en',
    pickup_enabled: true,
    pay_at_store_enabled: true,
    shipping_rates: JSON.stringify(shippingRates),
    receipt_footer: 'Returns within 30 days with this receipt. Thank you!',
    sanity_id: 'store-downtown',
  },
  {
    id: AIRPORT_ID,
    code: 'AIRPORT',
    name: 'Tillhouse Airport',
    site_id: demoId('a000', 2),
    time_zone: 'Europe/Berlin',
    currency: 'EUR',
    email: 'airport@example.com',
    phone: '+49 30 555 0102',
    address: 'Willy-Brandt-Platz 1',
    city: 'Berlin',
    region: 'BE',
    postal_code: '12529',
    country: 'DE',
    language: 'de',
    pickup_enabled: false,
    pay_at_store_enabled: false,
    shipping_rates: JSON.stringify(shippingRates),
    prices_include_tax: true,
    shipping_tax_class: 'standard',
    receipt_footer: 'Vielen Dank für Ihren Einkauf!',
    sanity_id: 'store-airport',
  },
];

export const jurisdictions = [
  {
    id: demoId('a001', 1),
    code: 'US-NY-NYC',
    name: 'New York sales tax',
    rate: '0.0825',
    store: DOWNTOWN_ID,
    sanity_id: 'tax-us-ny',
  },
  {
    id: demoId('a001', 2),
    code: 'DE-VAT',
    name: 'Mehrwertsteuer',
    rate: '0.19',
    store: AIRPORT_ID,
    sanity_id: 'tax-de-vat',
  },
];

/** The jurisdictions' own rates are those of standard goods. */
export const taxRates = [
  {
    id: demoId('a00d', 1),
    jurisdiction_id: demoId('a001', 2),
    tax_class: 'reduced',
    rate: '0.07',
  },
];

export const terminals = [
  { id: 'T-001', store_id: DOWNTOWN_ID, name: 'Front counter' },
  { id: 'T-002', store_id: DOWNTOWN_ID, name: 'Back counter' },
  { id: 'T-101', store_id: AIRPORT_ID, name: 'Gate counter' },
];

export const staff = [
  {
    id: demoId('a002', 1),
    role: 'cashier',
    employee_number: 'EMP001',
    first_name: 'Casey',
    last_name: 'Nguyen',
    pin: '1234',
    stores: [DOWNTOWN_ID],
  },
  {
    id: demoId('a002', 2),
    role: 'supervisor',
    employee_number: 'EMP002',
    first_name: 'Sam',
    last_name: 'Okafor',
    pin: '2345',
    stores: [DOWNTOWN_ID],
  },
  {
    id: demoId('a002', 3),
    role: 'manager',
    employee_number: 'EMP003',
    first_name: 'Morgan',
    last_name: 'Reyes',
    pin: '3456',
    username: 'manager',
    password: 'manager-demo',
    stores: [],
  },
  {
    id: demoId('a002', 4),
    role: 'admin',
    employee_number: 'EMP004',
    first_name: 'Alex',
    last_name: 'Lindqvist',
    pin: '4567',
    username: 'admin',
    password: 'admin-demo',
    stores: [],
  },
  {
    id: demoId('a002', 5),
    role: 'cashier',
    employee_number: 'EMP005',
    first_name: 'Jonas',
    last_name: 'Weber',
    pin: '5678',
    stores: [AIRPORT_ID],
  },
];

export const customer = {
  id: demoId('a003', 1),
  role: 'customer',
  email: 'shopper@example.com',
  password: 'shopper-demo',
  first_name: 'Riley',
  last_name: 'Shopper',
  phone: '+12125550199',
  loyalty_points: 500,
  email_verified_at: new Date('2026-01-05T10:00:00Z'),
};

export const customerAddresses = [
  {
    id: demoId('a004', 1),
    label: 'Home',
    is_default: true,
    address: '350 Fifth Avenue',
    apartment: '4B',
    city: 'New York',
    region: 'NY',
    postal_code: '10118',
    country: 'US',
  },
  {
    id: demoId('a004', 2),
    label: 'Work',
    is_default: false,
    company: 'Harbor Design',
    address: '1 Harbor Way',
    apartment: '',
    city: 'Brooklyn',
    region: 'NY',
    postal_code: '11201',
    country: 'US',
  },
];

export const paymentMethods = [
  {
    id: demoId('a005', 1),
    code: 'cash',
    name: 'Cash',
    method_type: 'cash',
    display_order: 1,
    description: 'Notes and coins at the counter',
  },
  {
    id: demoId('a005', 2),
    code: 'card',
    name: 'Card',
    method_type: 'card',
    processor_type: 'primary',
    is_online_available: true,
    display_order: 2,
    description: 'Credit and debit cards',
  },
  {
    id: demoId('a005', 3),
    code: 'card_square',
    name: 'Card (Square)',
    method_type: 'card',
    processor_type: 'square',
    is_online_available: true,
    display_order: 3,
    description: 'Credit and debit cards',
  },
  {
    id: demoId('a005', 4),
    code: 'card_bank',
    name: 'Card (bank)',
    method_type: 'card',
    processor_type: 'custom_bank',
    is_online_available: true,
    display_order: 4,
    description: 'Credit and debit cards',
  },
  {
    id: demoId('a005', 5),
    code: 'pay_at_store',
    name: 'Pay at the store',
    method_type: 'pay_at_store',
    is_online_available: true,
    maximum_amount: '500.00',
    display_order: 5,
    description: 'Pay when you pick up',
  },
  {
    id: demoId('a005', 6),
    code: 'store_credit',
    name: 'Store credit',
    method_type: 'store_credit',
    display_order: 6,
    description: 'Credit from an earlier return',
  },
];

export const categories = [
  { id: demoId('a006', 1), slug: 'kitchen', name: 'Kitchen & Table', sort_order: 1 },
  { id: demoId('a006', 2), slug: 'apparel', name: 'Apparel', sort_order: 2 },
  { id: demoId('a006', 3), slug: 'pantry', name: 'Pantry', sort_order: 3 },
  { id: demoId('a006', 4), slug: 'stationery', name: 'Paper & Desk', sort_order: 4 },
  { id: demoId('a006', 5), slug: 'home', name: 'Home & Garden', sort_order: 5 },
  { id: demoId('a006', 6), slug: 'travel', name: 'Bags & Travel', sort_order: 6 },
];

type Stock = { downtown: number; airport: number; reorder?: number };
type DemoVariant = {
  sku: string;
  name?: string;
  price: string;
  cost: string;
  barcode?: string;
  stock?: Stock;
  attributes?: Record<string, string>;
};
type DemoProduct = {
  category: string;
  slug: string;
  name: string;
  description: string;
  taxExempt?: boolean;
  /** Food and books, which Germany and Switzerland tax at their reduced rates. */
  taxClass?: 'reduced';
  minimumAge?: number;
  variants: DemoVariant[];
};

const one = (
  sku: string,
  price: string,
  cost: string,
  more: Partial<DemoVariant> = {},
): DemoVariant[] => [{ sku, price, cost, ...more }];

const sizes = (base: string, price: string, cost: string, colour: string): DemoVariant[] =>
  ['S', 'M', 'L', 'XL'].map(size => ({
    sku: `${base}-${size}`,
    name: `Size ${size}`,
    price,
    cost,
    attributes: { Size: size, Colour: colour },
  }));

const colours = (base: string, price: string, cost: string, names: string[]): DemoVariant[] =>
  names.map(name => ({
    sku: `${base}-${name.toUpperCase()}`,
    name,
    price,
    cost,
    attributes: { Colour: name },
  }));

/** What the variants of a product differ in, with all values in their order. */
export function optionsOf({ variants }: DemoProduct): { name: string; values: string[] }[] {
  const names = new Set(variants.flatMap(({ attributes = {} }) => Object.keys(attributes)));
  return [...names].map(name => ({
    name,
    values: [...new Set(variants.flatMap(({ attributes }) => attributes?.[name] ?? []))],
  }));
}

/** The position in the list is the product id, from 1. */
export const products: DemoProduct[] = [
  {
    category: 'kitchen',
    slug: 'white-mug',
    name: 'White Mug',
    description: 'A stoneware mug of 350 ml with a wide handle. Dishwasher safe.',
    variants: one('MUG-WHITE', '12.50', '4.10', { barcode: '4006381333931' }),
  },
  {
    category: 'apparel',
    slug: 'black-tee',
    name: 'Black Tee',
    description: 'A heavy cotton T-shirt, cut straight and washed once.',
    variants: sizes('TEE-BLACK', '25.00', '8.40', 'Black'),
  },
  {
    category: 'pantry',
    slug: 'house-beans-1kg',
    name: 'House Coffee Beans 1 kg',
    description: 'A medium roast of Colombian and Ethiopian beans.',
    taxExempt: true,
    variants: one('BEANS-1KG', '18.00', '9.20'),
  },
  {
    category: 'stationery',
    slug: 'city-poster-a2',
    name: 'City Poster A2',
    description: 'Four-colour print on 200 g paper, sold rolled.',
    variants: one('POSTER-A2', '9.99', '2.30', { stock: { downtown: 3, airport: 20, reorder: 5 } }),
  },
  {
    category: 'home',
    slug: 'last-one-lamp',
    name: 'Last One Lamp',
    description: 'The end of a small series of brass table lamps.',
    variants: one('LAST-ONE', '49.00', '22.00', { stock: { downtown: 1, airport: 1, reorder: 0 } }),
  },
  {
    category: 'pantry',
    slug: 'red-wine',
    name: 'Red Wine, Rioja Crianza',
    description: 'Tempranillo, twelve months in oak. Sold to adults only.',
    minimumAge: 21,
    variants: one('WINE-RED', '21.00', '11.50'),
  },
  {
    category: 'kitchen',
    slug: 'black-mug',
    name: 'Black Mug',
    description: 'The dark sister of the white mug.',
    variants: one('MUG-BLACK', '12.50', '4.10'),
  },
  {
    category: 'kitchen',
    slug: 'espresso-cup',
    name: 'Espresso Cup',
    description: 'Thick-walled porcelain for 80 ml.',
    variants: one('CUP-ESPRESSO', '8.50', '2.90'),
  },
  {
    category: 'kitchen',
    slug: 'pour-over-dripper',
    name: 'Pour-over Dripper',
    description: 'Ceramic dripper for one to two cups.',
    variants: one('DRIPPER-V2', '24.00', '10.40'),
  },
  {
    category: 'kitchen',
    slug: 'cutting-board',
    name: 'Oak Cutting Board',
    description: 'Oiled oak, 40 by 25 cm, with a juice groove.',
    variants: one('BOARD-OAK', '34.00', '15.00'),
  },
  {
    category: 'kitchen',
    slug: 'linen-towel',
    name: 'Linen Tea Towel',
    description: 'Washed linen, quick to dry.',
    variants: [
      { sku: 'TOWEL-SAND', name: 'Sand', price: '14.00', cost: '5.10' },
      { sku: 'TOWEL-BLUE', name: 'Blue', price: '14.00', cost: '5.10' },
    ],
  },
  {
    category: 'kitchen',
    slug: 'water-carafe',
    name: 'Water Carafe',
    description: 'One litre of mouth-blown glass.',
    variants: one('CARAFE-1L', '29.50', '12.10'),
  },
  {
    category: 'kitchen',
    slug: 'chef-knife',
    name: "Chef's Knife 20 cm",
    description: 'Forged steel with a walnut handle.',
    minimumAge: 18,
    variants: one('KNIFE-20', '79.00', '38.00'),
  },
  {
    category: 'apparel',
    slug: 'white-tee',
    name: 'White Tee',
    description: 'The black tee in white.',
    variants: sizes('TEE-WHITE', '25.00', '8.40', 'White'),
  },
  {
    category: 'apparel',
    slug: 'grey-hoodie',
    name: 'Grey Hoodie',
    description: 'Brushed inside, with a double hood.',
    variants: sizes('HOODIE-GREY', '59.00', '24.00', 'Grey'),
  },
  {
    category: 'apparel',
    slug: 'wool-beanie',
    name: 'Wool Beanie',
    description: 'Merino wool in a fine rib.',
    variants: colours('BEANIE', '28.00', '10.50', ['Navy', 'Rust']),
  },
  {
    category: 'apparel',
    slug: 'crew-socks',
    name: 'Crew Socks',
    description: 'Cotton socks with a cushioned sole.',
    variants: [
      { sku: 'SOCKS-M', name: 'Size 39 to 42', price: '9.00', cost: '2.80' },
      { sku: 'SOCKS-L', name: 'Size 43 to 46', price: '9.00', cost: '2.80' },
    ],
  },
  {
    category: 'apparel',
    slug: 'canvas-cap',
    name: 'Canvas Cap',
    description: 'Six panels, adjustable strap.',
    variants: one('CAP-CANVAS', '22.00', '7.20'),
  },
  {
    category: 'apparel',
    slug: 'rain-jacket',
    name: 'Rain Jacket',
    description: 'Waterproof, packs into its own pocket.',
    variants: sizes('JACKET-RAIN', '119.00', '54.00', 'Purple'),
  },
  {
    category: 'pantry',
    slug: 'house-beans-250g',
    name: 'House Coffee Beans 250 g',
    description: 'The house roast for the smaller kitchen.',
    taxExempt: true,
    variants: one('BEANS-250G', '5.90', '2.70'),
  },
  {
    category: 'pantry',
    slug: 'decaf-beans-250g',
    name: 'Decaf Beans 250 g',
    description: 'Water process, medium roast.',
    taxExempt: true,
    variants: one('DECAF-250G', '6.40', '3.00'),
  },
  {
    category: 'pantry',
    slug: 'breakfast-tea',
    name: 'Breakfast Tea',
    description: 'Fifty bags of Assam and Ceylon.',
    taxExempt: true,
    variants: one('TEA-BREAKFAST', '5.20', '1.90'),
  },
  {
    category: 'pantry',
    slug: 'dark-chocolate',
    name: 'Dark Chocolate 70 %',
    description: 'Bean to bar, 85 g.',
    taxClass: 'reduced',
    variants: one('CHOC-DARK', '4.80', '1.95'),
  },
  {
    category: 'pantry',
    slug: 'sea-salt-caramels',
    name: 'Sea Salt Caramels',
    description: 'Soft caramels in a tin of 150 g.',
    taxClass: 'reduced',
    variants: one('CARAMELS', '7.50', '3.10'),
  },
  {
    category: 'pantry',
    slug: 'olive-oil',
    name: 'Olive Oil 500 ml',
    description: 'Cold-pressed in the week of harvest.',
    taxExempt: true,
    variants: one('OIL-500', '13.90', '6.80'),
  },
  {
    category: 'pantry',
    slug: 'white-wine',
    name: 'White Wine, Riesling',
    description: 'Dry, from steep slate. Sold to adults only.',
    minimumAge: 21,
    variants: one('WINE-WHITE', '17.50', '8.90'),
  },
  {
    category: 'stationery',
    slug: 'dot-notebook',
    name: 'Dotted Notebook',
    description: '192 pages that open flat.',
    variants: [
      { sku: 'NOTE-DOT-A5', name: 'A5', price: '16.00', cost: '5.40' },
      { sku: 'NOTE-DOT-A6', name: 'A6', price: '11.00', cost: '3.80' },
    ],
  },
  {
    category: 'stationery',
    slug: 'fountain-pen',
    name: 'Fountain Pen',
    description: 'Steel nib, takes standard cartridges.',
    variants: one('PEN-FOUNTAIN', '32.00', '13.50'),
  },
  {
    category: 'stationery',
    slug: 'pencil-set',
    name: 'Pencil Set',
    description: 'Twelve pencils from 2H to 8B.',
    variants: one('PENCILS-12', '14.50', '5.20'),
  },
  {
    category: 'stationery',
    slug: 'wall-calendar',
    name: 'Wall Calendar',
    description: 'Thirteen months, one line drawing each.',
    variants: one('CALENDAR', '19.00', '6.10'),
  },
  {
    category: 'stationery',
    slug: 'letter-set',
    name: 'Letter Set',
    description: 'Twenty sheets and envelopes of laid paper.',
    variants: one('LETTER-SET', '12.00', '4.30'),
  },
  {
    category: 'stationery',
    slug: 'washi-tape',
    name: 'Washi Tape Trio',
    description: 'Three rolls, ten metres each.',
    variants: one('WASHI-3', '6.90', '2.10'),
  },
  {
    category: 'home',
    slug: 'soy-candle',
    name: 'Soy Candle',
    description: 'Burns for forty hours.',
    variants: [
      { sku: 'CANDLE-CEDAR', name: 'Cedar', price: '23.00', cost: '8.80' },
      { sku: 'CANDLE-FIG', name: 'Fig', price: '23.00', cost: '8.80' },
    ],
  },
  {
    category: 'home',
    slug: 'plant-pot',
    name: 'Terracotta Pot',
    description: 'With saucer, 16 cm across.',
    variants: one('POT-16', '15.00', '5.60'),
  },
  {
    category: 'home',
    slug: 'wool-blanket',
    name: 'Wool Blanket',
    description: 'Recycled wool, 130 by 180 cm.',
    variants: one('BLANKET', '68.00', '29.00'),
  },
  {
    category: 'home',
    slug: 'brass-hook',
    name: 'Brass Hook',
    description: 'Solid brass, with two screws.',
    variants: one('HOOK-BRASS', '11.50', '4.20'),
  },
  {
    category: 'home',
    slug: 'herb-seeds',
    name: 'Herb Seeds',
    description: 'Basil, thyme and parsley.',
    variants: one('SEEDS-HERB', '4.50', '1.20'),
  },
  {
    category: 'home',
    slug: 'room-spray',
    name: 'Room Spray',
    description: 'Citrus and vetiver, 100 ml.',
    variants: one('SPRAY-CITRUS', '18.50', '6.40'),
  },
  {
    category: 'travel',
    slug: 'canvas-tote',
    name: 'Canvas Tote',
    description: 'Strong enough for books.',
    variants: one('TOTE-CANVAS', '19.50', '6.20'),
  },
  {
    category: 'travel',
    slug: 'day-pack',
    name: 'Day Pack 20 L',
    description: 'One main pocket, one for the laptop.',
    variants: [
      { sku: 'PACK-OLIVE', name: 'Olive', price: '89.00', cost: '41.00' },
      { sku: 'PACK-BLACK', name: 'Black', price: '89.00', cost: '41.00' },
    ],
  },
  {
    category: 'travel',
    slug: 'passport-wallet',
    name: 'Passport Wallet',
    description: 'Vegetable-tanned leather.',
    variants: one('WALLET-PASS', '45.00', '19.00'),
  },
  {
    category: 'travel',
    slug: 'steel-bottle',
    name: 'Steel Bottle',
    description: 'Keeps half a litre cold for a day.',
    variants: colours('BOTTLE', '27.00', '10.90', ['Steel', 'Green']),
  },
  {
    category: 'travel',
    slug: 'luggage-tag',
    name: 'Luggage Tag',
    description: 'Leather tag with a brass buckle.',
    variants: one('TAG-LUGGAGE', '13.00', '4.40'),
  },
  {
    category: 'travel',
    slug: 'packing-cubes',
    name: 'Packing Cubes',
    description: 'A set of three.',
    variants: one('CUBES-3', '31.00', '12.70'),
  },
];

/** Stock of variants without a stock entry of their own. */
export const DEFAULT_STOCK = { downtown: 60, airport: 40, reorder: 8 };

export const variantId = (n: number): string => demoId('a007', n);
export const levelId = (n: number): string => demoId('a008', n);

/** A valid EAN-13 in the range reserved for in-store use. */
export function inStoreBarcode(n: number): string {
  const body = `20${String(n).padStart(10, '0')}`;
  const sum = [...body].reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3),
    0,
  );
  return `${body}${(10 - (sum % 10)) % 10}`;
}

/** All variants in product order, numbered from 1. */
export const demoVariants = () =>
  products
    .flatMap((product, index) =>
      product.variants.map(variant => ({ variant, product, productId: index + 1 })),
    )
    .map((entry, index) => ({ ...entry, n: index + 1 }));

/** Finds a variant and its id by SKU. */
export function variantOf(sku: string) {
  const entry = demoVariants().find(({ variant }) => variant.sku === sku);
  if (entry === undefined) throw new Error(`The demo shop has no ${sku}.`);
  return { ...entry.variant, id: variantId(entry.n) };
}

import { asGift } from '../../src/domains/receipts/gift-receipt.js';
import type { Receipt } from '../../src/domains/receipts/read-receipt.js';
import type { Report } from '../../src/domains/shifts/index.js';
import { textsIn } from '../../src/domains/texts/index.js';

const WORDS = textsIn('en').receipt;
const GERMAN_WORDS = textsIn('de').receipt;

const SALE: Receipt = {
  language: 'en',
  storeName: 'Tillhouse Downtown',
  storeLines: ['12 Main Street', 'New York, NY 10001'],
  header: 'Open daily 9 to 20\nTax id 12-3456789',
  footer: 'Thank you!',
  number: 'TXN-20260302-0A1B2C3D',
  code: 'TXN-20260302-0A1B2C3D',
  link: 'https://shop.example.com/receipts/AZyk4Wd2c3Sxk0o3m1n2b4v5c6x7z8l9k0j1h2g3f4d/',
  at: '2026-03-02 05:15',
  terminal: 'T-001',
  cashier: 'Casey Cash',
  mark: null,
  currency: 'USD',
  lines: [
    {
      description: 'Café mug, white',
      quantity: 2,
      unitPrice: '12.50',
      subtotal: '25.00',
      discount: '-2.50',
      discounts: [{ label: 'Discount: Scratched', amount: '-2.50' }],
      isTaxExempt: false,
      returned: 0,
    },
    {
      description: 'Coffee beans, whole, dark roast from the harbour, one kilogram',
      quantity: 1,
      unitPrice: '18.00',
      subtotal: '18.00',
      isTaxExempt: true,
      returned: 0,
    },
  ],
  sums: [
    { label: 'Subtotal', amount: '43.00' },
    { label: 'Discount', amount: '-2.50' },
    { label: 'Tax NYC 8.25%', amount: '1.86' },
  ],
  total: '42.36',
  payments: [
    { label: 'Cash', amount: '50.00' },
    { label: 'Rounding', amount: '-0.01' },
    { label: 'Change', amount: '-7.65' },
  ],
};

/** What a German law wants on paper: tax by rate, the till's number, and the signature. */
const GERMAN: Receipt = {
  ...SALE,
  language: 'de',
  storeName: 'Tillhouse Flughafen',
  storeLines: ['Willy-Brandt-Straße 1', '12529 Berlin'],
  header: 'Täglich 6 bis 22 Uhr geöffnet',
  footer: 'Vielen Dank für Ihren Einkauf!',
  tillNumber: 'T-101-000123',
  at: '02.03.2026 11:15',
  terminal: 'T-101',
  cashier: 'Jürgen Groß',
  currency: 'EUR',
  lines: [
    {
      description: 'Käsekuchen, Stück für zwei',
      quantity: 1,
      unitPrice: '6,90',
      subtotal: '6,90',
      isTaxExempt: false,
      returned: 0,
    },
    {
      description: 'Röstkaffee',
      quantity: 0.432,
      unit: 'kg',
      unitPrice: '21,90',
      subtotal: '9,46',
      isTaxExempt: false,
      returned: 0,
    },
  ],
  sums: [{ label: 'Zwischensumme', amount: '16,36' }],
  total: '16,36 €',
  included: [
    { label: 'MwSt. 7 %', amount: '1,07', note: 'Netto 15,29, brutto 16,36' },
    { label: 'MwSt. 19 %', amount: '0,00', note: 'Netto 0,00, brutto 0,00' },
  ],
  payments: [
    { label: 'Trinkgeld', amount: '1,64' },
    { label: 'Bar', amount: '20,00' },
    { label: 'Rückgeld', amount: '-2,00' },
  ],
  fiscal: [
    'TSE 4c6f72656d20697073756d20646f6c6f72',
    'Transaktion 4711, Signatur 9422',
    '2026-03-02T10:14:58.000Z 2026-03-02T10:15:00.000Z',
    'MEUCIQC8vJ4tZC3b0m1k9Qy0y7cVtq1m5f5p4w2o3n6d8r7a9QIgY0Yk2b3d4e5f6g7h8i9j0k',
  ],
};

const REFUND = {
  ...SALE,
  link: undefined,
  title: 'Refund',
  number: 'REF-20260303-5A6B7C8D',
  notes: ['Sale TXN-20260302-0A1B2C3D', 'Reason: Scratched'],
  lines: [],
  sums: [{ label: '1 x Café mug, white', amount: '-12.50' }],
  totalLabel: 'Refund USD',
  total: '-12.50',
  payments: [{ label: 'In cash', amount: '-12.50' }],
  signature: "Customer's signature",
} as Receipt;

/** One receipt of each kind that a printer gets. */
export const PAPERS: Record<string, Receipt> = {
  sale: SALE,
  'part-payment': {
    ...SALE,
    mark: WORDS.partlyPaid,
    payments: [
      { label: 'Cash', amount: '20.00' },
      { label: 'Due', amount: '22.36' },
    ],
  },
  void: { ...SALE, mark: WORDS.void },
  'not-paid': {
    ...SALE,
    mark: WORDS.notPaid,
    payments: [{ label: WORDS.due, amount: '42.36' }],
  },
  'german-not-paid': {
    ...GERMAN,
    mark: GERMAN_WORDS.notPaid,
    fiscal: [],
    payments: [{ label: GERMAN_WORDS.due, amount: '16,36' }],
  },
  // Goods that nobody paid in time.
  expired: { ...SALE, mark: WORDS.expired, payments: [] },
  'german-expired': { ...GERMAN, mark: GERMAN_WORDS.expired, fiscal: [], payments: [] },
  refunded: {
    ...SALE,
    mark: WORDS.refunded,
    lines: SALE.lines.map(line => ({ ...line, returned: line.quantity })),
    payments: [
      ...SALE.payments,
      { label: WORDS.refund('REF-20260303-5A6B7C8D'), amount: '-42.35' },
    ],
  },
  'german-refunded': {
    ...GERMAN,
    mark: GERMAN_WORDS.refunded,
    lines: GERMAN.lines.map(line => ({ ...line, returned: line.quantity })),
    payments: [
      ...GERMAN.payments,
      { label: GERMAN_WORDS.refund('REF-20260303-5A6B7C8D'), amount: '-18,00' },
    ],
  },
  'layaway-deposit': {
    ...SALE,
    title: 'Layaway',
    notes: ['We keep the goods until 2026-04-01 05:15.'],
    mark: WORDS.partlyPaid,
    payments: [
      { label: 'Cash', amount: '10.00' },
      { label: 'Due', amount: '32.36' },
    ],
  },
  exchange: {
    ...SALE,
    returned: {
      title: 'Returned goods of TXN-20260301-1A2B3C4D',
      goods: [{ label: '1 x Black Tee, Size M', amount: '-25.00' }],
      refunds: [],
    },
    payments: [
      { label: 'Exchange RET-2026-0001', amount: '25.00' },
      { label: 'Card ****4242', amount: '17.36' },
    ],
  },
  refund: REFUND,
  'refund-pending': { ...REFUND, mark: WORDS.refundPending, signature: undefined },
  'refund-failed': { ...REFUND, mark: WORDS.refundFailed, signature: undefined },
  gift: asGift(SALE),
  tip: {
    ...SALE,
    payments: [
      { label: 'Tip', amount: '5.00' },
      { label: 'Card ****4242', amount: '47.36' },
    ],
  },
  'till-number': { ...SALE, tillNumber: 'T-001-000123' },
  german: GERMAN,
  // Goods of one category, for a kitchen or stock room.
  ticket: {
    ...asGift(SALE),
    title: 'Kitchen',
    header: '',
    footer: '',
    storeLines: [],
    lines: asGift(SALE).lines.slice(0, 1),
  },
  logo: {
    ...SALE,
    logo: { id: 'a', url: '/media/files/a.png', width: 200, height: 100 },
  },
};

/** A logo of 320 x 160 dots: a dark frame. */
export const LOGO = (() => {
  const [width, height] = [320, 160];
  const isDark = (x: number, y: number): boolean =>
    Math.min(x, y, width - 1 - x, height - 1 - y) < 8;
  const data = Buffer.alloc(width * height, 255);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) if (isDark(x, y)) data[y * width + x] = 0;
  }
  return { width, height, data };
})();

/** A closed shift with everything that a Z report can have. */
export const REPORT: Report = {
  report: 'Z',
  number: 12,
  shift: '00000000-0000-4000-8000-000000000012',
  store: '00000000-0000-4000-8000-000000000002',
  store_code: 'AIRPORT',
  store_name: 'Tillhouse Flughafen',
  terminal_id: 'T-101',
  business_date: '2026-03-02',
  currency: 'EUR',
  opened_by: '00000000-0000-4000-8000-000000000005',
  opened_by_name: 'Jürgen Groß',
  opened_at: '2026-03-02T05:00:00.000Z',
  closed_by: '00000000-0000-4000-8000-000000000005',
  closed_by_name: 'Jürgen Groß',
  closed_at: '2026-03-02T19:00:00.000Z',
  generated_at: '2026-03-02T19:00:00.000Z',
  is_blind: false,
  sales: { count: 41, amount: '1234.50' },
  payments: [
    { code: 'cash', name: 'Cash', method_type: 'cash', count: 30, amount: '734.50' },
    { code: 'card', name: 'Card', method_type: 'card', count: 11, amount: '500.00' },
  ],
  refunds: [
    { paid_as: 'cash', way: 'cash', count: 1, amount: '12.50' },
    { paid_as: 'original', way: null, count: 1, amount: '8.00' },
  ],
  refunds_total: '20.50',
  taxes: [
    { jurisdiction: 'DE', rate: '0.19', taxable: '800.00', tax: '152.00' },
    { jurisdiction: 'DE', rate: '0.07', taxable: '263.46', tax: '18.44' },
  ],
  discounts: { count: 2, amount: '6.40' },
  voids: { count: 1, amount: '13.90' },
  layaways: { received: '40.00', completed: '25.00', refunded: '5.00' },
  late: { count: 2, amount: '27.06', cash: '13.53' },
  tips: {
    methods: [{ code: 'card', name: 'Card', method_type: 'card', amount: '9.00' }],
    total: '9.00',
  },
  rounding: '0.02',
  numbers: { first: 'TXN-20260302-0A1B2C3D', last: 'TXN-20260302-9F8E7D6C', count: 41 },
  cash: {
    opening_float: '200.00',
    sales: '734.52',
    refunds: '12.50',
    paid_in: '50.00',
    paid_out: '20.00',
    expected: '952.02',
    counted: '950.00',
    variance: '-2.02',
  },
  variance_reason: 'Falsch herausgegeben',
  fiscal: { serial: '4c6f72656d', count: 45, first: '9400', last: '9444' },
  movements: [
    {
      id: '00000000-0000-4000-8000-0000000000aa',
      kind: 'paid_out',
      amount: '20.00',
      reason: 'Briefmarken',
      by: 'Jürgen Groß',
      at: '2026-03-02T12:00:00.000Z',
    },
  ],
  counts: [],
};

import type { Receipt } from '../../src/domains/receipts/read-receipt.js';

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

/** One receipt of each kind that a printer gets. */
export const PAPERS: Record<string, Receipt> = {
  sale: SALE,
  'part-payment': {
    ...SALE,
    mark: 'PARTLY PAID',
    payments: [
      { label: 'Cash', amount: '20.00' },
      { label: 'Due', amount: '22.36' },
    ],
  },
  void: { ...SALE, mark: 'VOID' },
  'layaway-deposit': {
    ...SALE,
    title: 'Layaway',
    notes: ['We keep the goods until 2026-04-01 05:15.'],
    mark: 'PARTLY PAID',
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
  refund: {
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
  } as Receipt,
};

import '../support/till-device.js';
import { afterEach, describe, expect, it } from 'vitest';
import type { Basket } from '../../web/register/state/basket.js';
import { paperBytes } from '../../web/register/state/devices/printed-bytes.js';
import { codeRows } from '../../web/register/state/paper/code-rows.js';
import { returnRows } from '../../web/register/state/paper/return-rows.js';
import { linesOf, textOf } from '../../web/register/state/paper/rows.js';
import { saleRows } from '../../web/register/state/paper/sale-rows.js';
import { isSigning } from '../../web/register/state/paper/signing.js';
import { countScan } from '../../web/register/state/scanned-goods.js';
import type { Good, Session } from '../../web/register/state/types.js';
import { readEscpos } from '../support/escpos.js';
import { golden } from '../support/golden.js';

afterEach(() => isSigning.set(false));

const session = (language: 'en' | 'de', currency: string): Session =>
  ({
    user: { name: 'Emma', number: 'EMP001' },
    terminal: 'T-001',
    store: {
      name: 'Tillhouse',
      address: '12 Main Street, 10001 New York',
      currency,
      timeZone: 'UTC',
      receiptFooter: 'Thank you!\r\nOpen daily',
      language,
      taxes: [],
    },
  }) as unknown as Session;
const AT = '2026-03-02T09:05:00.000Z';
const slip = {
  saleNumber: 'T-001-000005',
  reason: 'damaged' as const,
  goods: [
    { name: 'Mug, white', quantity: 2, worthMinor: 2_502 },
    { name: 'Alpine cheese', quantity: 0.43, worthMinor: 1_001 },
  ],
  refundMinor: 3_505,
};

describe('the slip of a return without a connection', () => {
  it('names goods, refund and sale, and has a line for the signature', () => {
    const rows = returnRows(session('en', 'USD'), slip, { counter: 1_234, occurred_at: AT });
    expect(textOf(rows)).toBe(
      [
        '                Tillhouse',
        '      12 Main Street, 10001 New York',
        '',
        '                  REFUND',
        'Journal T-001, entry 1234',
        '2026-03-02 09:05                Till T-001',
        'Served by Emma',
        'Sale T-001-000005',
        'Reason: Damaged',
        '------------------------------------------',
        '2 x Mug, white                      -25.02',
        '0.43 x Alpine cheese                -10.01',
        'Rounding                             -0.02',
        'Refund USD                          -35.05',
        '------------------------------------------',
        'In cash                             -35.05',
        '',
        '',
        '__________________________________________',
        'Customer’s signature',
        '',
        '',
        '                Thank you!',
        '                Open daily',
      ].join('\n'),
    );
  });

  it('speaks the language of the store on narrow paper, and says that the signature is missing', () => {
    isSigning.set(true);
    const rows = returnRows(session('de', 'EUR'), slip, { counter: 17, occurred_at: AT });
    const lines = linesOf(rows, 32).map(line => ('text' in line ? line.text : line.code));
    expect(lines).toContain('2 x Mug, white            -25,02');
    expect(lines).toContain('0,43 x Alpine cheese      -10,01');
    expect(lines).toContain('Erstattung              -35,05 €');
    expect(lines.join(' ')).toContain('Ohne Verbindung gedruckt: Die TSE-Signatur');
    expect(lines.every(text => text.length <= 32)).toBe(true);
    expect(lines.at(-1)).toBe('T-001-000005');
  });
});

const cheese = { sku: 'GRUYERE-KG', unit: 'kg', name: 'Gruyère \x1bp', priceMinor: 2_890 } as Good;
const basket: Basket = {
  lines: [{ key: 'l', good: cheese, quantity: 350, unitPriceMinor: 2_890 }],
  selected: null,
  approval: null,
};
const paid = {
  basket,
  tenders: [{ key: 'k', name: 'Bar', amountMinor: 1_012 }],
  changeMinor: 0,
};

describe('the receipt of a sale without a connection', () => {
  it('has the number of the till, and weights with a comma in German', () => {
    const rows = saleRows(session('de', 'EUR'), paid, { number: 'T-001-000123', occurred_at: AT });
    const text = textOf(rows);
    expect(text).toContain('Beleg T-001-000123\n02.03.2026 09:05               Kasse T-001');
    expect(text).toContain('  0,350 kg x 28,90/kg                10,12');
    expect(text).toContain('Bar                                  10,12');
  });

  it('is printed with its barcode and cut, and no name of goods is a command', () => {
    const rows = saleRows(session('en', 'USD'), paid, { number: 'T-001-000123', occurred_at: AT });
    for (const width of ['58', '80'] as const) {
      const bytes = Buffer.from(paperBytes(rows, width)).toString('latin1');
      expect(bytes.startsWith('\x1b@')).toBe(true);
      // GS k 73: bars of CODE128.
      expect(bytes).toContain('\x1dk\x49');
      expect(bytes).toContain('T-001-000123');
      expect(bytes).not.toContain('\x1bp');
      expect(bytes.trimEnd().endsWith('\x1dV\x01')).toBe(true);
    }
  });

  it('has a QR code where the bars of its number are too wide', () => {
    const rows = [{ kind: 'code' as const, code: 'TXN-20260302-0A1B2C3D' }];
    const text = (width: '58' | '80') => Buffer.from(paperBytes(rows, width)).toString('latin1');
    expect(text('58')).toContain('\x1d(k');
    expect(text('58')).not.toContain('\x1dk\x49');
    expect(text('80')).toContain('\x1dk\x49');
  });
});

describe('the bytes of papers that the register makes', () => {
  const english = session('en', 'USD');
  const PAPERS = {
    receipt: saleRows(
      english,
      { ...paid, changeMinor: 988 },
      { number: 'T-001-000123', occurred_at: AT },
    ),
    'german-receipt': saleRows(session('de', 'EUR'), paid, {
      number: 'T-001-000123',
      occurred_at: AT,
    }),
    'web-order': saleRows(
      english,
      {
        ...paid,
        takenOver: {
          kind: 'order',
          customer: 'Ada',
          totals: { subtotalMinor: 1_012, taxMinor: 83, totalMinor: 995 },
        },
        tenders: [{ key: 'k', name: 'Cash', amountMinor: 495 }],
      },
      { number: 'T-001-000124', occurred_at: AT },
    ),
    return: returnRows(english, slip, { counter: 1_234, occurred_at: AT }),
    'gift-cards': codeRows(english, {
      kind: 'gift_card',
      codes: [{ code: '7KQ2M9XA4TTB', amount: '50.00' }],
      at: AT,
    }),
    'store-credit': codeRows(session('de', 'EUR'), {
      kind: 'store_credit',
      codes: [{ code: 'SC-7KQ2-M9XA', amount: '13.53' }],
      of: 'RET-2026-000012',
      at: AT,
    }),
  };
  const cases = Object.entries(PAPERS).flatMap(([kind, rows]) =>
    (['80', '58'] as const).map(width => ({ kind, width, rows })),
  );

  it.each(cases)('of a $kind on $width mm are those on file', async ({ kind, width, rows }) => {
    const bytes = Buffer.from(paperBytes(rows, width));
    const file = new URL(`golden/${kind}-${width}.escpos`, import.meta.url);
    expect(bytes.equals(await golden(file, bytes))).toBe(true);
    const { lines, cuts, pulses } = readEscpos(bytes);
    expect([cuts, pulses]).toEqual([1, 0]);
    const columns = width === '80' ? 42 : 32;
    expect(lines.filter(line => line.length > columns)).toEqual([]);
  });

  it('name what a web order cost and what was paid before', () => {
    const text = textOf(PAPERS['web-order']);
    // 10.12 and 0.83 of tax, less 1.00; 5.00 were paid in the shop.
    for (const line of [
      'Subtotal                             10.12',
      'Discounts                            -1.00',
      'Tax                                   0.83',
      'Paid before                           5.00',
      'Cash                                  4.95',
    ]) {
      expect(text).toContain(line);
    }
  });
});

describe('goods that are scanned for a return', () => {
  const lines = [
    { key: '0', sku: 'MUG', unit: 'piece', left: 1, count: 1 },
    { key: '1', sku: 'MUG', unit: 'piece', left: 2, count: 0 },
    { key: '2', sku: 'CHEESE', unit: 'kg', left: 0.5, count: 0 },
  ];
  it.each([
    ['MUG', undefined, { key: '1', count: 1 }],
    ['CHEESE', undefined, { key: '2', count: 0.5 }],
    ['CHEESE', 0.35, { key: '2', count: 0.35 }],
    ['CHEESE', 0.75, { key: '2', count: 0.5 }],
    ['TEE', undefined, 'notSold'],
  ])('%s with the weight %s', (sku, quantity, expected) => {
    expect(countScan(lines, { good: { sku }, quantity })).toEqual(expected);
  });

  it('are not counted beyond what is left', () => {
    const counted = lines.map(line => ({ ...line, count: line.left }));
    expect(countScan(counted, { good: { sku: 'MUG' } })).toBe('allCounted');
  });
});

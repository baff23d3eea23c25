import { describe, expect, it } from 'vitest';
import { COLUMNS, centered, row, widthOf, wrap } from '../../src/domains/receipts/columns.js';
import type { Receipt } from '../../src/domains/receipts/read-receipt.js';
import { renderHtml } from '../../src/domains/receipts/render-html.js';
import { renderText } from '../../src/domains/receipts/render-text.js';
import { clean } from '../../src/platform/plain-text.js';

const receipt = (change: Partial<Receipt> = {}): Receipt => ({
  storeName: 'Tillhouse Downtown',
  storeLines: ['12 Main Street', 'New York, NY 10001'],
  footer: 'Thank you!',
  number: 'TXN-20260302-0A1B2C3D',
  at: '2026-03-02 05:15',
  terminal: 'T-001',
  cashier: 'Casey Cash',
  mark: null,
  currency: 'USD',
  lines: [
    {
      description: 'White mug',
      quantity: 2,
      unitPrice: '12.50',
      subtotal: '25.00',
      discount: '-2.50',
      isTaxExempt: false,
      returned: 1,
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
    { label: 'Change', amount: '-7.64' },
  ],
  ...change,
});

describe('a receipt for the printer', () => {
  it('fits 42 columns, with amounts at the right edge', () => {
    expect(renderText(receipt())).toBe(`\
            Tillhouse Downtown
              12 Main Street
            New York, NY 10001

TXN-20260302-0A1B2C3D
2026-03-02 05:15                Till T-001
Served by Casey Cash
------------------------------------------
White mug
  2 x 12.50                          25.00
  Discount                           -2.50
  Returned: 1
Coffee beans, whole, dark roast from the
harbour, one kilogram (no tax)
  1 x 18.00                          18.00
------------------------------------------
Subtotal                             43.00
Discount                             -2.50
Tax NYC 8.25%                         1.86
TOTAL USD                            42.36
------------------------------------------
Cash                                 50.00
Change                               -7.64
------------------------------------------
                Thank you!
          TXN-20260302-0A1B2C3D
`);
  });

  it('marks a voided sale', () => {
    const lines = renderText(receipt({ mark: 'VOID' })).split('\n');
    expect(lines.filter(line => line.trim() === '*** VOID ***')).toHaveLength(2);
  });

  it('never exceeds its width, whatever the names', () => {
    const names = [
      '緑茶ティーバッグ五十個入り徳用パックとても長い名前の商品',
      'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen',
      '👨‍👩‍👧‍👦 family mug 🍵🍵🍵🍵🍵🍵🍵🍵🍵🍵🍵🍵🍵🍵🍵🍵',
      'كوب قهوة أبيض كبير مع مقبض خشبي طويل جدا للاستخدام اليومي',
      'e\u0301'.repeat(60),
    ];
    for (const name of names) {
      const [line] = receipt().lines;
      if (line === undefined) throw new Error('no line');
      const text = renderText(
        receipt({ lines: [{ ...line, description: name }], storeName: name }),
      );
      for (const printed of text.split('\n')) expect(widthOf(printed)).toBeLessThanOrEqual(COLUMNS);
      // No part of the name is lost.
      const squeezed = text.replaceAll(/\s/g, '');
      expect(squeezed).toContain(name.replaceAll(/\s/g, ''));
    }
  });

  it('prints no control character and no bidirectional override', () => {
    const text = renderText(receipt({ storeName: 'Shop\u001b@\u001dV1\n\u202eevil\u200bly' }));
    expect(text).toContain('Shop @ V1 evilly');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f\u200b\u202e]/);
  });
});

describe('columns', () => {
  it.each([
    ['abc', 3],
    ['', 0],
    ['日本', 4],
    ['ｶﾀｶﾅ', 4],
    ['Ａ１', 4],
    ['한글', 4],
    ['é', 1],
    ['e\u0301', 1],
    ['👍', 2],
    ['👨‍👩‍👧', 2],
    ['❤️', 2],
    ['€', 1],
  ])('%s is %i wide', (text, width) => {
    expect(widthOf(text)).toBe(width);
  });

  it('wraps between words and breaks words that are too long', () => {
    expect(wrap('one two three', 7)).toEqual(['one two', 'three']);
    expect(wrap('a verylongword b', 6)).toEqual(['a', 'verylo', 'ngword', 'b']);
    expect(wrap('日本語日本語', 5)).toEqual(['日本', '語日', '本語']);
    expect(wrap('', 5)).toEqual([]);
  });

  it('keeps the amount on the last line of a long label', () => {
    const lines = row('A label that is much longer than the paper of a printer is wide', '1.00');
    expect(lines).toHaveLength(2);
    expect(lines[1]?.endsWith(' 1.00')).toBe(true);
    expect(lines.every(line => widthOf(line) <= COLUMNS)).toBe(true);
  });

  it('sets a name that leaves no room for its label on lines of its own', () => {
    const name = `${'Anna-Luise '.repeat(9)}${'x'.repeat(100)}`;
    for (const columns of [32, 42]) {
      const lines = row('Opened by', name, '  ', columns);
      expect(lines[0]).toBe('  Opened by');
      expect(lines.slice(1).every(line => widthOf(line) === columns)).toBe(true);
      expect(lines.slice(1).join('').replaceAll(' ', '')).toBe(name.replaceAll(' ', ''));
    }
    expect(row('', 'n'.repeat(43))).toEqual(['n'.repeat(42), `${' '.repeat(41)}n`]);
    expect(row('', 'n'.repeat(42))).toEqual(['n'.repeat(42)]);
    expect(row('By', '日本'.repeat(9))).toEqual([`By${' '.repeat(4)}${'日本'.repeat(9)}`]);
  });

  it('centres and removes control characters', () => {
    expect(centered('ab')).toEqual([`${' '.repeat(20)}ab`]);
    expect(clean(' a\tb\r\n c ')).toBe('a b c');
  });
});

describe('a receipt as HTML', () => {
  it('escapes names', () => {
    const evil = `<script>alert("1")</script>'&`;
    const shown = '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;&amp;';
    const [line] = receipt().lines;
    if (line === undefined) throw new Error('no line');
    const html = renderHtml(
      receipt({
        storeName: evil,
        storeLines: [evil],
        footer: evil,
        number: evil,
        at: evil,
        terminal: evil,
        cashier: evil,
        mark: evil,
        currency: evil,
        lines: [{ ...line, description: evil, unitPrice: evil, subtotal: evil, discount: evil }],
        sums: [{ label: evil, amount: evil }],
        total: evil,
        payments: [{ label: evil, amount: evil }],
      }),
    );
    expect(html).not.toContain('<script');
    expect(html.split(shown).length - 1).toBe(21);
  });

  it('has the same figures as the printed one', () => {
    const html = renderHtml(receipt({ mark: 'VOID' }));
    for (const text of ['25.00', '-2.50', '1.86', '42.36', '50.00', '-7.64', 'VOID']) {
      expect(html).toContain(text);
    }
    expect(html.startsWith('<!doctype html>')).toBe(true);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { barsOf, CODE_128, isEan13 } from '../../src/domains/prices/labels/barcode.js';
import { unitPriceOf } from '../../src/domains/prices/labels/rules.js';
import { openShop, type Reply, type Shop } from '../support/service.js';

describe('barcodes', () => {
  it('know the check digit of an EAN-13', () => {
    expect(isEan13('4006381333931')).toBe(true);
    expect(isEan13('4006381333932')).toBe(false);
    expect(isEan13('400638133393')).toBe(false);
  });

  it('draw an EAN-13 with 95 modules, the first digit in the parity of the left half', () => {
    const bars = barsOf('4006381333931');
    expect(bars?.kind).toBe('ean13');
    expect(bars?.widths.reduce((sum, width) => sum + width, 0)).toBe(95);
    const pattern = bars?.widths
      .map((width, index) => String((index + 1) % 2).repeat(width))
      .join('');
    expect(pattern).toBe(
      '10100011010100111010111101111010001001011001101010100001010000101000010111010010000101100110101',
    );
  });

  it('draw other codes as Code 128 with a check symbol', () => {
    expect(CODE_128).toHaveLength(107);
    const sums = CODE_128.map(widths => [...widths].reduce((sum, width) => sum + Number(width), 0));
    expect(sums).toEqual([...Array.from({ length: 106 }, () => 11), 13]);
    expect(new Set(CODE_128).size).toBe(107);
    // Start B, P, J, J, 1, 2, 3, C, check 55, stop.
    const symbols = [104, 48, 42, 42, 17, 18, 19, 35, 55, 106];
    expect(barsOf('PJJ123C')?.widths.join('')).toBe(
      symbols.map(symbol => CODE_128[symbol]).join(''),
    );
    expect(barsOf('Käse')).toBeUndefined();
  });
});

describe('unit prices', () => {
  it.each([
    [250, '500', 'g', 500, 'kg'],
    [250, '0.5', 'kg', 500, 'kg'],
    [199, '330', 'ml', 603, 'l'],
    [100, '3', 'm', 33, 'm'],
    [200, '3', 'm', 67, 'm'],
    [120, '1', 'cm', 12_000, 'm'],
  ])('of %i for %s %s are %i per %s', (price, amount, unit, expected, per) => {
    expect(unitPriceOf(price, { amount, unit })).toEqual({ minor: expected, unit: per });
  });
});

describe('price tags', () => {
  let shop: Shop;
  let token: string;
  beforeAll(async () => {
    shop = await openShop({ background: false });
    token = await shop.officeToken();
  });
  afterAll(() => shop.close());
  const labels = (query: string): Promise<Reply> =>
    shop.call('GET', `/labels/?${query}`, { token });

  it('print the price of the store, its unit price and the barcode in ZPL', async () => {
    const body = { content_amount: '250', content_unit: 'g', barcode: '4006381333931' };
    const path = '/product-variants/MUG-WHITE/';
    const changed = await shop.call('PATCH', path, { token, body });
    expect(changed.body).toMatchObject({ content_amount: '250.000', content_unit: 'g' });
    const reply = await labels('variants=MUG-WHITE&store=AIRPORT&format=zpl');
    expect([reply.status, reply.headers['content-type']]).toEqual([
      200,
      'application/zpl; charset=utf-8',
    ]);
    expect(reply.text).toContain('^FH^FD12.50 EUR^FS');
    expect(reply.text).toContain('^FH^FD50.00 EUR / kg^FS');
    expect(reply.text).toContain('^BEN,50,Y,N^FD400638133393^FS');
    expect(reply.text.match(/\^XA/g)).toHaveLength(1);
  });

  it('are a PDF with 24 tags on a page', async () => {
    const reply = await labels(`store=DOWNTOWN&variants=${Array(25).fill('MUG-WHITE').join(',')}`);
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(reply.text.slice(0, 5)).toBe('%PDF-');
    expect(reply.text).toMatch(/\/BaseFont \/[A-Z]+\+DejaVuSans\b/);
    expect(reply.text.match(/\/Type \/Page\b/g)).toHaveLength(2);
  });

  it('are printed as often as asked, and show the price per kg of goods by weight', async () => {
    const reply = await labels('variants=GRUYERE-KG,MUG-WHITE&store=AIRPORT&format=zpl&count=3');
    expect(reply.text.match(/\^XA/g)).toHaveLength(6);
    expect(reply.text.match(/\^FH\^FD24\.90 EUR \/ kg\^FS/g)).toHaveLength(3);
  });

  it.each([
    [`variants=${Array(11).fill('MUG-WHITE').join(',')}&store=DOWNTOWN&count=100`, ['count']],
    ['variants=MUG-WHITE&store=DOWNTOWN&count=0', ['count']],
    ['variants=MUG-WHITE&store=DOWNTOWN&count=101', ['count']],
    ['variants=NO-SUCH&store=DOWNTOWN', ['variants']],
    ['variants=,&store=DOWNTOWN', ['variants']],
    ['variants=MUG-WHITE&store=NOWHERE', ['store']],
    ['variants=MUG-WHITE', ['store']],
    ['variants=MUG-WHITE&store=DOWNTOWN&format=doc', ['format']],
    ['store=DOWNTOWN', ['variants']],
  ])('are refused for %s', async (query, fields) => {
    const reply = await labels(query);
    expect([reply.status, Object.keys(reply.body.errors ?? {})]).toEqual([400, fields]);
  });

  it('refuse a content without a unit and goods without a price', async () => {
    const wrong = await shop.call('PATCH', '/product-variants/SOCKS-M/', {
      token,
      body: { content_amount: '1' },
    });
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([400, ['content_unit']]);
    await shop.platform.db.deleteFrom('prices').execute();
    const reply = await labels('variants=MUG-WHITE&store=AIRPORT');
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([400, ['variants']]);
    expect(reply.text).toContain('MUG-WHITE has no price in EUR.');
  });
});

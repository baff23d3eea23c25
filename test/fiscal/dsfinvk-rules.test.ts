import { describe, expect, it } from 'vitest';
import type { GivenBack, Sold } from '../../src/domains/pos/dsfinvk/repository.js';
import {
  type Bon,
  bonOfRefund,
  bonOfSale,
  bonsOfLateCash,
} from '../../src/domains/pos/dsfinvk/rules.js';

const at = new Date('2030-05-06T10:00:00Z');
const refund = (more: Partial<GivenBack> = {}): GivenBack => ({
  shift_id: 'shift',
  id: 'refund',
  number: 'REF-1',
  sale_number: 'TXN-1',
  currency: 'EUR',
  processed_at: at,
  amount: '12.50',
  rounding: '0.00',
  tip: '0.00',
  name: 'Cash',
  method_type: 'cash',
  way: 'cash',
  is_deposit: false,
  parts: [{ rate: '0.19', gross: '12.50', tax: '2.00' }],
  sold_in: null,
  ...more,
});
const sale = (more: Partial<Sold> = {}): Sold => ({
  shift_id: 'shift',
  id: 'sale',
  number: 'TXN-1',
  till_number: null,
  started_at: at,
  paid_at: at,
  is_completed: true,
  deposits: '0.00',
  prices_include_tax: false,
  late_for: null,
  employee_id: null,
  employee: '',
  lines: [
    {
      position: 1,
      sku: 'MUG-WHITE',
      barcode: null,
      text: 'White Mug',
      quantity: 1,
      unit: 'piece',
      gross: '13.53',
      tax: '1.03',
      rate: '0.0825',
      ...{ subtotal: '12.50', discount: '0.00', unit_price: '12.50', catalog_price: '12.50' },
    },
  ],
  payments: [
    { id: 'p1', name: 'Cash', method_type: 'cash', amount: '13.53', rounding: '0.02', tip: '0.00' },
  ],
  ...more,
});
const linesOf = (bon: Bon) => bon.lines.map(line => [line.business, line.text, line.grossMinor]);
const paidOf = (bon: Bon) => bon.payments.map(({ type, amountMinor }) => [type, amountMinor]);

const cardPayment = { name: 'Card', method_type: 'card' };

describe('a refund in the DSFinV-K export', () => {
  it.each([
    ['cash', {}, 'Bar', 'Bar'],
    ['cash', cardPayment, 'Bar', 'Bar'],
    ['store_credit', {}, 'Guthabenkarte', 'Guthaben'],
    ['gift_card', cardPayment, 'Guthabenkarte', 'Geschenkkarte'],
    ['external', {}, 'Unbar', 'Extern'],
    ['external', cardPayment, 'Unbar', 'Card'],
    ['processor', cardPayment, 'Unbar', 'Card'],
  ])('given as %s of a payment %o is %s, %s', (way, paid, type, name) => {
    expect(bonOfRefund(refund({ way, ...paid }), 'EUR').payments).toEqual([
      { type, name, amountMinor: -1250 },
    ]);
  });
});

describe('cash rounding in the DSFinV-K export', () => {
  it('is a line of the sale, and part of the cash', () => {
    const bon = bonOfSale(sale(), 'EUR');
    expect(linesOf(bon)).toEqual([
      ['Umsatz', 'White Mug', 1353],
      ['DifferenzSollIst', 'Rundung', 2],
    ]);
    expect(paidOf(bon)).toEqual([['Bar', 1355]]);
  });

  it('is a line of the refund, and part of the cash', () => {
    const bon = bonOfRefund(refund({ amount: '12.48', rounding: '0.02' }), 'EUR');
    expect(linesOf(bon)).toEqual([
      ['Umsatz', 'Rückgabe aus TXN-1', -1248],
      ['DifferenzSollIst', 'Rundung', -2],
    ]);
    expect(paidOf(bon)).toEqual([['Bar', -1250]]);
  });
});

describe('a late sale in the DSFinV-K export', () => {
  it('says for which closing, where its cash was counted', () => {
    const late = sale({ late_for: 7, till_number: 'T-1-000004' });
    expect(bonOfSale(late, 'EUR')).toMatchObject({
      number: 'T-1-000004',
      note: 'TXN-1, nachgereicht zu Z 7',
    });
    const [cash, ...others] = bonsOfLateCash(late, 'EUR');
    expect(others).toEqual([]);
    expect([cash && linesOf(cash), cash && paidOf(cash)]).toEqual([
      [['DifferenzSollIst', 'In Z 7 gezählt: T-1-000004', -1355]],
      [['Bar', -1355]],
    ]);
    const slip = { id: 'p1', amount: '13.53', rounding: '0.00', tip: '0.00', ...cardPayment };
    expect(bonsOfLateCash({ ...late, payments: [slip] }, 'EUR')).toEqual([]);
    expect(bonsOfLateCash(sale(), 'EUR')).toEqual([]);
  });
});

describe('a price in the DSFinV-K export', () => {
  const [line] = sale().lines;
  const priced = (more: object, isGross = false) =>
    bonOfSale(sale({ lines: line && [{ ...line, ...more }], prices_include_tax: isGross }), 'EUR')
      .lines[0]?.base;

  it('is the list price with its tax, of a line that costs another one', () => {
    expect(priced({})).toBeUndefined();
    // 12.50 and 8.25 % are 13.53.
    expect(priced({ gross: '10.83', tax: '0.83', discount: '2.50' })).toEqual({
      grossMinor: 1_353,
      taxMinor: 103,
    });
    // Two of 15.00 for 10.00 each, with 19 % inside.
    const lowered = { unit_price: '10.00', catalog_price: '15.00', quantity: 2, rate: '0.19' };
    expect(priced({ ...lowered, subtotal: '20.00', gross: '20.00', tax: '3.19' }, true)).toEqual({
      grossMinor: 3_000,
      taxMinor: 479,
    });
  });
});

describe('a sale paid in parts in the DSFinV-K export', () => {
  const part = {
    id: 'p2',
    name: 'Cash',
    method_type: 'cash',
    amount: '5.00',
    rounding: '0.00',
    tip: '0.00',
  };
  const rest = {
    id: 'p3',
    name: 'Cash',
    method_type: 'cash',
    amount: '8.53',
    rounding: '0.02',
    tip: '1.00',
  };

  it('is a deposit without tax in the earlier shift', () => {
    const bon = bonOfSale(sale({ is_completed: false, payments: [part] }), 'EUR');
    expect(bon).toMatchObject({ name: 'Anzahlung', id: 'sale-shift' });
    expect([bon.saleId, bon.recordIds]).toEqual([undefined, ['p2']]);
    expect(linesOf(bon)).toEqual([['Anzahlungseinstellung', 'Anzahlung zu TXN-1', 500]]);
    expect(paidOf(bon)).toEqual([['Bar', 500]]);
  });

  it('is the whole sale less the deposit in the last shift', () => {
    const bon = bonOfSale(sale({ deposits: '5.00', payments: [rest] }), 'EUR');
    expect(bon.saleId).toBe('sale');
    expect(linesOf(bon)).toEqual([
      ['Umsatz', 'White Mug', 1353],
      ['Anzahlungsaufloesung', 'Anzahlung zu TXN-1', -500],
      ['DifferenzSollIst', 'Rundung', 2],
      ['TrinkgeldAN', 'Trinkgeld', 100],
    ]);
    expect(paidOf(bon)).toEqual([['Bar', 955]]);
  });

  it('gives the deposit back if it is cancelled', () => {
    const bon = bonOfRefund(refund({ amount: '5.00', is_deposit: true }), 'EUR');
    expect(linesOf(bon)).toEqual([['Anzahlungsaufloesung', 'Anzahlung zu TXN-1', -500]]);
    expect(paidOf(bon)).toEqual([['Bar', -500]]);
  });
});

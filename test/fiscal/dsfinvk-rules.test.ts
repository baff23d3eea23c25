import { describe, expect, it } from 'vitest';
import type { GivenBack } from '../../src/domains/pos/dsfinvk/repository.js';
import { bonOfRefund } from '../../src/domains/pos/dsfinvk/rules.js';

const at = new Date('2030-05-06T10:00:00Z');
const refund = (more: Partial<GivenBack> = {}): GivenBack => ({
  shift_id: 'shift',
  id: 'refund',
  number: 'REF-1',
  sale_number: 'TXN-1',
  processed_at: at,
  amount: '12.50',
  name: 'Cash',
  method_type: 'cash',
  way: 'cash',
  parts: [{ rate: '0.19', gross: '12.50', tax: '2.00' }],
  ...more,
});
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

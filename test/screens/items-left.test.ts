import { expect, it } from 'vitest';
import { itemsLeft, itemsOfParcel } from '../../web/desk/pages/fulfillments/items-left.js';
import type { Fulfillment } from '../../web/desk/types.js';

const item = (sku: string, quantity: number, unit?: 'kg') => ({
  sku,
  quantity,
  ...(unit && { unit }),
  description: sku,
  product_name: sku,
  variant_name: '',
});
const shipment = (
  status: Fulfillment['shipments'][number]['status'],
  ...items: ReturnType<typeof item>[]
): Fulfillment['shipments'][number] => ({
  id: status,
  carrier_name: '',
  tracking_number: '',
  tracking_url: null,
  status,
  items,
  shipped_at: null,
  delivered_at: null,
});

it('is what the pending parcel has, or what no parcel has taken', () => {
  const items = [item('MUG', 3), item('MUG', 1), item('TEA', 1.2, 'kg')];
  const pending = [
    shipment('shipped', item('MUG', 1)),
    shipment('pending', item('TEA', 0.3, 'kg')),
  ];
  expect(itemsLeft({ items, shipments: pending })).toEqual([item('TEA', 0.3, 'kg')]);
  const sent = [
    shipment('shipped', item('MUG', 1), item('TEA', 0.9, 'kg')),
    shipment('cancelled', item('MUG', 2)),
  ];
  expect(itemsLeft({ items, shipments: sent })).toEqual([item('MUG', 3), item('TEA', 0.3, 'kg')]);
  expect(itemsLeft({ items: [item('MUG', 1)], shipments: sent })).toEqual([]);
});

it('goes into a parcel as a whole, or in part', () => {
  const left = [item('MUG', 3), item('TEA', 0.3, 'kg')];
  expect(itemsOfParcel(left, {})).toBeUndefined();
  expect(itemsOfParcel(left, { MUG: 3, TEA: '0.3' })).toBeUndefined();
  expect(itemsOfParcel(left, { MUG: 2, TEA: '' })).toEqual([{ sku: 'MUG', quantity: 2 }]);
  expect(itemsOfParcel(left, { MUG: 0, TEA: 0 })).toEqual([]);
});

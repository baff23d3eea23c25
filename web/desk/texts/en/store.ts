export const store = {
  'stock.item': 'Item',
  'stock.sku': 'SKU',
  'stock.available': 'Available',
  'stock.reorder': 'Reorder at',
} as const;

import type { Translation } from '../../../shared/i18n/texts.js';
import type { store as en } from '../en/store.js';

export const store: Translation<typeof en> = {
  'stock.item': 'Artikel',
  'stock.sku': 'SKU',
  'stock.available': 'Verfügbar',
  'stock.reorder': 'Nachbestellen bei',
};

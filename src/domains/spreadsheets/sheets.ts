import { levelSheet } from './level-sheet.js';
import { priceSheet } from './price-sheet.js';
import { productSheet } from './product-sheet.js';
import type { ImportKind, Sheet } from './sheet.js';

export const SHEETS: Record<ImportKind, Sheet> = {
  products: productSheet,
  inventory_levels: levelSheet,
  prices: priceSheet,
};

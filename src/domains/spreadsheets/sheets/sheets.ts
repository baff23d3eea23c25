import { levelSheet } from './level-sheet.js';
import { priceSheet } from './price-sheet.js';
import { productSheet } from './product-sheet.js';
import type { OwnKind, Sheet } from './sheet.js';

export const SHEETS: Record<OwnKind, Sheet> = {
  products: productSheet,
  inventory_levels: levelSheet,
  prices: priceSheet,
};

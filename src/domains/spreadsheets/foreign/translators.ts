import type { ForeignKind } from '../sheets/sheet.js';
import { createShopify } from './shopify.js';
import { createSquare } from './square.js';
import type { CreateTranslator } from './translator.js';
import { createWoocommerce } from './woocommerce.js';

export const TRANSLATORS: Record<ForeignKind, CreateTranslator> = {
  shopify: createShopify,
  woocommerce: createWoocommerce,
  square: createSquare,
};

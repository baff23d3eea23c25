import { JOURNAL_SECTION } from '../../analytics/index.js';
import { TILES_SECTION } from '../../pos/index.js';
import { MAIL_TEMPLATES_SECTION } from '../../receipts/index.js';
import { LEGAL_TEXTS_SECTION } from '../../storefront/index.js';
import { FIELD_SECTIONS, SHIPPING_SECTION, type StoreSection } from '../../stores/index.js';

/** Every part of a store's settings that can be copied, each from the domain that owns it. */
export const STORE_SECTIONS: readonly StoreSection[] = [
  ...FIELD_SECTIONS,
  SHIPPING_SECTION,
  MAIL_TEMPLATES_SECTION,
  LEGAL_TEXTS_SECTION,
  TILES_SECTION,
  JOURNAL_SECTION,
];

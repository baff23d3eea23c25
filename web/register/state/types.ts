import type { DatedTax, LinePart } from '../../../src/domains/pricing/index.js';
import type { Language } from '../../shared/i18n/texts.js';
import type { PictureFiles } from '../../shared/picture/files.js';
import type { Offer } from './prices.js';
import type { StorePromotions } from './promotions.js';

/** The signed-in cashier and the store settings that the till needs offline. */
export type Session = {
  user: { id: string; name: string; number: string; role: string };
  /** Permissions of the cashier; unset in a session that an earlier release has stored. */
  permissions?: string[];
  /** Who signed in, if somebody else took over without a connection. */
  loginOf?: string;
  store: StoreSettings;
  terminal: string;
  expiresAt: string;
};

export type StoreSettings = {
  id: string;
  code: string;
  name: string;
  address: string;
  currency: string;
  timeZone: string;
  receiptFooter: string;
  /** Language of receipts; unset in a session that an earlier release has stored. */
  language?: Language;
  /** Unset in a session that an earlier release has stored. */
  cashRounding?: string;
  /** Unset where the store takes no tips. */
  tips?: { percentages: number[]; maxPercent: number };
  /** What one point pays; unset in a session that an earlier release has stored. */
  pointsValue?: string;
  /** The till asks for the PIN after this many minutes without a touch; unset: never. */
  lockMinutes?: number;
  /** Unset in a session that an earlier release has stored: never. */
  receiptPrinting?: 'off' | 'ask' | 'always';
  /** The most cash in or out without an approval; unset in a session of an earlier release. */
  cashMovementLimit?: string;
  /** The most that is paid back for a return without a connection; unset: nothing. */
  offlineReturnLimit?: string;
  /** Limit for one till on one day; unset: five times the limit of a return. */
  offlineReturnDayLimit?: string;
  taxes: DatedTax[];
  /** Unset in a session from before prices could contain tax. */
  pricesIncludeTax?: boolean;
  policy: {
    priceOverride: boolean;
    discountAbove: string | undefined;
    /** Largest discount of a line for staff without `approval.decide`. */
    percentAbove?: number;
  };
} & Partial<StorePromotions>;

/** A sellable variant. */
export type Good = {
  variantId: string;
  productId: number;
  sku: string;
  barcode: string | null;
  /** What the price is for: `piece`, `kg`, … */
  unit: string;
  /** Product and variant: "Black Tee, Size M". */
  name: string;
  product: string;
  category: string;
  categoryId: string | null;
  collectionIds?: string[];
  /** Price of one unit in the store; in a line of a sale, at the quantity of the line. */
  priceMinor: number;
  /** Unset in what an earlier release has stored. */
  offer?: Offer;
  isTaxExempt: boolean;
  /** Default: standard. */
  taxClass?: string;
  /** Set for a bundle: the parts share its price, and each is taxed by its own class. */
  parts?: BundlePart[];
  minimumAge: number | null;
  /** Unset in what an earlier release has stored, and for goods without a picture. */
  picture?: PictureFiles;
};

/** Name and quantity are unset in what an earlier release has stored. */
export type BundlePart = LinePart & { name?: string; quantity?: number; unit?: string };

export type Method = {
  code: string;
  name: string;
  type: string;
  /** A stand-alone card terminal: the cashier types the number of its slip. */
  requiresReference?: boolean;
  /** Without a processor there is no reader, and the cashier takes the card by hand. */
  hasProcessor?: boolean;
};

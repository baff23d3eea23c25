import { catalogKinds } from './catalog.js';
import type { Fields } from './document.js';
import type { Kind, KindName } from './kind.js';
import { paymentKinds } from './payments.js';
import { peopleKinds } from './people.js';
import { promotionKinds } from './promotions.js';
import { saleKinds } from './sales.js';
import { storeKinds } from './stores.js';
import { themeKinds } from './themes.js';
import { zoneKinds } from './zones.js';

/** All kinds; a kind that others refer to comes before them. */
export const kinds: readonly Kind[] = [
  ...storeKinds,
  ...themeKinds,
  ...peopleKinds,
  ...catalogKinds,
  ...zoneKinds,
  ...paymentKinds,
  ...promotionKinds,
  ...saleKinds,
];

const byName = new Map<KindName, Kind>(kinds.map(kind => [kind.name, kind]));

export function kindNamed(name: KindName): Kind {
  const kind = byName.get(name);
  if (kind === undefined) throw new Error(`unknown kind ${name}`);
  return kind;
}

/** The document types of manual sync, in the order of the API answer. */
const MANUAL: readonly [type: string, kind: KindName][] = [
  ['product', 'product'],
  ['productVariant', 'variant'],
  ['productType', 'product_type'],
  ['brand', 'brand'],
  ['category', 'category'],
  ['collection', 'collection'],
  ['inventoryLevel', 'level'],
  ['store', 'store'],
  ['taxJurisdiction', 'jurisdiction'],
  ['zone', 'zone'],
  ['parLevelItem', 'par_level'],
  ['user', 'user'],
  ['userEmployee', 'user'],
  ['userCustomer', 'user'],
  ['userManager', 'user'],
  ['salesTransaction', 'sale'],
  ['saleLineItem', 'sale_line'],
  ['salesReturn', 'return'],
  ['storeCredit', 'store_credit'],
  ['transactionPayment', 'payment'],
  ['payment', 'payment'],
  ['refund', 'refund'],
  ['paymentMethod', 'payment_method'],
  ['promoCode', 'promo_code'],
  ['promotionalCampaign', 'campaign'],
  ['abTest', 'ab_test'],
];

const manual = new Map<string, Kind>(MANUAL.map(([type, name]) => [type, kindNamed(name)]));

export const manualTypes: readonly string[] = [...manual.keys()];

/** A map instead of an object, so that `constructor` is not found. */
export const manualType = (type: string): Kind | undefined => manual.get(type);

/** Types that only webhooks send. */
const received = new Map<string, Kind>([
  ['site', kindNamed('site')],
  ['shopTheme', kindNamed('theme')],
]);

/** The kind of a received document. */
export const kindOfType = (type: string): Kind | undefined =>
  received.get(type) ?? manual.get(type);

/** The kind of a stored document; undefined for texts of editors that mirror no record. */
export const kindOfDocument = (type: string): Kind | undefined =>
  kindOfType(type) ?? kinds.find(kind => kind.type === type);

export const documentTypeOf = (kind: Kind, columns: Fields): string =>
  typeof kind.type === 'string' ? kind.type : kind.type(columns);
